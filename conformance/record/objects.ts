import {
  hasType,
  type Kind,
  type MemberType,
  mayBeUnset,
  membersOf,
  personMembers,
} from '../catalogue/members.js'
import { instantOf, isLater, isUtc } from '../check/instants.js'
import { isObject, type Json, type JsonObject } from '../http/json.js'
import type { Asked } from './asked.js'
import type { Judging } from './judging.js'
import { type AnswerRule, ruleOfValue, rulesOf } from './rules.js'
import { type Known, marks, type Thing } from './things.js'
import { agrees, isWritten, shownValue } from './values.js'
import { isPlainId, type Reach } from './writes.js'
import { localText } from './zones.js'

/** "booking 12" */
export const nameOf = (kind: Kind | 'user', { id }: JsonObject) =>
  kind === 'user' ? 'the account' : id === undefined ? `a ${kind}` : `${kind} ${JSON.stringify(id)}`

/** Judges an object by the document alone: its members, its schedule, its times. */
export function judgeForm(judging: Judging, object: JsonObject): void {
  const { asked, holds } = judging
  const { kind, query } = asked
  if (kind === undefined) return
  judgeMembers(judging, kind, object)
  const own = rulesOf[kind]
  if (object.schedule_id !== undefined && kind !== 'user') {
    holds(own.schedule, object.schedule_id === asked.schedule, () => ({
      message: `${nameOf(kind, object)} is shown in the schedule ${asked.schedule} with another schedule_id`,
      expected: asked.schedule,
      actual: object.schedule_id,
    }))
  }
  if (kind === 'booking') {
    judgeUtc(judging, 'TIME-10.answers', object, 'start_utc')
    judgeUtc(judging, 'TIME-11.answers', object, 'end_utc')
    judgeBooking(judging, object)
  }
  judgeUtc(judging, own.clock, object, 'created_at')
  judgeUtc(judging, own.clock, object, 'updated_at')
  const { created_at, updated_at } = object
  const created = instantOf(created_at)
  const updated = instantOf(updated_at)
  if (created !== undefined && updated !== undefined) {
    holds(own.createdAt, !isLater(created, updated), () => ({
      message: `created_at of ${nameOf(kind, object)} is later than its updated_at`,
      expected: `created_at <= ${JSON.stringify(updated_at)}`,
      actual: created_at,
    }))
  }
  if (kind === 'collaborator' && query.fields === undefined) judgeCollaborator(judging, object)
}

/** Judges the form of a date or time: ISO 8601, in UTC; of start_utc the document says that it ends with Z (section 2.2). */
function judgeUtc(
  { asked: { kind }, holds }: Judging,
  rule: AnswerRule,
  object: JsonObject,
  member: string,
): void {
  const actual = object[member]
  if (kind === undefined || typeof actual !== 'string') return
  const isInUtc = member === 'start_utc' ? actual.endsWith('Z') : isUtc(actual)
  holds(rule, instantOf(actual) !== undefined && isInUtc, () => ({
    message: `${member} of ${nameOf(kind, object)} is not a time of ISO 8601 in UTC`,
    expected: 'a time such as 2023-01-02T03:04:05Z',
    actual,
  }))
}

/** The names of the members of each kind of object. */
const namesOf = Object.fromEntries(
  Object.entries(membersOf).map(([kind, members]) => [kind, Object.keys(members)]),
) as Record<Kind | 'user', string[]>

/** The rule about which members the response to this request has. */
const ruleOfMembers = ({ id, query }: Asked, kind: Kind | 'user'): AnswerRule =>
  query.fields === undefined
    ? rulesOf[kind].members
    : id === undefined
      ? 'LIST-26.answers'
      : 'LIST-27.answers'

/** Every requested member must be there with its type, and with `fields` no other. */
function judgeMembers({ asked, holds }: Judging, kind: Kind | 'user', object: JsonObject): void {
  const { fields } = asked.query
  if (fields === 'odd' || (kind === 'user' && fields)) return
  const rule = ruleOfMembers(asked, kind)
  const types = membersOf[kind]
  for (const name of namesOf[kind]) {
    const type = types[name] as MemberType
    if (fields && !fields.includes(name)) continue
    const value = object[name]
    // It is present only if the collaborator is registered.
    if (name === 'user' && value === undefined) continue
    // Whether it is set depends on what is known of the booking.
    if (isNothing(value) && mayBeUnset(kind, name)) continue
    if (value !== undefined && hasType(value, type)) continue
    // A wrong type breaks the rule of the member, not that of the parameter.
    holds(value === undefined ? rule : rulesOf[kind].members, false, () => ({
      message: `${name} of ${nameOf(kind, object)} must be ${value === undefined ? 'there' : `of type ${type}`}`,
      expected: type,
      actual: value === undefined ? `no member ${name}` : value,
    }))
  }
  const unnamed = fields ? Object.keys(object).filter(name => !fields.includes(name)) : []
  holds(rule, unnamed.length === 0, () => ({
    message: `an object has ${unnamed.join(', ')}, which fields does not name`,
    expected: fields,
    actual: Object.keys(object),
  }))
}

function judgeCollaborator({ holds }: Judging, object: JsonObject): void {
  holds('COL-11.answers', !Object.hasOwn(object, 'invite'), () => ({
    message: `a read of ${nameOf('collaborator', object)} shows invite, which exists only in the create request`,
    expected: 'no member invite',
    actual: object.invite,
  }))
  const { user } = object
  if (!isObject(user)) return
  const wrong = personMembers.find(name => typeof user[name] !== 'string')
  holds('COL-17.answers', wrong === undefined, () => ({
    message: `${wrong} of the user of ${nameOf('collaborator', object)} must be of type string`,
    expected: 'string',
    actual: wrong && user[wrong] === undefined ? `no member ${wrong}` : user[wrong ?? ''],
  }))
}

const utcOf = { start: 'start_utc', end: 'end_utc' } as const

function judgeBooking(judging: Judging, object: JsonObject): void {
  const { asked, holds, zone } = judging
  const { resource, query } = asked
  // Which resource another id names, such as 7abc, is for the target to interpret.
  if (resource !== undefined && isPlainId(resource) && object.resource_id !== undefined) {
    holds('BKG-30.answers', String(object.resource_id) === resource, () => ({
      message: `${nameOf('booking', object)} is in the list of resource ${resource} and has another resource_id`,
      expected: Number(resource),
      actual: object.resource_id,
    }))
  }
  for (const local of ['start', 'end'] as const) {
    const utc = utcOf[local]
    const instant = instantOf(object[utc])
    const expected = zone === undefined || instant === undefined ? undefined : localText(zone, instant)
    if (expected === undefined || object[local] === undefined) continue
    holds('TIME-12.answers', object[local] === expected, () => ({
      message: `${local} and ${utc} of ${nameOf('booking', object)} are not the same instant in ${zone}, the time zone of the caller`,
      expected: { [local]: expected, [utc]: object[utc] },
      actual: { [local]: object[local], [utc]: object[utc] },
    }))
  }
  const start = instantOf(object.start_utc)
  const end = instantOf(object.end_utc)
  if (typeof query.from === 'number' && start !== undefined) {
    // The precision of times is open (FILT-15).
    holds('FILT-12.answers', start >= Math.floor(query.from / 1000) * 1000, () => ({
      message: `${nameOf('booking', object)} starts before time_min`,
      expected: query.given.get('time_min'),
      actual: object.start_utc,
    }))
  }
  if (typeof query.until === 'number' && end !== undefined) {
    holds('FILT-12.answers', end < query.until, () => ({
      message: `${nameOf('booking', object)} does not end before time_max`,
      expected: query.given.get('time_max'),
      actual: object.end_utc,
    }))
  }
}

/** Whether the shown object is the known one, and not another with the same id. */
export function isSameObject(thing: Thing, object: JsonObject): boolean {
  const mark = marks[thing.kind]
  const known = thing.members.get(mark)
  const actual = object[mark]
  if (!known || known.value === '' || actual === undefined || !agrees(mark, known, actual)) return false
  const created = thing.members.get('created_at')
  return !created || object.created_at === undefined || agrees('created_at', created, object.created_at)
}

/** Whether the member may have this value. */
export const isOneOf = (known: Known, member: string, actual: Json) =>
  agrees(member, known, actual) ||
  known.or?.some(value => agrees(member, { value, source: 'update' }, actual)) === true

/** Members that are derived from others, or that readers may see differently. */
const unlearned = new Set(['start', 'end', 'all_day_display', 'id', 'schedule_id'])

/** Judges the values of an object against what the run knows of it, and learns what is new. */
export function judgeValues(judging: Judging, thing: Thing, object: JsonObject, reach: Reach): void {
  const { asked, exchange, zone } = judging
  if (reach === 'all') return
  const { kind } = thing
  const isList = kind !== 'user' && asked.id === undefined
  const hasFields = asked.query.fields !== undefined
  const source = isList ? 'list' : 'read'
  for (const member of namesOf[kind]) {
    const actual = shownValue(object, member)
    if (reach?.has(member) || (thing.isOpen && member === 'email')) continue
    if (member === 'user' && !hasFields) judgePresence(judging, thing, actual)
    const known = thing.members.get(member)
    if (isNothing(actual) && mayBeUnset(kind, member)) judgeUnset(judging, thing, member, actual)
    if (isNothing(actual) || (member === 'updated_at' && kind === 'user')) continue
    if (known) {
      const isRight = known.value === actual || isOneOf(known, member, actual)
      if (!isRight) differs(judging, { thing, member, known, actual, isList, hasFields })
      // A value known only from reads proves nothing the second time.
      else if (known.source === source && !known.or) continue
      else judging.keeps(ruleOfValue(kind, member, known, { isList, hasFields }))
    }
    if (unlearned.has(member) && !(kind === 'user' && member === 'id')) continue
    thing.members.set(member, { value: actual, source, by: exchange, or: undefined })
  }
  judging.keeps(hasFields ? 'LIST-28.answers' : 'CROSS-40.answers')
  if (kind === 'user') judging.keeps('USER-02.answers')
  if (kind === 'booking' && zone !== undefined) judgeLocalTimes(judging, thing, object, { zone, reach })
  judgeClock(judging, thing, object, reach)
}

const isNothing = (value: Json | undefined) => value === undefined || value === null

/** Judges a booking's text that is null or absent: it must be unset, and should then be the empty text (BKG-19). */
function judgeUnset({ asked, holds }: Judging, thing: Thing, member: string, actual: Json | undefined): void {
  const { fields } = asked.query
  const known = thing.members.get(member)
  if (!known || fields === 'odd' || (fields && !fields.includes(member))) return
  const what = `${member} of booking ${thing.id}`
  const evidence = {
    expected: known.value,
    actual: actual === undefined ? `no member ${member}` : actual,
    earlier: known.by,
  }
  if (!isOneOf(known, member, '')) {
    const must = actual === undefined ? 'there' : 'of type string'
    const rule = actual === undefined ? ruleOfMembers(asked, 'booking') : rulesOf.booking.members
    holds(rule, false, () => ({ message: `${what} must be ${must}`, ...evidence }))
    return
  }
  // The document does not say whether a text that was sent as "" counts as set.
  if (known.source !== 'default' && isWritten(known.source)) return
  const how = { isList: asked.id === undefined, hasFields: fields !== undefined }
  const was = known.source === 'default' ? 'was never set, and should be' : 'was read before as'
  holds(ruleOfValue('booking', member, known, how), false, () => ({
    message: `${what} ${was} the empty text`,
    ...evidence,
  }))
}

/** A collaborator shown as registered must stay so, and those whose accounts the run uses are registered. */
function judgePresence({ holds, things }: Judging, { id, members }: Thing, actual: Json | undefined): void {
  const known = members.get('user')
  const email = String(members.get('email')?.value)
  const account = things.find('user', '', email)
  // Another spelling may be nobody's address.
  const isOwn = account?.id === email && !account.isOpen
  const own = isOwn ? account.members.get('email') : undefined
  const isThere = actual !== undefined && actual !== null
  if (own)
    holds('COL-16.answers', isThere, () => ({
      message: `collaborator ${id} lacks the user, although ${own.value} is the address of an account`,
      expected: 'a member user',
      actual: 'no member user',
      earlier: own.by,
    }))
  if (!isThere)
    holds('COL-20.answers', known === undefined, () => ({
      message: `collaborator ${id} lacks the user that it had before, although nothing has changed it since`,
      expected: known?.value,
      actual: 'no member user',
      earlier: known?.by,
    }))
}

interface Difference {
  readonly thing: Thing
  readonly member: string
  readonly known: Known
  readonly actual: Json
  readonly isList: boolean
  readonly hasFields: boolean
}

function differs({ holds }: Judging, { thing, member, known, actual, ...how }: Difference): void {
  const { kind, id } = thing
  const what = `${member} of ${kind === 'user' ? 'the account' : `${kind} ${id}`}`
  const was = {
    create: 'differs from the value sent in the create',
    default: 'is not the default, although the create did not set it',
    update: 'differs from the value sent in the last update',
    'bulk update': 'differs from the value sent in the last bulk update',
    read: 'differs from an earlier read, although nothing has changed it since',
    list: 'differs from an earlier list, although nothing has changed it since',
  }[known.source]
  holds(ruleOfValue(kind, member, known, how), false, () => ({
    message: `${what} ${was}`,
    expected: known.or ? [known.value, ...known.or] : known.value,
    actual,
    earlier: known.by,
  }))
}

/** Judges times that are shown without the corresponding time in UTC. */
function judgeLocalTimes(
  { holds, asked }: Judging,
  thing: Thing,
  object: JsonObject,
  { zone, reach }: { zone: string; reach: Exclude<Reach, 'all'> },
): void {
  for (const member of ['start', 'end'] as const) {
    const known = thing.members.get(utcOf[member])
    const instant = known && !known.or ? instantOf(known.value) : undefined
    if (!known || instant === undefined || object[member] === undefined) continue
    if (object[utcOf[member]] !== undefined || reach?.has(utcOf[member])) continue
    const expected = localText(zone, instant)
    if (expected === undefined) continue
    const how = { isList: asked.id === undefined, hasFields: true }
    holds(ruleOfValue('booking', member, known, how), object[member] === expected, () => ({
      message: `${member} of booking ${thing.id} is not ${known.value} in ${zone}, the time zone of the caller`,
      expected,
      actual: object[member],
      earlier: known.by,
    }))
  }
}

/** Upper bounds for the difference of clocks between kit and target, and between the parts of a target. */
const [tolerance, skew] = [2 * 3_600_000, 600_000]

/** Judges the dates of an object that the run created: they must lie within the run, and updated_at must never go back. */
function judgeClock(
  { exchange, things, holds }: Judging,
  thing: Thing,
  object: JsonObject,
  reach: Exclude<Reach, 'all'>,
): void {
  const { kind, createdBy, latest } = thing
  const own = rulesOf[kind]
  for (const member of ['created_at', 'updated_at'] as const) {
    const instant = instantOf(object[member])
    if (instant === undefined || !createdBy) continue
    const isNear =
      instant > createdBy.sentAt - tolerance && instant < exchange.sentAt + exchange.took + tolerance
    holds(own.clock, isNear, () => ({
      message: `${member} of ${kind} ${thing.id} is not within this run, which created it`,
      expected: `about ${new Date(createdBy.sentAt).toISOString()}, in UTC`,
      actual: object[member],
      earlier: createdBy,
    }))
  }
  const updated = instantOf(object.updated_at)
  if (updated === undefined) return
  const created = instantOf(object.created_at)
  if (createdBy && created !== undefined) {
    const latestDue = created + exchange.sentAt + exchange.took - createdBy.sentAt
    holds(own.updatedAt, updated <= latestDue + skew, () => ({
      message: `updated_at of ${kind} ${thing.id} is later than this answer, by its created_at`,
      expected: `${new Date(latestDue).toISOString()} or earlier`,
      actual: object.updated_at,
      earlier: createdBy,
    }))
  }
  if (reach?.has('updated_at')) return
  if (latest) {
    // The parts of a distributed target may have slightly different clocks. Until that shows, the same millisecond does not
    // occur again.
    const isFormer = updated === latest.before && updated % 1000 !== 0 && !things.clocksDiffer
    const isInOrder = holds(own.updatedAt, updated >= latest.instant - 1000 && !isFormer, () => ({
      message: `updated_at of ${kind === 'user' ? 'the account' : `${kind} ${thing.id}`} has gone back`,
      expected: `${new Date(latest.instant).toISOString()} or later`,
      actual: object.updated_at,
      earlier: latest.by,
    }))
    if (isInOrder && updated < latest.instant) things.clocksDiffer = true
  }
  if (!latest || updated > latest.instant)
    thing.latest = { instant: updated, before: latest?.instant, by: exchange }
}
