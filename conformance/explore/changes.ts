import { described } from '../runner/assertions.js'
import type { Reply } from '../runner/exchange.js'
import { isObject, type Json, type JsonObject } from '../runner/json.js'
import { compare, defaults, expectedOf, isAs } from './comparison.js'
import { pageOf } from './listing.js'
import {
  type Kind,
  type ModelCollection,
  type ModelObject,
  markDeleted,
  type Span,
  type World,
} from './world.js'

/** The rules that a create is about: its members, its id, and that no other object has that. */
const creation: Readonly<Record<Kind, { members: string; unique: string; there: string }>> = {
  resource: { members: 'RES-39', unique: 'RES-02', there: 'RES-38' },
  booking: { members: 'BKG-29', unique: 'BKG-02', there: 'BKG-28' },
  collaborator: { members: 'COL-09', unique: 'COL-02', there: 'COL-21' },
}

/** Adds a created object to the model: what was sent, plus the defaults. */
export function recordCreated(
  world: World,
  { collection, slot, schedule }: { collection: ModelCollection; slot: number; schedule: string },
  reply: Reply,
  { sent, span }: { sent: JsonObject; span?: Span },
): void {
  const { kind } = collection
  const data = [reply.data].flat()[0]
  const id = isObject(data) ? Number(data.id) : Number.NaN
  const problem = (rule: string, message: string) =>
    world.differ(rule, {
      message: `${described(reply)} ${message}`,
      actual: reply.body,
      replies: [reply],
    })
  if (!Number.isInteger(id)) {
    problem('ENV-09', 'was answered without a usable id')
    return
  }
  if ([...collection.objects.values()].some(object => object.id === id)) {
    problem(creation[kind].unique, `was answered with the id of another ${kind}`)
  }
  // That an address is kept, and that a role is viewer where none is sent, are rules of their own.
  const told = Object.keys(sent).filter(member => member !== 'email')
  const because = {
    ...(kind === 'collaborator' && { user_role: 'COL-08' }),
    ...Object.fromEntries(told.map(member => [member, creation[kind].members])),
  }
  collection.objects.set(slot, {
    kind,
    id,
    slot,
    known: { ...defaults[kind], ...sent, schedule_id: schedule },
    because,
    isTouched: true,
    ...(span && { span }),
  })
}

/** What a write changes in an object. */
export interface Change {
  readonly object: ModelObject
  readonly members: JsonObject
  readonly span?: Span | undefined
}

/** A write was accepted: these members are as they were sent, all other ones as they were. */
export function apply({ object, members, span }: Change, rule: string): void {
  Object.assign(object.known, members)
  for (const member of Object.keys(members)) object.because[member] = rule
  if (span) {
    object.span = span
    for (const member of ['start', 'end', 'start_utc', 'end_utc', 'resource_id', 'all_day_display']) {
      delete object.because[member]
    }
  }
  object.isTouched = true
}

/**
 * A write to several objects, or of several members, was refused: nothing of it should have been done, but that is no
 * must. Looks at what there is, and takes over what was done all the same.
 */
export async function readBack(
  world: World,
  collection: ModelCollection,
  changes: readonly Change[],
  rule: string,
): Promise<void> {
  const [owner] = world.people
  if (!owner || changes.length === 0) return
  const reply = await world
    .observer(owner)
    .get(collection.list, { ids: changes.map(({ object }) => object.id), limit: 0 })
  const page = reply.ok ? pageOf(world, reply) : undefined
  if (!page) return
  for (const change of changes) {
    const { object } = change
    const read = page.items.find(({ id }) => id === object.id)
    if (!read) {
      // That a refused bulk deletion deletes nothing is no must; an update never does.
      const isDeletion = Object.keys(change.members).length === 0 && !change.span
      world.differ(isDeletion ? rule : creation[object.kind].there, {
        message: `a request was refused, and yet ${object.kind} ${object.id} is gone: ${described(reply)}`,
        replies: [reply],
      })
      markDeleted(collection, object)
      continue
    }
    adoptChanges(world, change, { read, reply, rule })
    compare(world, object, read, { reader: owner, reply })
  }
}

function adoptChanges(
  world: World,
  { object, members, span }: Change,
  { read, reply, rule }: { read: JsonObject; reply: Reply; rule: string },
): void {
  const [owner] = world.people
  if (!owner) return
  const before = expectedOf(object, owner)
  const after = expectedOf(
    { ...object, known: { ...object.known, ...members }, ...(span && { span }) },
    owner,
  )
  const is = (of: Record<string, Json>, member: string) => isAs(member, of[member], read[member])
  // What was not known before is not known to have changed.
  const done = Object.keys(before).filter(member => !is(before, member) && is(after, member))
  if (done.length === 0) return
  world.differ(rule, {
    message: `a request was refused, and yet ${done.join(', ')} of ${object.kind} ${object.id} was changed: ${described(reply)}`,
    expected: Object.fromEntries(done.map(member => [member, before[member] ?? null])),
    actual: Object.fromEntries(done.map(member => [member, read[member] ?? null])),
    replies: [reply],
  })
  for (const member of done)
    if (Object.hasOwn(members, member)) object.known[member] = members[member] as Json
  if (span && done.some(member => !Object.hasOwn(members, member))) object.span = span
  object.isTouched = true
}
