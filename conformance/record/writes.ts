import type { Kind } from '../catalogue/members.js'
import { type Exchange, replyOf } from '../http/exchange.js'
import { type Asked, decoded } from './asked.js'
import type { Thing, Things } from './things.js'

/** A request that may have changed something. */
export interface Write {
  readonly asked: Asked
  /** When it was sent and when it was answered, as event counts. */
  readonly began: number
  ended: number
  /** Whether its effect is unknown, because no response came. */
  isLost: boolean
  /** The resources whose bookings it concerns; undefined if it may be any. */
  readonly resources: ReadonlySet<string> | undefined
  /** The addresses, in lower case, that the account of the caller has had or asked for. */
  readonly addresses: ReadonlySet<string>
}

/** Whether a request may change something. */
export const isWrite = ({ method, kind }: Asked) =>
  (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') || kind === undefined

/** Whether an id in a path can identify only one object: others, such as `7abc`, are for the target to interpret. */
export const isPlainId = (id: string) => /^-?[1-9]\d*$/.test(id)

const meansId = (path: string, id: string) =>
  path === id || (!isPlainId(path) && String(Number.parseInt(decoded(path).trim(), 10)) === id)

/** Returns the resources whose bookings a write concerns when it is sent; undefined if it may be any. */
function resourcesOf(asked: Asked, things: Things): ReadonlySet<string> | undefined {
  const { kind, schedule, id, resource, body, method } = asked
  if (kind !== 'booking') return new Set()
  const found = new Set<string>()
  const to = body?.resource_id
  if (to !== undefined) {
    if (!Number.isInteger(to)) return undefined
    found.add(String(to))
  }
  if (method === 'POST') return to === undefined ? undefined : found
  if (resource !== undefined && isPlainId(resource)) return found.add(resource)
  if (id === undefined || !isPlainId(id)) return undefined
  const from = things.find('booking', schedule, id)?.members.get('resource_id')
  if (!from || from.or) return undefined
  return found.add(String(from.value))
}

/** Whether a write names an object of its own kind. */
export function names(asked: Asked, thing: Thing): boolean {
  const { kind, schedule, id, resource, query, method } = asked
  if (kind !== thing.kind || schedule !== thing.schedule || method === 'POST') return false
  if (id !== undefined) return meansId(id, thing.id)
  if (resource !== undefined && thing.kind === 'booking') {
    const of = thing.members.get('resource_id')
    if (of && !of.or && isPlainId(resource) && String(of.value) !== resource) return false
  }
  return query.ids === undefined || query.ids === 'odd' || query.ids.includes(thing.id)
}

/**
 * The members that a write may change in an object, with `existence` if it may remove the object; `all` for all of these,
 * undefined for nothing.
 */
export type Reach = 'all' | ReadonlySet<string> | undefined

const removal: ReadonlySet<string> = new Set(['existence'])

/** Whether the object may be removed. */
export const mayRemove = (reach: Reach): boolean => reach === 'all' || reach?.has('existence') === true

const dates: ReadonlySet<string> = new Set(['updated_at'])
const shownAccount: ReadonlySet<string> = new Set(['user', 'email', 'updated_at'])

/** Returns what a write may change in an object, directly or as a consequence. */
export function reachOf(write: Write, thing: Thing): Reach {
  const { asked } = write
  const { kind, schedule, method } = asked
  if (kind === 'user') return accountReach(write, thing)
  if (names(asked, thing) || isMovedBy(asked, thing)) return ownReach(asked)
  // Other requests, such as the link of an e-mail, may change accounts.
  if (kind === undefined) {
    return thing.kind === 'user' ? 'all' : thing.kind === 'collaborator' ? shownAccount : undefined
  }
  if (schedule !== thing.schedule) return undefined
  if (kind === 'booking' && thing.kind === 'resource')
    return (write.resources?.has(thing.id) ?? true) ? dates : undefined
  if (kind === 'resource' && thing.kind === 'booking' && method === 'DELETE') {
    const of = thing.members.get('resource_id')
    return !of || of.or !== undefined || namesResource(asked, String(of.value)) ? 'all' : undefined
  }
  return undefined
}

/** Whether a write may change anything in an object. */
export const mayTouch = (write: Write, thing: Thing): boolean => reachOf(write, thing) !== undefined

/** Returns what several writes may change in an object. */
export function jointReach(writes: readonly Write[], thing: Thing): Reach {
  let found: Set<string> | undefined
  for (const write of writes) {
    const reach = reachOf(write, thing)
    if (reach === undefined) continue
    if (reach === 'all') return reach
    found ??= new Set()
    for (const name of reach) found.add(name)
  }
  return found
}

/** The members in UTC that change with the local times sent. */
export const instants: Readonly<Record<string, string>> = { start: 'start_utc', end: 'end_utc' }

/** Whether the query of a write has the meaning that the document defines, and nothing else. */
export const isPlainQuery = ({ query, id, kind }: Asked): boolean =>
  query.ids !== 'odd' &&
  [...query.given.keys()].every(name => name === 'ids' && id === undefined && kind !== 'user')

function ownReach(asked: Asked): Reach {
  const { method, kind, body = {} } = asked
  // Until an object is gone, it reads as before.
  if (method === 'DELETE' && kind !== 'user') return removal
  if (method !== 'PUT' || !isPlainQuery(asked) || (kind === 'user' && body.email !== undefined)) return 'all'
  const found = new Set(['updated_at'])
  for (const member of Object.keys(body)) {
    found.add(instants[member] ?? member)
    if (instants[member]) found.add('all_day_display')
  }
  return found
}

/** Whether a write may have moved the object to where it is. */
function isMovedBy({ kind, schedule, resource, query, body }: Asked, thing: Thing): boolean {
  if (kind !== 'booking' || resource === undefined || schedule !== thing.schedule) return false
  const isIn = String(thing.members.get('resource_id')?.value) === String(body?.resource_id)
  return isIn && (!Array.isArray(query.ids) || query.ids.includes(thing.id))
}

const namesResource = ({ id, query }: Asked, resource: string) =>
  id !== undefined
    ? meansId(id, resource)
    : query.ids === undefined || query.ids === 'odd' || query.ids.includes(resource)

/** The account itself, and the collaborators that may show it by any of its addresses, including the requested one. */
function accountReach({ asked, addresses }: Write, thing: Thing): Reach {
  const { caller } = asked
  if (thing.kind === 'user') {
    const isOwn = [caller, addressIn(asked)].some(address => thing.addresses.has(address.toLowerCase()))
    return isOwn ? ownReach(asked) : undefined
  }
  if (thing.kind !== 'collaborator') return undefined
  const shown = thing.members.get('email')
  const email = String(shown?.value).toLowerCase()
  if (shown && !addresses.has(email) && email !== addressIn(asked).toLowerCase()) return undefined
  return mayEndCollaborations(asked) ? 'all' : shownAccount
}

/** Whether a request about an account may end its collaborations: a deletion, or an update that forbids collaboration. */
export const mayEndCollaborations = ({ method, body }: Asked): boolean =>
  method !== 'PUT' || body?.allow_collaboration === false

/** Returns the address that an account has after a write. */
export const addressIn = ({ body, caller }: Asked): string =>
  body?.email === undefined ? caller : String(body.email).trim()

/** Whether a write may change objects of the kind that a request asks for, or the account of the caller. */
function mayConcern({ asked: { kind, schedule } }: Write, asked: Asked): boolean {
  if (kind === undefined || asked.kind === undefined) return true
  if (kind === 'user') return true
  if (asked.schedule !== schedule) return false
  return kind === asked.kind || (kind !== 'collaborator' && asked.kind !== 'collaborator')
}

/** The writes of a run. */
export interface Writes {
  begin(asked: Asked): Write
  /** `isLost`: its effect is unknown. `isVoid`: it changed nothing. */
  end(write: Write, how: { isLost: boolean; isVoid: boolean; isUnanswered: boolean }): void
  /** Returns the writes in progress at some time since an event that may change what a request asks for, except `but`. */
  since(event: number, asked: Asked, but?: Write): readonly Write[]
  /** Creates that may have made an object about which nothing is known. */
  readonly lost: readonly Write[]
}

export function createWrites(tick: () => number, things: Things): Writes {
  const open = new Set<Write>()
  /** In the order in which they ended. */
  const ended: Write[] = []
  const lost: Write[] = []
  return {
    lost,
    begin(asked) {
      const resources = resourcesOf(asked, things)
      const known = things.find('user', '', asked.caller)?.addresses
      const addresses = known ?? new Set([asked.caller.toLowerCase()])
      const write = {
        ...{ asked, resources, addresses, began: tick() },
        ...{ ended: Number.POSITIVE_INFINITY, isLost: false },
      }
      open.add(write)
      return write
    },
    end(write, { isLost, isVoid, isUnanswered }) {
      // Without a response, the target may still carry it out.
      if (isUnanswered && write.asked.method !== 'POST') {
        write.isLost = true
        return
      }
      open.delete(write)
      write.ended = tick()
      write.isLost = isLost
      if (!isVoid) ended.push(write)
      if (isLost && write.asked.method === 'POST') lost.push(write)
    },
    since(event, asked, but) {
      const last = ended.at(-1)
      if (open.size === 0 && (!last || last.ended < event)) return none
      const found: Write[] = []
      for (const write of open) if (write !== but && mayConcern(write, asked)) found.push(write)
      for (let index = ended.length - 1; index >= 0; index--) {
        const write = ended[index]
        if (!write || write.ended < event) break
        if (write !== but && mayConcern(write, asked)) found.push(write)
      }
      return found
    },
  }
}

const none: readonly Write[] = []

/** The scope of a list. */
export interface ListScope {
  readonly kind: Kind
  readonly schedule: string
  readonly resource: string | undefined
  readonly ids: readonly string[] | undefined
  /** Whether all ids belong to existing objects, so that no new one gets them. */
  readonly isTaken: boolean
}

/** Whether a write may change which objects of a kind are in a schedule, or in the bookings of a resource. */
export function mayChangeList(write: Write, { kind, schedule, resource, ids, isTaken }: ListScope): boolean {
  const { asked } = write
  if (asked.kind === undefined) return kind === 'collaborator'
  // With a new address, two collaborators may turn out to be the same person. Deleting an account, or forbidding
  // collaboration, may remove its collaborators.
  if (asked.kind === 'user')
    return kind === 'collaborator' && (mayEndCollaborations(asked) || asked.body?.email !== undefined)
  if (asked.schedule !== schedule) return false
  if (asked.kind === 'resource' && kind === 'booking') return asked.method === 'DELETE'
  if (asked.kind !== kind) return false
  // A create may reuse a free id.
  if (asked.method === 'POST') {
    if (isTaken) return false
    return resource === undefined || String(asked.body?.resource_id ?? resource) === resource
  }
  if (ids && asked.id !== undefined) return ids.some(id => meansId(asked.id ?? '', id))
  if (ids && Array.isArray(asked.query.ids)) return asked.query.ids.some(id => ids.includes(id))
  if (resource === undefined) return true
  return write.resources?.has(resource) ?? true
}

/**
 * Whether a response is complete and says what became of the request: a proxy answers 408 for a service that may go on, and
 * a response that is not JSON, where another media type is accepted, may mean anything (ENV-18).
 */
export const saysOutcome = (exchange: Exchange) => {
  const { request, answer } = exchange
  const isSaid = answer.status < 500 && answer.status !== 408 && answer.excess === undefined
  return isSaid && (request.accept === undefined || replyOf(exchange).ok)
}
