import type { Reply } from './call.js'
import { Refusal } from './errors.js'

/** What every answer carries: nobody keeps it, and no browser takes it for something else. */
export const fixedHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const json = { 'content-type': 'application/json; charset=utf-8', ...fixedHeaders }

/** An answer whose text is complete JSON already; it ends its line, for those who read it in a terminal. */
export function reply(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...json, ...headers }, body: `${body}\n` }
}

/** The answer to an update or delete: only `success` (section 1). */
export const done: Reply = reply(200, '{"success":true}')

/** One object, given as JSON text. */
export const one = (object: string): Reply => reply(200, `{"success":true,"data":${object}}`)

/** A list of objects, given as JSON texts. */
export const many = (objects: readonly string[], pagination: object): Reply =>
  reply(200, `{"success":true,"data":[${objects.join(',')}],"pagination":${JSON.stringify(pagination)}}`)

/** The answer to a create: an array of one object that holds only the id (section 1). */
export const created = (id: number | string, location: string): Reply =>
  reply(201, `{"success":true,"data":[{"id":${JSON.stringify(id)}}]}`, { location })

/** The answer to a refused request. */
export function refused(refusal: Refusal): Reply {
  const { code, message, details } = refusal
  const error = details.length === 0 ? { code, message } : { code, message, details }
  return reply(refusal.status, JSON.stringify({ success: false, error }), refusal.headers)
}

/** What an outsider learns of a defect: nothing but that it is one. */
export const defective: Reply = refused(
  new Refusal('internal', 'Internal error: a bug in the service. See its log'),
)
