import type { OpenApiDocument } from '../../core/index.js'
import { type Operation, operationsOf, type Parameter } from './described.js'
import { errorColumns, errorRows } from './errors.js'
import { defaultOf, formOf } from './forms.js'
import { code, example, inline, link, paragraphs, table } from './markup.js'
import { membersOf } from './objects.js'

const parametersOf = (title: string, parameters: readonly Parameter[]): string => {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, required, description, schema }) => [
    code(name),
    formOf(schema),
    required ? 'required' : defaultOf(schema),
    inline(description),
  ])
  return `<h4>${title}</h4>\n${table(['Name', 'Value', 'Default', 'Meaning'], rows)}`
}

/** The body of a request. Its members are described once, where they occur first. */
function bodyOf(
  { operationId, requestBody }: Operation,
  seen: Map<string, string>,
  document: OpenApiDocument,
) {
  const content = requestBody?.content['application/json']
  if (!content) return ''
  const name = (content.schema.$ref ?? '').split('/').at(-1) ?? ''
  const first = seen.get(name)
  const members =
    first === undefined
      ? membersOf(document, name)
      : `<p>The members are those of ${link(`#${first}`, code(first))}.</p>\n`
  if (first === undefined) seen.set(name, operationId)
  const sent = Object.values(content.examples ?? {}).map(({ summary = '', value }) =>
    example(`Example of a body: ${summary}`, value),
  )
  return `<h4>Body</h4>\n${members}${sent.join('')}`
}

/** Statuses that mean something else for each operation. */
const ownStatuses = ['200', '201', '400', '403', '404', '409', '422']

function responsesOf({ responses }: Operation): string {
  const own = Object.entries(responses).filter(([status]) => ownStatuses.includes(status))
  const successes = own.filter(([status]) => status < '300')
  const shown = successes.map(([status, { description, headers = {}, content = {} }]) => {
    const location = 'Location' in headers ? ' Its URL is in the header <code>Location</code>.' : ''
    const [value] = Object.values(content['application/json']?.examples ?? {}).map(({ value }) => value)
    const answer = value === undefined ? '' : example('Example of a response', value)
    return `<h4>Response</h4>\n<p><code>${status}</code> ${inline(description)}${location}</p>\n${answer}`
  })
  const refusals = own
    .filter(([status]) => status >= '300')
    .flatMap(([, response]) => errorRows(response).map(([, row]) => row))
  const common = `<p>And the ${link('#errors', 'errors of every request')}.</p>\n`
  return `${shown.join('')}<h4>Errors</h4>\n${table(errorColumns, refusals)}${common}`
}

/** The operations of a document, by their tags. */
export function operationSections(document: OpenApiDocument): string {
  const all = operationsOf(document)
  const seen = new Map<string, string>()
  const shown = (operation: Operation) => {
    const { operationId, method, path, summary, description, parameters } = operation
    const inPath = parameters.filter(each => each.in === 'path')
    const inQuery = parameters.filter(each => each.in === 'query')
    return `<section id="${operationId}">
<h3>${inline(summary)}</h3>
<p class="target">${code(`${method} ${path}`)}</p>
${paragraphs(description)}${parametersOf('Path', inPath)}${parametersOf('Query', inQuery)}${bodyOf(operation, seen, document)}${responsesOf(operation)}</section>
`
  }
  return document.tags
    .map(({ name, description }) => {
      const operations = all.filter(({ tags }) => tags.includes(name))
      return `<h2 id="${name.toLowerCase()}">${name}</h2>\n${paragraphs(description)}${operations.map(shown).join('')}`
    })
    .join('')
}

/** Links to the operations, by their tags. */
export function operationLinks(document: OpenApiDocument): string {
  const all = operationsOf(document)
  return document.tags
    .map(({ name }) => {
      const operations = all.filter(({ tags }) => tags.includes(name))
      const items = operations.map(
        ({ operationId, summary }) => `<li>${link(`#${operationId}`, inline(summary))}</li>\n`,
      )
      return `<h2>${link(`#${name.toLowerCase()}`, name)}</h2>\n<ul>\n${items.join('')}</ul>\n`
    })
    .join('')
}
