import { defaults } from '../catalogue/members.js'
import { describeRequest } from '../check/assertions.js'
import { createdIds, type Reply } from '../http/exchange.js'
import type { Json, JsonObject } from '../http/json.js'
import { compare, expectedOf, isAs, kindRules } from './comparison.js'
import { pageOf } from './listing.js'
import { type ModelCollection, type ModelObject, markDeleted, type Span, type World } from './world.js'

/** Adds a created object to the model: the members that were sent, plus the defaults. */
export function recordCreated(
  world: World,
  collection: ModelCollection,
  slot: number,
  reply: Reply,
  { sent, span }: { sent: JsonObject; span?: Span },
): void {
  const { kind, objects, schedule } = collection
  const problem = (rule: string, message: string) =>
    world.differ(rule, {
      message: `${describeRequest(reply)} ${message}`,
      actual: reply.body,
      replies: [reply],
    })
  const id = Number(createdIds(reply)[0])
  if (!Number.isInteger(id)) {
    problem('ENV-09', 'was answered without a usable id')
    return
  }
  if ([...objects.values()].some(object => object.id === id))
    problem(kindRules[kind].id, `was answered with the id of another ${kind}`)
  // Separate rules cover the address, and the default role of viewer.
  const told = Object.keys(sent).filter(member => member !== 'email')
  const because = {
    ...(kind === 'collaborator' && { user_role: 'COL-08' }),
    ...Object.fromEntries(told.map(member => [member, kindRules[kind].created])),
  }
  const known = { ...defaults[kind], ...sent, schedule_id: schedule }
  objects.set(slot, { kind, id, slot, known, because, isTouched: true, ...(span && { span }) })
  touchResource(span)
}

/** A write of a booking may count as an update of its resource. */
function touchResource(span: Span | undefined): void {
  if (span) span.resource.isTouched = true
}

/** What a write changes in an object. */
export interface Change {
  readonly object: ModelObject
  readonly members: JsonObject
  readonly span?: Span | undefined
}

/** Records an accepted write: these members are as they were sent, the others as they were. */
export function recordWritten({ object, members, span }: Change, rule: string): void {
  Object.assign(object.known, members)
  for (const member of Object.keys(members)) object.because[member] = rule
  touchResource(object.span)
  touchResource(span)
  if (span) {
    object.span = span
    for (const member of ['start', 'end', 'start_utc', 'end_utc', 'resource_id', 'all_day_display']) {
      delete object.because[member]
    }
  }
  object.isTouched = true
}

/**
 * Reads objects back after a refused write to several objects or of several members. None of it should have been carried
 * out, but that is not a must: whatever was goes into the model.
 */
export async function readBack(
  world: World,
  collection: ModelCollection,
  changes: readonly Change[],
  rule: string,
): Promise<void> {
  const { owner } = world
  if (changes.length === 0) return
  const reply = await world
    .observer(owner)
    .get(collection.list, { ids: changes.map(({ object }) => object.id), limit: 0 })
  const page = reply.ok ? pageOf(world, reply) : undefined
  if (!page) return
  for (const change of changes) {
    const { object } = change
    const read = page.items.find(({ id }) => id === object.id)
    if (!read) {
      // That a refused bulk deletion deletes nothing is not a must; an update never deletes anything.
      const isDeletion = Object.keys(change.members).length === 0 && !change.span
      world.differ(isDeletion ? rule : kindRules[object.kind].read, {
        message: `a request was refused, and yet ${object.kind} ${object.id} is gone: ${describeRequest(reply)}`,
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
  const { owner } = world
  const before = expectedOf(object, owner)
  const written = { ...object, known: { ...object.known, ...members }, ...(span && { span }) }
  const after = expectedOf(written, owner)
  const is = (of: Record<string, Json>, member: string) => isAs(member, of[member], read[member])
  // A member that was unknown before is not known to have changed.
  const done = Object.keys(before).filter(member => !is(before, member) && is(after, member))
  if (done.length === 0) return
  world.differ(rule, {
    message: `a request was refused, and yet ${done.join(', ')} of ${object.kind} ${object.id} was changed: ${describeRequest(reply)}`,
    expected: Object.fromEntries(done.map(member => [member, before[member] ?? null])),
    actual: Object.fromEntries(done.map(member => [member, read[member] ?? null])),
    replies: [reply],
  })
  for (const member of done)
    if (Object.hasOwn(members, member)) object.known[member] = members[member] as Json
  if (span && done.some(member => !Object.hasOwn(members, member))) object.span = span
  touchResource(object.span)
  object.isTouched = true
}
