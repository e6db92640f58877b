import type { Kind } from '../catalogue/members.js'
import { describeRequest, mustBeAccepted, mustBeRefused } from '../check/assertions.js'
import { instantOf } from '../check/instants.js'
import { answerOf, meansSuccess, type Reply } from '../http/exchange.js'
import { isObject, isSame, type Json, type JsonObject } from '../http/json.js'
import { type Expectation, type ModelObject, type Person, type World, zoneOf } from './world.js'
import { isMidnight, shownTime } from './zones.js'

/** Members whose values are learned from the first read. */
const learned: Readonly<Record<Kind, readonly string[]>> = {
  resource: ['updated_at', 'created_at'],
  booking: ['title', 'link', 'link_title', 'note', 'custom_1', 'custom_2', 'updated_at', 'created_at'],
  collaborator: ['updated_at', 'created_at'],
}

/** The rules about each kind of object. */
export const kindRules = {
  resource: { created: 'RES-39', id: 'RES-02', read: 'RES-38', later: 'RES-32', member: 'RES-40' },
  booking: { created: 'BKG-29', id: 'BKG-02', read: 'BKG-28', later: 'BKG-25', member: 'BKG-26' },
  collaborator: { created: 'COL-09', id: 'COL-02', read: 'COL-21', later: 'COL-19', member: 'COL-20' },
} as const

/** The rules about single members, if any. */
const memberRules: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  resource: { created_at: 'RES-33', updated_at: 'CROSS-20', schedule_id: 'RES-03' },
  booking: {
    start: 'TIME-09',
    end: 'TIME-09',
    start_utc: 'TIME-10',
    end_utc: 'TIME-11',
    resource_id: 'BKG-07',
    all_day_display: 'BKG-21',
    created_at: 'BKG-25',
    updated_at: 'CROSS-20',
    schedule_id: 'BKG-03',
  },
  collaborator: { created_at: 'COL-19', updated_at: 'CROSS-20', email: 'COL-05', user_role: 'COL-22' },
}

/** The rule that a wrong member of an object breaks. */
const ruleOfMember = ({ kind, because }: ModelObject, member: string): string =>
  because[member] ?? memberRules[kind][member] ?? kindRules[kind].member

/** The members that a read must show to a reader, times and resource included. */
export function expectedOf({ id, known, span }: ModelObject, reader: Person): Record<string, Json> {
  if (!span) return { id, ...known }
  const zone = zoneOf(reader)
  const shown: Record<string, Json> = {
    id,
    ...known,
    resource_id: span.resource.id,
    start: shownTime(span.start, zone),
    end: shownTime(span.end, zone),
    start_utc: span.start,
    end_utc: span.end,
  }
  // The flag "applies only when, in the user's time zone, both start and end are at 0:00".
  const isShown = span.flag === false || (isMidnight(span.start, zone) && isMidnight(span.end, zone))
  if (span.flag !== undefined && isShown) shown.all_day_display = span.flag
  return shown
}

export interface Reading {
  readonly reader: Person
  readonly reply: Reply
  /** The members that `fields` names; all by default. */
  readonly fields?: readonly string[] | undefined
}

/** Whether a member reads as expected. Colours are compared without letter case, instants as instants. */
export function isAs(member: string, expected: Json | undefined, read: Json | undefined): boolean {
  if (expected === read) return true
  if (typeof expected === 'number' && member.endsWith('_utc')) return instantOf(read) === expected
  if (typeof expected === 'string' && typeof read === 'string') {
    return (
      (member.startsWith('color_') || member === 'email') && expected.toLowerCase() === read.toLowerCase()
    )
  }
  return isSame(expected, read)
}

/** Compares an object that was read with the model, and learns what the document leaves open. */
export function compare(world: World, object: ModelObject, read: JsonObject, reading: Reading): void {
  const { reader, reply, fields } = reading
  const expected = expectedOf(object, reader)
  const isNamed = (member: string) => fields === undefined || fields.includes(member)
  const wrong = Object.keys(expected).filter(
    member =>
      isNamed(member) &&
      !(member === 'updated_at' && object.isTouched) &&
      !isAs(member, expected[member], read[member]),
  )
  const [first] = wrong
  if (first !== undefined) {
    const shown = (of: JsonObject) =>
      Object.fromEntries(wrong.map(member => [member, readable(member, of[member]) ?? 'missing']))
    world.differ(ruleOfMember(object, first), {
      message: `${wrong.join(', ')} of ${object.kind} ${object.id} must be as written, and ${wrong.length > 1 ? 'are' : 'is'} not: ${describeRequest(reply)}`,
      expected: shown(expected),
      actual: shown(read),
      replies: [reply],
    })
  }
  if (fields) onlyNamed(world, read, fields, reply)
  learn(world, object, read, reading)
}

const readable = (member: string, value: Json | undefined) =>
  typeof value === 'number' && member.endsWith('_utc') ? new Date(value).toISOString() : value

function onlyNamed(world: World, read: JsonObject, fields: readonly string[], reply: Reply): void {
  const there = Object.keys(read)
  const more = there.filter(member => !fields.includes(member))
  const missing = fields.filter(member => member !== 'user' && !there.includes(member))
  if (more.length + missing.length === 0) return
  world.differ(reply.pagination === undefined ? 'LIST-27' : 'LIST-26', {
    message: `fields=${fields.join(',')} must show these members and no other ones: ${describeRequest(reply)}`,
    expected: fields,
    actual: there,
    replies: [reply],
  })
}

/** Milliseconds by which the clocks of a target's parts may differ. */
const clockTolerance = 1000

function learn(world: World, object: ModelObject, read: JsonObject, { reply, fields }: Reading): void {
  const before = object.known.updated_at
  if (object.isTouched && read.updated_at !== undefined) {
    if (
      before !== undefined &&
      Number(instantOf(read.updated_at)) < Number(instantOf(before)) - clockTolerance
    ) {
      world.differ(kindRules[object.kind].later, {
        message: `updated_at of ${object.kind} ${object.id} went back`,
        expected: before,
        actual: read.updated_at,
        replies: [reply],
      })
    }
    object.known.updated_at = read.updated_at
    object.isTouched = false
  }
  if (fields) return
  for (const member of learned[object.kind]) {
    const value = read[member]
    if (object.known[member] === undefined && value !== undefined) object.known[member] = value
  }
}

/** Returns the object of a single read; undefined if there is none. */
export function objectIn(world: World, reply: Reply): JsonObject | undefined {
  if (isObject(reply.data)) return reply.data
  world.differ('ENV-06', {
    message: `${describeRequest(reply)} has no object under data`,
    ...answerOf(reply),
  })
  return undefined
}

/** Compares the outcome of a request with the expected one. Returns whether it was accepted. */
export function assertOutcome(
  world: World,
  reply: Reply,
  { acceptBreaks, refuseBreaks }: Expectation,
): boolean {
  const { method, path, body } = reply.exchange.request
  // The document does not say that a list for a stranger is refused rather than empty,
  if (acceptBreaks === 'PERM-15' && Array.isArray(reply.data) && reply.data.length === 0) return false
  // nor that a bulk request of a stranger is refused: later reads show that it changed nothing,
  if (reply.ok && acceptBreaks === 'PERM-19' && method !== 'POST' && /\/(?:resources|bookings)$/.test(path))
    return false
  // nor that an update without members is accepted.
  if (method === 'PUT' && body === '{}' && acceptBreaks === undefined) return reply.ok
  if (reply.ok && acceptBreaks !== undefined) world.differ(acceptBreaks, mustBeRefused(reply))
  if (!reply.ok && refuseBreaks !== undefined)
    world.differ(meansSuccess(reply) ? 'ENV-03' : refuseBreaks, mustBeAccepted(reply))
  return reply.ok
}
