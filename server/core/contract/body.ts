import * as z from 'zod'
import { type BodyLimits, defaultLimits } from '../limits.js'
import { type Detail, Refusal, refuseDetails } from '../wire/errors.js'
import { unknownNames } from '../wire/wording.js'

/** The fields of a request body: those that can be written, and those that are known but read-only. */
export interface Body<Value = unknown> {
  /** Validates an object of writable fields; other fields are unknown. */
  schema: z.ZodType<Value>
  /** Fields that writes ignore, so that clients can send back what they have read. */
  readOnly: readonly string[]
}

type Shape = z.core.$ZodShape

/** Defines the body of a write: `members` are writable, the other fields of the object are ignored. */
export function bodyOf<Members extends Shape>(object: z.ZodObject, members: Members) {
  const schema = z.strictObject(members)
  return { schema, readOnly: Object.keys(object.shape).filter(name => !(name in members)) }
}

/** Adds defaults to the fields of a create. */
export function withDefaults<Members extends Shape, Defaults extends { [Name in keyof Members]?: unknown }>(
  members: Members,
  defaults: Defaults,
) {
  const shape = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [
      name,
      name in defaults ? z._default(schema, defaults[name]) : schema,
    ]),
  )
  return shape as {
    [Name in keyof Members]: Name extends keyof Defaults ? z.ZodDefault<Members[Name]> : Members[Name]
  }
}

/** Turns validation errors into details that tell a person what to fix. Their paths start with `at`. */
export function explain(error: z.ZodError, schema: z.ZodType, at: readonly string[] = []): Detail[] {
  return error.issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') {
      const isNoObject = issue.code === 'invalid_type' && issue.expected === 'object'
      return [{ path: [...at, ...path].join('.'), message: isNoObject ? 'must be an object' : issue.message }]
    }
    return unknownNames(issue.keys, 'field', { known: membersAt(schema, path), at: [...at, ...path] })
  })
}

/** Returns the field names of the object at a path of a schema; indices lead into arrays. */
function membersAt(schema: unknown, path: readonly string[]): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return membersAt(schema.unwrap(), path)
  const [step, ...rest] = path
  if (schema instanceof z.ZodArray) return membersAt(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  return step === undefined ? Object.keys(schema.shape) : membersAt(schema.shape[step], rest)
}

/** The refusal of a body larger than `limit` bytes. */
export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal('body_too_large', `The body is larger than ${limit} bytes; send less at a time`)

/** The refusal of a path with query longer than `limit` characters; undefined if it is short enough. */
export const urlTooLong = ({ length }: string, limit: number): Refusal | undefined =>
  length > limit
    ? new Refusal('url_too_long', `The URL has ${length} characters; the maximum is ${limit}`)
    : undefined

const empty = /^[\s\uFEFF]*(?:\{\s*\})?\s*$/

/** Parses the bytes of a body, which must be a JSON object. */
function parseObject(bytes: Uint8Array, limits?: Partial<BodyLimits>): Record<string, unknown> {
  const value = parseJson(bytes, limits)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const found = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`
    throw new Refusal('bad_json', `The body must be a JSON object such as {"name": "Room 1"}, not ${found}`)
  }
  return value as Record<string, unknown>
}

function parseJson(bytes: Uint8Array, limits?: Partial<BodyLimits>): unknown {
  const text = decode(bytes)
  if (text.trim() === '') throw new Refusal('bad_json', 'The body is empty; send a JSON object')
  const form = formOf(text)
  if (form !== undefined) throw new Refusal('bad_json', `The body is ${form}; send JSON`)
  refuseComplex(text, limits)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('bad_json', `The body is not valid JSON: ${withoutExcerpt((error as Error).message)}`)
  }
}

/** Recognizes another body format, such as one that a browser sends when JSON was forgotten. */
function formOf(text: string): string | undefined {
  if (/^--\S+(?:\r\nContent-Disposition: form-data|--\s*$)/i.test(text))
    return 'form data (multipart/form-data)'
  if (/^[\w.+*%[\]-]+=[^\s"{]*$/.test(text)) return 'a form (application/x-www-form-urlencoded)'
  return text === '[object Object]'
    ? 'the text [object Object], made of an object without JSON.stringify'
    : undefined
}

/** Removes the excerpt that the runtime quotes around the error: it may contain a password. */
const withoutExcerpt = (message: string) =>
  message.replace(/, (?:\.\.\.)?".*$/s, '').replace(/ in JSON\b/, '')

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    // The first two bytes of gzip; other encodings have no signature.
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    throw new Refusal(
      'bad_json',
      `The body is ${isCompressed ? 'compressed' : 'not valid UTF-8'}; send JSON encoded as UTF-8`,
    )
  }
}

/** Validates the body of a write and returns its writable fields. */
export function parseBody<Value>(body: Body<Value>, bytes: Uint8Array, limits?: Partial<BodyLimits>): Value {
  const sent = parseObject(bytes, limits)
  for (const name of body.readOnly) delete sent[name]
  const result = body.schema.safeParse(sent)
  if (result.success) return result.data
  throw refuseDetails('invalid', explain(result.error, body.schema))
}

/** Refuses a body for operations that have none: one meant to narrow a DELETE must not be ignored. */
export function refuseBody(bytes: Uint8Array, method: string): void {
  if (bytes.length === 0 || (bytes.length < 100 && empty.test(decode(bytes)))) return
  throw new Refusal('bad_request', `${method} does not take a body here; use query parameters instead`)
}

const defaultFields = 1_000

/**
 * Checked in one pass before parsing, because parsing tens of thousands of fields is slow.
 *
 * @throws {Refusal} if JSON is nested too deeply or has too many fields
 */
export function refuseComplex(
  json: string,
  { jsonDepth: most = defaultLimits.jsonDepth, fields: mostFields = defaultFields }: Partial<BodyLimits> = {},
): void {
  let depth = 0
  let fields = 0
  let quoted = false
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (quoted) {
      if (character === '\\') index++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === ':') fields++
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
