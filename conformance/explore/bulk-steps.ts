import fc from 'fast-check'
import { isOpen, timingOf, unlessOpen } from './booking-times.js'
import { readBack, recordWritten } from './changes.js'
import {
  bookingMembers,
  bookingSlots,
  flag,
  period,
  principalSlots,
  rarely,
  resourceMembers,
  resourceSlot,
  resourceSlots,
  someOf,
} from './choices.js'
import { assertOutcome } from './comparison.js'
import { bookingsLostTheirResource, nameIsFree, nameIsLeft, nameWasSent } from './resource-steps.js'
import { type Choices, type Collections, mayAdminister, mayWrite, sceneStep, sentMembers } from './scene.js'
import { type Action, type StepKind, skipped } from './step.js'
import { nextOf, type Scope, scopeOf } from './targeting.js'
import {
  bookingsOf,
  type Expectation,
  type ModelObject,
  type ModelSchedule,
  markDeleted,
  type World,
  zoneOf,
} from './world.js'

/** Which objects a bulk request covers: those with ids, which may include a deleted one, or all in scope. */
const which = { isAll: rarely(fc.constant(true), 6), hasDead: rarely(fc.constant(true), 8) }

/** The document does not say what happens if the ids include a deleted one. */
const orDead = (scope: Scope, valid: Expectation): Expectation =>
  scope.hasDead && !valid.acceptBreaks ? {} : scope.isEmpty ? {} : valid

/** The rule about bulk writes that are carried out in part. */
const partial = 'BULK-17'

const updateResources = sceneStep({
  name: 'update resources',
  weight: 4,
  data: { ...which, slots: someOf(resourceSlots), members: resourceMembers },
  async take({ world, schedule, actor, role }, { members, ...choices }): Action {
    const { resources } = schedule
    const scope = scopeOf(schedule, resources, { ...choices, isWrite: true })
    if (!scope) return skipped
    const sent = sentMembers(world, members)
    const name = sent.name === undefined ? undefined : String(sent.name)
    const valid = name === undefined ? { refuseBreaks: 'BULK-01' } : bulkName(world, schedule, name, scope)
    const changes = scope.objects.map(object => ({ object, members: sent }))

    const reply = await actor.put(resources.list, sent, scope.query)

    const isAccepted = assertOutcome(world, reply, mayWrite(role, orDead(scope, valid)))
    if (name !== undefined) {
      const [only] = scope.objects
      if (isAccepted && only?.known.name !== name) nameIsLeft(world, scope.objects, 'renamed')
      nameWasSent(world, name, valid, isAccepted)
    }
    if (isAccepted) for (const change of changes) recordWritten(change, 'BULK-03')
    else if (role === 'owner')
      await readBack(world, resources, changes, name === undefined ? partial : 'CROSS-23')
  },
})

function bulkName(
  world: World,
  schedule: ModelSchedule,
  name: string,
  { objects, isAll }: Scope,
): Expectation {
  const [only] = objects
  if (objects.length > 1 || !only) return { acceptBreaks: isAll ? 'UNIQ-08' : 'UNIQ-04' }
  const free = isAll ? 'UNIQ-09' : 'UNIQ-05'
  return nameIsFree(world, schedule, name, { self: only, taken: 'UNIQ-07', free })
}

/** Declares a step that deletes several objects, or all. */
const deleteStep = <Data extends { slots: number[] }>(
  of: Collections,
  weight: number,
  data: Choices<Data>,
): StepKind<unknown> =>
  sceneStep<Data>({
    name: `delete ${of}`,
    weight,
    data,
    async take({ world, schedule, actor, role }, choices): Action {
      const collection = schedule[of]
      const scope = scopeOf(schedule, collection, { ...choices, isWrite: true })
      if (!scope) return skipped
      const { objects, isAll } = scope
      const booked = objects.flatMap(object => bookingsOf(schedule, object))
      const valid = orDead(scope, booked.length > 0 ? {} : { refuseBreaks: isAll ? 'BULK-05' : 'BULK-04' })
      const expected = of === 'collaborators' ? mayAdminister(role, valid, 'PERM-06') : mayWrite(role, valid)

      const reply = await actor.delete(scope.path, isAll ? { all: 1 } : scope.query)

      if (assertOutcome(world, reply, expected)) {
        for (const object of objects) markDeleted(collection, object)
        if (of === 'resources') {
          nameIsLeft(world, objects, 'deleted')
          await bookingsLostTheirResource(world, schedule, booked)
        }
      } else if (role === 'owner') {
        const changes = objects.map(object => ({ object, members: {} }))
        await readBack(world, collection, changes, partial)
      }
    },
  })

const deleteResources = deleteStep('resources', 1, { ...which, slots: someOf(resourceSlots) })

const ofBookings = {
  ...which,
  slots: someOf(bookingSlots),
  /** Through the list of a resource instead of that of the schedule. */
  of: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
}

const updateBookings = sceneStep({
  name: 'update bookings',
  weight: 6,
  data: {
    ...ofBookings,
    members: bookingMembers,
    period: rarely(period, 3),
    to: rarely(resourceSlot, 2),
    flag,
  },
  async take({ world, schedule, person, actor, role }, { members, period, to, flag, ...choices }): Action {
    const scope = scopeOf(schedule, schedule.bookings, { ...choices, isWrite: true })
    if (!scope) return skipped
    const zone = zoneOf(person)
    const resource = to === undefined ? undefined : nextOf(schedule.resources.objects, to)
    const sent = sentMembers(world, members)
    const timing = (object: ModelObject) => timingOf({ period, flag, resource }, zone, object.span)
    const changes = scope.objects.map(object => ({ object, members: sent, span: timing(object)?.span }))
    const [first] = scope.objects
    const times = first && timing(first)?.body
    const valid = unlessOpen(isOpen(schedule, changes, zone), 'BULK-01')

    const reply = await actor.put(scope.path, { ...sent, ...times }, scope.query)

    if (assertOutcome(world, reply, mayWrite(role, orDead(scope, valid)))) {
      for (const change of changes) recordWritten(change, 'BULK-03')
    } else if (role === 'owner') await readBack(world, schedule.bookings, changes, partial)
  },
})

const deleteBookings = deleteStep('bookings', 2, ofBookings)

export const deleteCollaborators = deleteStep('collaborators', 1, {
  slots: someOf(principalSlots),
  isAll: rarely(fc.constant(true), 4),
})

const guard = sceneStep({
  name: 'delete without all and ids',
  weight: 1,
  data: {
    kind: fc.constantFrom<Collections>('resources', 'bookings', 'collaborators'),
    of: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
    all: fc.constantFrom(undefined, '0'),
  },
  async take({ world, schedule, actor }, { kind, of, all }): Action {
    if (!schedule.isGuarded) return skipped
    const { resources, [kind]: collection } = schedule
    const resource = of === undefined ? undefined : nextOf(resources.objects, of)
    const isOfResource = kind === 'bookings' && resource !== undefined
    const path = isOfResource ? `${resources.list}/${resource.id}/bookings` : collection.list
    const reply = await actor.delete(path, all === undefined ? undefined : { all })
    assertOutcome(world, reply, { acceptBreaks: all === undefined ? 'BULK-06' : 'BULK-07' })
  },
})

export const bulkSteps = [updateResources, deleteResources, updateBookings, deleteBookings, guard]
