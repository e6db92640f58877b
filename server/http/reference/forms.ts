import { inHtml } from '../../core/index.js'
import { code } from './markup.js'

/** A JSON Schema, as far as the document uses it. */
export interface Schema {
  $ref?: string
  type?: string
  title?: string
  description?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  readOnly?: boolean
}

/** What patterns mean, by texts that they match: the first one counts. */
const meanings: readonly (readonly [matched: string, meaning: string])[] = [
  ['ada@example.com', 'an e-mail address'],
  ['#1D4E89', '`#RRGGBB`'],
  ['https://example.com', 'an `http://` or `https://` address, or `""`'],
  ['2026-11-21T14:30+01:00', 'ISO 8601, or `YYYY-MM-DD hh:mm`'],
  ['2026-11-21T14:30:00.000Z', 'UTC, ISO 8601'],
  ['2026-11-21 14:30', '`YYYY-MM-DD hh:mm`'],
  ['Europe/Lisbon', 'a name in the tz database'],
]

/** What a pattern asks for, in words; undefined if it has none. */
export function meaningOf(pattern: string): string | undefined {
  const expression = new RegExp(pattern, 'u')
  // Anything with a character that is not white space.
  if (expression.test('?')) return expression.test(' ') ? undefined : 'not blank'
  return meanings.find(([matched]) => expression.test(matched))?.[1]
}

const listed = (values: readonly unknown[]): string => {
  const texts = values.map(value => code(String(value)))
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

function lengthOf({ minLength, maxLength }: Schema): string[] {
  if (maxLength === undefined) return minLength === undefined ? [] : [`at least ${minLength} characters`]
  return [
    minLength === undefined ? `at most ${maxLength} characters` : `${minLength} to ${maxLength} characters`,
  ]
}

/** Type, form and limits of a value, in HTML. */
export function formOf(schema: Schema): string {
  const { type, anyOf, items, format, pattern, minimum, maxItems } = schema
  if (anyOf) return anyOf.map(formOf).join(', or ')
  if (schema.enum) return listed(schema.enum)
  if (schema.const !== undefined) return code(String(schema.const))
  if (items) {
    const most = maxItems === undefined ? '' : `, at most ${maxItems}`
    return items.enum
      ? `list of ${listed(items.enum).replace(' or ', ' and ')}`
      : `list of ${formOf(items).replace(/^integer\b/, 'integers')}${most}`
  }
  const meaning = pattern === undefined ? undefined : meaningOf(pattern)
  const words = [
    type ?? 'any value',
    ...(meaning === undefined ? [] : [inHtml(meaning).replace(/`([^`]+)`/g, '<code>$1</code>')]),
    ...(format === 'uri' ? ['a URL'] : []),
    ...(minimum === undefined ? [] : [`${minimum} or more`]),
    ...lengthOf(schema),
  ]
  return words.join(', ')
}

/** The default of a value, in HTML; nothing if it has none. */
export const defaultOf = (schema: Schema): string =>
  schema.default === undefined ? '' : code(JSON.stringify(schema.default))
