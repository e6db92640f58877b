import { Refusal } from './errors.js'

/** How much one request may ask for. */
export interface Limits {
  /** Identifiers in one `ids` parameter. */
  ids: number
  /** Levels of objects and arrays in a body. */
  jsonDepth: number
}

/** How much one body may have. */
export interface BodyLimits extends Pick<Limits, 'jsonDepth'> {
  /** Fields, those of nested objects included. No object of the service has a tenth of the default of 1,000; seeds have more. */
  fields: number
}

export const defaultLimits: Limits = { ids: 1_000, jsonDepth: 32 }

/** The default limit of a body, in bytes. */
export const bodyLimit = 2 ** 20

/** What a service has that is not told otherwise. */
export const serviceDefaults = {
  /** `request_rate_limit` of an account that sets none: requests per 5 minutes. */
  requestRateLimit: 100_000,
  /** Resource names are unique in the whole service (section 2.1). */
  uniqueNames: 'service',
} as const

/** @throws {Refusal} if a query lists too many ids */
export function refuseManyIds(query: unknown, { ids: most = defaultLimits.ids }: Partial<Limits> = {}): void {
  const count = (query as { ids?: readonly number[] } | null)?.ids?.length ?? 0
  if (count <= most) return
  const message = `The query lists ${count} ids; the maximum is ${most}`
  throw new Refusal('bad_query', message, [{ path: 'ids', message: `lists ${count}, more than ${most}` }])
}

const codeOf = (character: string) => character.charCodeAt(0)
const quote = codeOf('"')
const backslash = codeOf('\\')
const openBrace = codeOf('{')
const closeBrace = codeOf('}')
const openBracket = codeOf('[')
const closeBracket = codeOf(']')
const colon = codeOf(':')

const defaultFields = 1_000

/** Whether a text has at most so many of some characters, even in strings: nearly all bodies have few. */
function hasFew(characters: string, text: string, most: number): boolean {
  let count = 0
  for (const character of characters) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      if (++count > most) return false
    }
  }
  return true
}

/**
 * Checked before parsing, in one pass: it takes long to parse tens of thousands of fields.
 *
 * @throws {Refusal} if JSON is nested too deeply or has too many fields
 */
export function refuseComplex(
  json: string,
  { jsonDepth: most = defaultLimits.jsonDepth, fields: mostFields = defaultFields }: Partial<BodyLimits> = {},
): void {
  if (hasFew('{[', json, most) && hasFew(':', json, mostFields)) return
  let depth = 0
  let fields = 0
  let quoted = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (quoted) {
      if (code === backslash) index++
      else if (code === quote) quoted = false
    } else if (code === quote) quoted = true
    else if (code === openBrace || code === openBracket) depth++
    else if (code === closeBrace || code === closeBracket) depth--
    else if (code === colon) fields++
    if (depth > most) {
      throw new Refusal('bad_json', `The body is nested more than ${most} levels deep; objects here are flat`)
    }
    if (fields > mostFields) {
      throw new Refusal(
        'bad_json',
        `The body has more than ${mostFields} fields; send only those that the object has`,
      )
    }
  }
}
