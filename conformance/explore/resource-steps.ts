import fc from 'fast-check'
import { readBack, recordCreated, recordWritten } from './changes.js'
import {
  rarely,
  resourceMembers,
  resourceName,
  resourceSlot,
  resourceSlots,
  where,
  wrongOfResource,
} from './choices.js'
import { assertOutcome } from './comparison.js'
import {
  mayWrite,
  objectStep,
  readStep,
  sceneOf,
  sceneStep,
  sentMembers,
  unlessWrong,
  withWrong,
} from './scene.js'
import { type Action, skipped, stepKind } from './step.js'
import { emptySlot } from './targeting.js'
import {
  bookingsOf,
  type Expectation,
  type ModelObject,
  type ModelSchedule,
  markDeleted,
  type World,
} from './world.js'

const create = sceneStep({
  name: 'create resource',
  weight: 5,
  data: {
    slot: resourceSlot,
    name: resourceName,
    members: resourceMembers,
    wrong: rarely(wrongOfResource, 16),
  },
  async take({ world, schedule, actor, role }, { slot, name, members, wrong }): Action {
    const { resources } = schedule
    const free = emptySlot(resources, slot, resourceSlots)
    if (free === undefined) return skipped
    const sent = sentMembers(world, { ...members, name })
    const body = withWrong(sent, wrong)
    const nameRule = nameIsFree(world, schedule, String(sent.name), { taken: 'UNIQ-01', free: 'RES-38' })

    const reply = await actor.post(resources.list, body)

    const isAccepted = assertOutcome(world, reply, mayWrite(role, unlessWrong(wrong, nameRule)))
    nameWasSent(world, String(sent.name), nameRule, isAccepted)
    if (isAccepted) recordCreated(world, resources, free, reply, { sent: body })
  },
})

const read = readStep('read resource', 'resources', { there: 'RES-38', gone: 'RES-43' }, [
  'name',
  'note',
  'color_bk',
  'updated_at',
])

const update = objectStep({
  name: 'update resource',
  weight: 6,
  of: 'resources',
  data: { members: resourceMembers, wrong: rarely(wrongOfResource, 12) },
  async take({ world, schedule, actor, role, object, path }, { members, wrong }) {
    const sent = sentMembers(world, members)
    const body = withWrong(sent, wrong)
    if (!object) {
      assertOutcome(world, await actor.put(path, body), mayWrite(role, { acceptBreaks: 'RES-45' }))
      return
    }
    const { name, ...others } = sent
    const full = String(name)
    const valid =
      name === undefined
        ? { refuseBreaks: 'RES-40' }
        : nameIsFree(world, schedule, full, { self: object, taken: 'UNIQ-02', free: 'RES-06' })

    const reply = await actor.put(path, body)

    const isAccepted = assertOutcome(world, reply, mayWrite(role, unlessWrong(wrong, valid)))
    if (name !== undefined) {
      if (isAccepted && name !== object.known.name) nameIsLeft(world, [object], 'renamed')
      nameWasSent(world, full, valid, isAccepted)
    }
    if (isAccepted) recordWritten({ object, members: body }, 'RES-40')
    else if (role === 'owner' && Object.keys(body).length > 1)
      await readBack(world, schedule.resources, [{ object, members: others }], 'RES-37')
  },
})

const remove = objectStep({
  name: 'delete resource',
  weight: 2,
  of: 'resources',
  data: {},
  async take({ world, schedule, actor, role, object, path }) {
    const booked = object ? bookingsOf(schedule, object) : []
    const valid = !object ? { acceptBreaks: 'RES-45' } : booked.length > 0 ? {} : { refuseBreaks: 'RES-42' }
    const reply = await actor.delete(path)
    if (!assertOutcome(world, reply, mayWrite(role, valid)) || !object) return
    markDeleted(schedule.resources, object)
    nameIsLeft(world, [object], 'deleted')
    await bookingsLostTheirResource(world, schedule, booked)
  },
})

/** Bookings of deleted resources may have been deleted with them, or not: section 3 is silent. */
export async function bookingsLostTheirResource(
  world: World,
  { bookings }: ModelSchedule,
  booked: readonly ModelObject[],
): Promise<void> {
  if (booked.length === 0) return
  const query = { ids: booked.map(({ id }) => id), limit: 0 }
  const reply = await world.observer(world.owner).get(bookings.list, query)
  for (const object of booked) markDeleted(bookings, object)
  if (!reply.ok || !Array.isArray(reply.data) || reply.data.length === 0) return
  // The remaining ones belong to no resource: the model does not follow them.
  bookings.isPartial = true
  for (const object of booked) bookings.dead.delete(object.slot)
}

const race = stepKind({
  name: 'create two resources at once',
  weight: 1,
  data: fc.record({ at: where, slot: resourceSlot, name: resourceName }),
  async take(world, { slot, name, at }): Action {
    const { schedule, actor } = sceneOf(world, 0, at)
    const free = emptySlot(schedule.resources, slot, resourceSlots)
    if (free === undefined) return skipped
    const sent = sentMembers(world, { name })
    const full = String(sent.name)
    const valid = nameIsFree(world, schedule, full, { taken: 'UNIQ-01', free: 'RES-38' })

    const create = () => actor.post(schedule.resources.list, sent)
    const [one, two] = await Promise.all([create(), create()])

    if (one.ok && two.ok) {
      world.differ('UNIQ-13', {
        message: 'two resources with one name, created at the same time, were both accepted',
        expected: 'at most one',
        actual: [one.body, two.body],
        replies: [one, two],
      })
    }
    const reply = one.ok ? one : two
    // The document does not say that one of the requests must be accepted.
    const isAccepted = assertOutcome(world, reply, valid.acceptBreaks ? valid : {})
    nameWasSent(world, full, valid, isAccepted)
    if (isAccepted) recordCreated(world, schedule.resources, free, reply, { sent })
  },
})

/**
 * Whether a resource may have a name. "Unique across all resources" may mean the schedule or the whole service, and the
 * document says nothing about letter case: if two names differ only in that, both outcomes are right.
 */
export function nameIsFree(
  world: World,
  schedule: ModelSchedule,
  name: string,
  { self, taken, free }: { self?: ModelObject; taken: string; free: string },
): Expectation {
  let isNear = false
  for (const { resources } of world.schedules) {
    for (const object of resources.objects.values()) {
      const other = String(object.known.name)
      if (object === self || other.toLowerCase() !== name.toLowerCase()) continue
      if (other === name && resources === schedule.resources) return { acceptBreaks: taken }
      isNear = true
    }
  }
  if (isNear) return {}
  if (self?.known.name === name) return { refuseBreaks: 'UNIQ-03' }
  const heard = world.names.get(name)
  return { refuseBreaks: heard === undefined ? free : again[heard] }
}

/** The rules about a name that was in use before. That a refused request does not take a name is not a must. */
const again = { deleted: 'UNIQ-10', renamed: 'UNIQ-11', refused: 'CROSS-21' } as const

/** Records the response to a request with a name. */
export function nameWasSent(world: World, name: string, free: Expectation, isAccepted: boolean): void {
  if (isAccepted) world.names.delete(name)
  else if (free.refuseBreaks !== undefined && !world.names.has(name)) world.names.set(name, 'refused')
}

/** Records that resources no longer have their names. */
export function nameIsLeft(world: World, objects: readonly ModelObject[], how: 'deleted' | 'renamed'): void {
  for (const { known } of objects) world.names.set(String(known.name), how)
}

export const resourceSteps = [create, read, update, remove, race]
