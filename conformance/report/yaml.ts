import { clean } from './clean.js'

/** What a diagnostic is made of. */
export type YamlValue =
  | string
  | number
  | readonly YamlValue[]
  | { readonly [name: string]: YamlValue | undefined }

const isList = (value: object): value is readonly YamlValue[] => Array.isArray(value)
const indented = (lines: readonly string[]) => lines.map(line => `  ${line}`)

/** A line of text stands in quotes, where nothing can be taken for something else; several lines stand as they are. */
function scalar(value: string | number): string[] {
  if (typeof value === 'number') return [String(value)]
  const text = clean(value)
  return text.includes('\n') ? ['|2-', ...indented(text.split('\n'))] : [JSON.stringify(text)]
}

/** The lines of a value as YAML; a text may have any content. */
export function yamlLines(value: YamlValue): string[] {
  if (typeof value !== 'object') return scalar(value)
  if (isList(value))
    return value.flatMap(item => yamlLines(item).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`))
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : memberLines(name, member),
  )
}

function memberLines(name: string, value: YamlValue): string[] {
  if (typeof value !== 'object') {
    const [first, ...rest] = scalar(value)
    return [`${name}: ${first}`, ...rest]
  }
  const lines = yamlLines(value)
  if (lines.length === 0) return [`${name}: ${isList(value) ? '[]' : '{}'}`]
  return [`${name}:`, ...indented(lines)]
}
