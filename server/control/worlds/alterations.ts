import { type Call, type OperationId, type Reply, reply, splitTarget } from '../../core/index.js'
import type { Manner, Visit } from './world.js'

/*
 * How worlds alter calls and replies. Objects are only altered in successful replies.
 */

/** A JSON object. */
export type Members = Record<string, unknown>

export const lists = ['listResources', 'listBookings', 'listResourceBookings', 'listCollaborators']

const readsOf = {
  resource: ['listResources', 'readResource'],
  booking: ['listBookings', 'listResourceBookings', 'readBooking'],
  collaborator: ['listCollaborators', 'readCollaborator'],
  user: ['readMe'],
}
export type Kind = keyof typeof readsOf
export const kinds = Object.keys(readsOf) as Kind[]

export const isOneOf = (names: readonly string[], operation: OperationId | undefined): boolean =>
  operation !== undefined && names.includes(operation)

/** Answers as usual. */
export const asUsual: Manner = ({ call, usual }) => usual(call)

/** Alters all replies. */
export const replies =
  (alter: (reply: Reply, visit: Visit) => Reply | Promise<Reply>): Manner =>
  async visit =>
    alter(await visit.usual(visit.call), visit)

/** Alters refusals. */
export const refusals = (alter: (reply: Reply) => Reply): Manner =>
  replies(reply => (reply.status >= 400 && reply.status < 500 ? alter(reply) : reply))

/** Returns the reply with another JSON body. */
export const withJson = (reply: Reply, body: unknown): Reply => ({
  ...reply,
  body: `${JSON.stringify(body)}\n`,
})

/** Returns the fields of a successful JSON reply; undefined for any other reply. */
export function membersOf({ status, body }: Reply): Members | undefined {
  if (status >= 300 || !body.startsWith('{')) return undefined
  return JSON.parse(body)
}

/** Alters the JSON of successful replies. */
export const successes = (alter: (members: Members, visit: Visit) => unknown): Manner =>
  replies((reply, visit) => {
    const members = membersOf(reply)
    return members ? withJson(reply, alter(members, visit)) : reply
  })

/** Alters objects of one kind in reads and lists; fields excluded by `fields` stay excluded. */
export const objects = (kind: Kind, alter: (object: Members) => Members): Manner => {
  const altered = successes(({ data, ...rest }, { call }) => {
    const isPartial = queryOf(call).has('fields')
    const each = (object: Members) => {
      const members = alter(object)
      if (!isPartial) return members
      return Object.fromEntries(Object.entries(members).filter(([name]) => name in object))
    }
    return { ...rest, data: Array.isArray(data) ? data.map(each) : each(data as Members) }
  })
  return visit => (isOneOf(readsOf[kind], visit.operation) ? altered(visit) : asUsual(visit))
}

/** Alters objects of every kind. */
export const allObjects = (alter: (object: Members) => Members): Manner =>
  inTurn(...kinds.map(kind => objects(kind, alter)))

/** Alters the pagination of lists. */
export const paginations = (alter: (pagination: Pagination) => object): Manner => {
  const altered = successes(({ pagination, ...rest }) => ({
    ...rest,
    pagination: { ...(pagination as Pagination), ...alter(pagination as Pagination) },
  }))
  return visit => (isOneOf(lists, visit.operation) ? altered(visit) : asUsual(visit))
}

export interface Pagination {
  limit: number
  offset: number
  page_count: number
  total_count: number
  links: { first: string; last: string; next?: string }
}

/** Combines several manners, the first one innermost. */
export const inTurn = (...manners: readonly Manner[]): Manner =>
  manners.reduce((inner, outer) => visit => outer({ ...visit, usual: call => inner({ ...visit, call }) }))

export const queryOf = ({ target }: Call): URLSearchParams => new URLSearchParams(splitTarget(target).query)

/** Returns the call with other query parameters; undefined removes one. */
export function withQuery(call: Call, parameters: Readonly<Record<string, string | undefined>>): Call {
  const query = queryOf(call)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  const { path } = splitTarget(call.target)
  return { ...call, target: query.size > 0 ? `${path}?${query}` : path }
}

/** Returns the call as one of the world's own, which the client did not send. */
export const extra = (call: Call): Call => ({ ...call, isExtra: true })

/** Creates another call with the same credentials, without a body. */
export const callBySame = (call: Call, method: string, target: string): Call => ({
  ...extra(call),
  method,
  target,
  body: new Uint8Array(),
})

/** Returns the JSON object in the body of a call; undefined if there is none. */
export function bodyOf({ body }: Call): Members | undefined {
  try {
    const value = JSON.parse(new TextDecoder().decode(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const withBody = (call: Call, members: Members): Call => ({
  ...call,
  body: new TextEncoder().encode(JSON.stringify(members)),
})

/** Creates a refusal in the form of the document. */
export const refusing = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => reply(status, JSON.stringify({ success: false, error: { code, message } }), headers)

/** Returns the reply with additional headers. */
export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})
