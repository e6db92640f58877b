import type { Parts, Reply } from './call.js'
import { Refusal } from './errors.js'

/** Headers of every response: no caching, no content sniffing. */
export const fixedHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

const json = { 'content-type': 'application/json; charset=utf-8', ...fixedHeaders }

/** A response with JSON text, followed by a line break for terminals. */
export function reply(status: number, body: string, headers?: Readonly<Record<string, string>>): Reply {
  return { status, headers: headers ? { ...json, ...headers } : json, body: `${body}\n` }
}

/** The response to OPTIONS, with the methods of a path. */
export const allowing = (methods: readonly string[]): Reply =>
  reply(200, '{"success":true}', { allow: [...methods, 'OPTIONS'].join(', ') })

/** The response to an update or delete: only `success` (section 1). */
export const done: Reply = reply(200, '{"success":true}')

/** A response with one object, given as JSON text. */
export const one = (object: string): Reply => reply(200, `{"success":true,"data":${object}}`)

/** The text before and after the objects of a list. */
export const listStart = '{"success":true,"data":['
export const listEnd = (pagination: object) => `],"pagination":${JSON.stringify(pagination)}}`

/** A response with a list of objects, given as JSON texts. */
export const many = (objects: readonly string[], pagination: object): Reply =>
  reply(200, listStart + objects.join(',') + listEnd(pagination))

/** A response with a long list, which is produced while it is sent. */
export const manyInParts = (parts: Parts): Reply => ({ status: 200, headers: json, body: '', parts })

/** The response to a create: an array of one object with only the id (section 1). */
export const created = (id: number | string, location: string): Reply =>
  reply(201, `{"success":true,"data":[{"id":${JSON.stringify(id)}}]}`, { location })

/** The response to a refused request. */
export function refused(refusal: Refusal): Reply {
  const { code, message, details, why } = refusal
  const error = details.length === 0 ? { code, message } : { code, message, details }
  return {
    ...reply(refusal.status, JSON.stringify({ success: false, error }), refusal.headers),
    error: why === undefined ? error : { ...error, why },
  }
}

/** The response to an internal error, without details. */
export const defective: Reply = refused(
  new Refusal('internal', 'Internal error: a bug in the service. See its log'),
)
