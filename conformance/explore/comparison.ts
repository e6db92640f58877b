import { described } from '../runner/assertions.js'
import { instantOf } from '../runner/instants.js'
import { isObject, isSame, type Json, type JsonObject } from '../runner/json.js'
import type { Reply } from '../runner/reply.js'
import { expectedOf, learned, ruleOfMember } from './expected.js'
import type { Person } from './person.js'
import type { Thing, World } from './world.js'

export interface Reading {
  readonly reader: Person
  readonly reply: Reply
  /** What `fields` names; everything without it. */
  readonly fields?: readonly string[] | undefined
}

/** Whether a member reads as it must. Colours are compared without letter case, instants as instants. */
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

/** Holds an object that was read against the model, and learns from it what the document leaves open. */
export function compare(world: World, thing: Thing, read: JsonObject, reading: Reading): void {
  const { reader, reply, fields } = reading
  const expected = expectedOf(thing, reader)
  const isNamed = (member: string) => fields === undefined || fields.includes(member)
  const wrong = Object.keys(expected).filter(
    member =>
      isNamed(member) &&
      !(member === 'updated_at' && thing.isTouched) &&
      !isAs(member, expected[member], read[member]),
  )
  const [first] = wrong
  if (first !== undefined) {
    const shown = (of: JsonObject) =>
      Object.fromEntries(wrong.map(member => [member, readable(member, of[member]) ?? 'not there']))
    world.differ(ruleOfMember(thing, first), {
      message: `${wrong.join(', ')} of ${thing.kind} ${thing.id} must be as written, and ${wrong.length > 1 ? 'are' : 'is'} not: ${described(reply)}`,
      expected: shown(expected),
      actual: shown(read),
      replies: [reply],
    })
  }
  if (fields) onlyNamed(world, read, fields, reply)
  learn(world, thing, read, reading)
}

const readable = (member: string, value: Json | undefined) =>
  typeof value === 'number' && member.endsWith('_utc') ? new Date(value).toISOString() : value

function onlyNamed(world: World, read: JsonObject, fields: readonly string[], reply: Reply): void {
  const there = Object.keys(read)
  const more = there.filter(member => !fields.includes(member))
  const missing = fields.filter(member => member !== 'user' && !there.includes(member))
  if (more.length + missing.length === 0) return
  world.differ(reply.pagination === undefined ? 'LIST-27' : 'LIST-26', {
    message: `fields=${fields.join(',')} must show these members and no other ones: ${described(reply)}`,
    expected: fields,
    actual: there,
    replies: [reply],
  })
}

function learn(world: World, thing: Thing, read: JsonObject, { reply, fields }: Reading): void {
  const before = thing.known.updated_at
  if (thing.isTouched && read.updated_at !== undefined) {
    if (before !== undefined && Number(instantOf(read.updated_at)) < Number(instantOf(before))) {
      world.differ(thing.kind === 'resource' ? 'RES-32' : thing.kind === 'booking' ? 'BKG-25' : 'COL-19', {
        message: `updated_at of ${thing.kind} ${thing.id} went back`,
        expected: before,
        actual: read.updated_at,
        replies: [reply],
      })
    }
    thing.known.updated_at = read.updated_at
    thing.isTouched = false
  }
  if (fields) return
  for (const member of learned[thing.kind]) {
    const value = read[member]
    if (thing.known[member] === undefined && value !== undefined) thing.known[member] = value
  }
}

/** The object of a single read; undefined where there is none. */
export function objectIn(world: World, reply: Reply): JsonObject | undefined {
  if (isObject(reply.data)) return reply.data
  world.differ('ENV-06', {
    message: `${described(reply)} has no object under data`,
    actual: reply.body ?? reply.text,
    replies: [reply],
  })
  return undefined
}
