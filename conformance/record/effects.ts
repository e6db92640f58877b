import { bookingTexts, defaults, type Kind } from '../catalogue/members.js'
import type { Exchange } from '../http/exchange.js'
import type { Json, JsonObject } from '../http/json.js'
import type { Asked } from './asked.js'
import { newThing, type Thing, type Things, unlearn } from './things.js'
import { isWritable, type Source, utcOfSent, valueAfter } from './values.js'
import {
  addressIn,
  instants,
  isPlainId,
  isPlainQuery,
  jointReach,
  mayEndCollaborations,
  mayRemove,
  mayTouch,
  names,
  type Reach,
  reachOf,
  type Write,
} from './writes.js'

/** What a write did, as far as its response shows. */
export interface Outcome {
  readonly write: Write
  readonly exchange: Exchange
  readonly isAccepted: boolean
  /** Whether the caller owns the schedules: a target may report success to strangers, and do nothing. */
  readonly isOwner: boolean
  /** The time zone of the caller; undefined if it is not known. */
  readonly zone: string | undefined
  /** Concurrent writes. */
  readonly others: readonly Write[]
}

const isSingle = ({ asked: { id, kind } }: Write) => id !== undefined || kind === 'user'

/** Records the members of an accepted body; members that it leaves open become unknown. */
function write(thing: Thing, outcome: Outcome, source: Source, isSure: boolean): void {
  const { asked } = outcome.write
  const body = asked.body ?? {}
  for (const member of Object.keys(body)) {
    const sent = body[member] as Json
    const instant = thing.kind === 'booking' ? instants[member] : undefined
    const name = instant ?? member
    if (!isWritable(thing.kind, member, source === 'create')) continue
    const value = instant ? utcOfSent(sent, outcome.zone) : valueAfter(thing.kind, member, sent)
    // If the times are no longer midnight, the flag may be cleared.
    if (instant && source !== 'create') thing.members.delete('all_day_display')
    if (value === undefined || !isSure) thing.members.delete(name)
    else thing.members.set(name, { value, source, by: outcome.exchange, or: undefined })
  }
}

/** A refused update should change nothing; whether it was partly carried out is for the checks to find. */
function doubt(thing: Thing, { write: { asked } }: Outcome): void {
  for (const [member, sent] of Object.entries(asked.body ?? {})) {
    const name = instants[member] ?? member
    const known = thing.members.get(name)
    const value: Json | undefined = name === member ? valueAfter(thing.kind, member, sent) : undefined
    if (!known) continue
    if (value === undefined) thing.members.delete(name)
    else
      thing.members.set(name, {
        value: known.value,
        source: known.source,
        by: known.by,
        or: [...(known.or ?? []), value],
      })
  }
}

/** Records a create, and returns the object that had this id at the time, if any. */
export function recordCreate(things: Things, outcome: Outcome, id: string): Thing | undefined {
  const { exchange, others } = outcome
  const { kind, schedule, body = {}, query } = outcome.write.asked
  if (kind === undefined || kind === 'user') return undefined
  const before = things.find(kind, schedule, id)
  const wasThere = before?.existence === 'there' && !others.some(other => mayTouch(other, before))
  const thing = newThing({ kind, schedule, id, by: exchange, createdBy: exchange, born: outcome.write.ended })
  write(thing, outcome, 'create', query.given.size === 0)
  if (query.given.size === 0) {
    for (const { name, value } of defaultsOf[kind]) {
      if (body[name] === undefined)
        thing.members.set(name, { value, source: 'default', by: exchange, or: undefined })
    }
  }
  const reach = jointReach(others, thing)
  if (reach === 'all') thing.members.clear()
  else unlearn(thing, ...(reach ?? []))
  if (mayRemove(reach)) thing.existence = 'open'
  things.add(thing)
  if (kind === 'booking') touchResources(things, outcome.write)
  return wasThere ? before : undefined
}

/** Section 2.1 says this about resources only. */
const unsetTexts = Object.fromEntries(bookingTexts.map(name => [name, '']))

const pairs = (members: JsonObject) => Object.entries(members).map(([name, value]) => ({ name, value }))

const defaultsOf = {
  resource: pairs(defaults.resource),
  booking: pairs({ ...defaults.booking, ...unsetTexts, all_day_display: false }),
  collaborator: pairs(defaults.collaborator),
}

/** Records an update or a deletion. */
export function recordChange(things: Things, outcome: Outcome): void {
  const { kind } = outcome.write.asked
  if (kind === undefined) followLink(things)
  else if (kind === 'user') changeAccount(things, outcome)
  else changeObjects(things, kind, outcome)
}

function changeObjects(things: Things, kind: Kind, outcome: Outcome): void {
  const { write: written } = outcome
  const { asked } = written
  const { method } = asked
  const named = namedBy(asked, kind, things)
  const isWhole = areThere(asked, kind, things)
  for (const thing of named) {
    if (method === 'DELETE') remove(things, thing, outcome, isWhole)
    else update(thing, outcome, isWhole)
  }
  if (kind === 'resource' && method === 'DELETE') doubtBookingsOf(named, things)
  if (kind === 'booking') touchResources(things, written)
}

/**
 * Whether all objects that a request names exist: a target may report success and do nothing if one of them does not, or if
 * it does not recognize the id (RES-45, BULK-17).
 */
function areThere({ id, query, schedule }: Asked, kind: Kind, things: Things): boolean {
  if (id !== undefined) return isPlainId(id)
  const isThere = (each: string) => things.find(kind, schedule, each)?.existence === 'there'
  return !Array.isArray(query.ids) || query.ids.every(isThere)
}

/** Writing a booking may count as an update of its resource. */
function touchResources(things: Things, { asked: { schedule }, resources }: Write): void {
  const concerned = resources
    ? [...resources].flatMap(id => things.find('resource', schedule, id) ?? [])
    : things.in('resource', schedule)
  for (const resource of concerned) unlearn(resource, 'updated_at')
}

/** Returns the objects that a write names and that may exist. */
function namedBy(asked: Asked, kind: Kind, things: Things): readonly Thing[] {
  const { id, schedule, query } = asked
  const ids =
    id !== undefined && isPlainId(id)
      ? [id]
      : id === undefined && Array.isArray(query.ids)
        ? query.ids
        : undefined
  const candidates = ids
    ? ids.flatMap(each => things.find(kind, schedule, each) ?? [])
    : things.in(kind, schedule)
  return candidates.filter(thing => thing.existence !== 'gone' && names(asked, thing))
}

function update(thing: Thing, outcome: Outcome, isWhole = true): void {
  const { write: written, isAccepted, others } = outcome
  unlearn(thing, 'updated_at')
  const source = isSingle(written) ? 'update' : 'bulk update'
  const isOpen = !isAccepted || (!outcome.isOwner && thing.kind !== 'user')
  if (isOpen && !written.isLost) {
    doubt(thing, outcome)
    return
  }
  const { resource } = written.asked
  const isInScope = resource === undefined || thing.members.get('resource_id')?.or === undefined
  const isKnown = resource === undefined || thing.members.has('resource_id')
  const isAlone = !others.some(other => clashes(reachOf(other, thing), written.asked.body ?? {}))
  const isMoving = resource !== undefined && others.some(other => moves(reachOf(other, thing)))
  // The object has been created in the meantime.
  const isNew = thing.born > written.began
  const isSure =
    isAccepted &&
    isWhole &&
    isInScope &&
    isKnown &&
    isAlone &&
    !isMoving &&
    !isNew &&
    isPlainQuery(written.asked)
  const isMove = thing.kind === 'booking' && written.asked.body?.resource_id !== undefined
  const before = isMove ? jointReach(others, thing) : undefined
  write(thing, outcome, source, isSure)
  // A concurrent request may have reached it before or after the move.
  for (const reach of isMove ? [before, jointReach(others, thing)] : []) {
    if (mayRemove(reach)) thing.existence = 'open'
    if (reach === 'all') thing.members.clear()
    else unlearn(thing, ...(reach ?? []))
  }
}

const moves = (reach: Reach) => reach === 'all' || (reach?.has('resource_id') ?? false)

const clashes = (reach: Reach, body: JsonObject) =>
  reach === 'all' ||
  (reach !== undefined && Object.keys(body).some(name => reach.has(instants[name] ?? name)))

function remove(things: Things, thing: Thing, outcome: Outcome, isWhole: boolean): void {
  const { write: written, isAccepted, exchange } = outcome
  const { id, query } = written.asked
  const isOfIds = Array.isArray(query.ids) && (query.given.size === 1 || query.given.get('all') === '0')
  const isOfAll = query.given.size === 1 && query.given.get('all') === '1'
  const isPlainDelete = id !== undefined ? query.given.size === 0 && id === thing.id : isOfIds || isOfAll
  if (!isAccepted && !written.isLost) {
    // A bulk deletion that is refused because of one object may have deleted the others.
    if (id === undefined && (isOfAll || (isOfIds && query.ids.length > 1))) thing.existence = 'open'
    return
  }
  const isOther = thing.born > written.began
  const isElsewhere = written.asked.resource !== undefined && !thing.members.has('resource_id')
  const isSure = isPlainDelete && isWhole && outcome.isOwner && !written.isLost && !isOther && !isElsewhere
  if (isSure) things.remove(thing, exchange)
  else thing.existence = 'open'
}

/** The bookings of resources that a request may have deleted may be gone, too. */
function doubtBookingsOf(resources: readonly Thing[], things: Things): void {
  const doubted = resources.filter(({ existence }) => existence !== 'there')
  const ids = new Set(doubted.map(({ id }) => id))
  for (const booking of doubted[0] ? things.in('booking', doubted[0].schedule) : []) {
    const of = booking.members.get('resource_id')
    if (of && !of.or && !ids.has(String(of.value))) continue
    booking.existence = 'open'
    // What is left of them may have no resource, or another one.
    unlearn(booking, 'resource_id', 'updated_at')
  }
}

function changeAccount(things: Things, outcome: Outcome): void {
  const { write: written, isAccepted, exchange } = outcome
  const { asked } = written
  const account = things.account(asked.caller, exchange)
  if (asked.method === 'PUT') {
    const address = addressIn(asked)
    if (address !== asked.caller && (isAccepted || written.isLost)) {
      // It may have the new address from now on, with values that an account with that address did not have.
      const renamed = things.account(address, exchange)
      for (const one of [account, renamed]) one.isOpen = true
      account.addresses.add(address.toLowerCase())
      for (const each of account.addresses) renamed.addresses.add(each)
      renamed.members.clear()
      renamed.latest = undefined
    }
    update(account, outcome)
    forgetOthers(things, account, outcome)
  } else if (isAccepted || written.isLost) {
    account.members.clear()
    account.isOpen = true
  }
  if (!isAccepted && !written.isLost) return
  for (const shown of things.collaborators()) {
    if (!mayTouch(written, shown)) continue
    unlearn(shown, 'user', 'updated_at', ...(account.isOpen ? ['email'] : []))
    if (mayEndCollaborations(asked)) shown.existence = 'open'
  }
}

/** A change may belong to another account that has had the address, as long as ids do not tell them apart. */
function forgetOthers(things: Things, account: Thing, { write: { asked } }: Outcome): void {
  const address = asked.caller.toLowerCase()
  for (const other of things.accounts()) {
    if (other !== account && other.addresses.has(address))
      unlearn(other, ...Object.keys(asked.body ?? {}), 'updated_at')
  }
}

/** A request outside section 4, such as the link of an e-mail, may change accounts. */
function followLink(things: Things): void {
  for (const shown of things.collaborators()) unlearn(shown, 'user', 'updated_at', 'email')
}
