import type { OpenApiDocument } from '../../core/index.js'
import { defaultOf, formOf, type Schema } from './forms.js'
import { code, inline, paragraphs, table } from './markup.js'

const objects = ['Resource', 'Booking', 'Collaborator', 'User', 'Pagination'] as const

type Schemas = Readonly<Record<string, Schema>>

const isIgnored = ({ $ref = '' }: Schema) => $ref.endsWith('/Ignored')

/** The members that a body may have; those that are read-only may be sent, and are ignored. */
export function membersOf({ components }: OpenApiDocument, name: string): string {
  const { properties = {}, required = [] } = (components.schemas as unknown as Schemas)[name] ?? {}
  const members = Object.entries(properties)
  const rows = members
    .filter(([, member]) => !isIgnored(member))
    .map(([name, member]) => [
      code(name),
      formOf(member),
      required.includes(name) ? 'required' : defaultOf(member),
      inline(member.description ?? ''),
    ])
  const ignored = members.flatMap(([name, member]) => (isIgnored(member) ? [code(name)] : []))
  return `${table(['Member', 'Value', 'Default', 'Meaning'], rows)}<p class="dim">Ignored, so that an object can be sent back as it was read: ${ignored.join(', ')}.</p>\n`
}

function memberRows(properties: Schemas, prefix = ''): string[][] {
  return Object.entries(properties).flatMap(([name, member]) => [
    [
      code(prefix + name),
      member.readOnly ? `${formOf(member)}; read-only` : formOf(member),
      inline(member.description ?? ''),
    ],
    ...memberRows(member.properties ?? {}, `${prefix}${name}.`),
  ])
}

/** The objects that reads return. */
export function objectSections({ components }: OpenApiDocument): string {
  const schemas = components.schemas as unknown as Schemas
  const sections = objects.map(name => {
    const { title = name, description = '', properties = {} } = schemas[name] ?? {}
    const rows = memberRows(properties)
    return `<section id="${name}">\n<h3>${inline(title)}</h3>\n${paragraphs(description)}${table(['Member', 'Value', 'Meaning'], rows)}</section>\n`
  })
  return `<h2 id="objects">Objects</h2>\n<p>What reads return. What a body may have is described with its operation.</p>\n${sections.join('')}`
}

export const objectLinks = (): string =>
  `<h2><a href="#objects">Objects</a></h2>\n<ul>\n${objects.map(name => `<li><a href="#${name}">${name}</a></li>\n`).join('')}</ul>\n`
