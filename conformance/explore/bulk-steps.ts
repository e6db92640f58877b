import fc from 'fast-check'
import { mayWrite } from './access.js'
import { isOpen, timingOf, unlessOpen } from './booking-times.js'
import { apply, type Change, readBack } from './changes.js'
import {
  bookingMembers,
  bookingSlots,
  flag,
  period,
  rarely,
  resourceMembers,
  resourceSlot,
  resourceSlots,
  someOf,
  where,
  who,
} from './choices.js'
import { assertOutcome } from './comparison.js'
import { nameIsFree, nameIsLeft, nameWasSent } from './resource-names.js'
import { lookAfterBookings, scene, sentMembers } from './resource-steps.js'
import { stepKind } from './step.js'
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

/** Which objects a bulk request is for: those with ids, an id that is gone among them, or all in scope. */
const which = { isAll: rarely(fc.constant(true), 6), hasDead: rarely(fc.constant(true), 8) }
const spot = { who, at: where }

/** What is right where an id that is gone stands among the others: nothing is said of that. */
const orDead = (scope: Scope, valid: Expectation): Expectation =>
  scope.hasDead && !valid.acceptBreaks ? {} : scope.isEmpty ? {} : valid

/** The rule of a bulk write that should be done as a whole or not at all. */
const partial = 'BULK-17'

const updateResources = stepKind({
  name: 'update resources',
  weight: 4,
  data: fc.record({ ...spot, ...which, slots: someOf(resourceSlots), members: resourceMembers }),
  take(world, { slots, members, isAll, hasDead, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const scope = scopeOf(schedule, schedule.resources, { slots, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const sent = sentMembers(world, members)
      const name = sent.name === undefined ? undefined : String(sent.name)
      const valid = name === undefined ? { refuseBreaks: 'BULK-01' } : bulkName(world, schedule, name, scope)
      const reply = await actor.put(schedule.resources.list, sent, scope.query)
      const changes = scope.objects.map(object => ({ object, members: sent }))
      const isAccepted = assertOutcome(world, reply, mayWrite(role, orDead(scope, valid)))
      if (name !== undefined) {
        const [only] = scope.objects
        if (isAccepted && only?.known.name !== name) nameIsLeft(world, scope.objects, 'renamed')
        nameWasSent(world, name, valid, isAccepted)
      }
      if (isAccepted) for (const change of changes) apply(change, 'BULK-03')
      else if (role === 'owner')
        await readBack(world, schedule.resources, changes, name === undefined ? partial : 'CROSS-23')
    }
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
  return nameIsFree(world, schedule, name, {
    self: only,
    taken: 'UNIQ-07',
    free: isAll ? 'UNIQ-09' : 'UNIQ-05',
  })
}

const deleteResources = stepKind({
  name: 'delete resources',
  weight: 1,
  data: fc.record({ ...spot, ...which, slots: someOf(resourceSlots) }),
  take(world, { slots, isAll, hasDead, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const scope = scopeOf(schedule, schedule.resources, { slots, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const booked = scope.objects.flatMap(object => bookingsOf(schedule, object))
      const valid = booked.length > 0 ? {} : { refuseBreaks: scope.isAll ? 'BULK-05' : 'BULK-04' }
      const query = scope.isAll ? { all: 1 } : scope.query
      const reply = await actor.delete(schedule.resources.list, query)
      if (assertOutcome(world, reply, mayWrite(role, orDead(scope, valid)))) {
        for (const object of scope.objects) markDeleted(schedule.resources, object)
        nameIsLeft(world, scope.objects, 'deleted')
        await lookAfterBookings(world, schedule, booked)
      } else if (role === 'owner')
        await readBack(world, schedule.resources, unchanged(scope.objects), partial)
    }
  },
})

const unchanged = (objects: readonly ModelObject[]): Change[] =>
  objects.map(object => ({ object, members: {} }))

const ofBookings = {
  ...spot,
  ...which,
  slots: someOf(bookingSlots),
  /** In the list of a resource, instead of the list of the schedule. */
  of: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
}

const updateBookings = stepKind({
  name: 'update bookings',
  weight: 6,
  data: fc.record({
    ...ofBookings,
    members: bookingMembers,
    period: rarely(period, 3),
    to: rarely(resourceSlot, 2),
    flag,
  }),
  take(world, { slots, of, members, period, to, flag, isAll, hasDead, ...at }) {
    const { schedule, person, actor, role } = scene(world, at)
    const scope = scopeOf(schedule, schedule.bookings, { slots, of, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const zone = zoneOf(person)
      const resource = to === undefined ? undefined : nextOf(schedule.resources.objects, to)
      const sent = sentMembers(world, members)
      const timing = (object: ModelObject) => timingOf({ period, flag, resource }, zone, object.span)
      const changes = scope.objects.map(object => ({ object, members: sent, span: timing(object)?.span }))
      const [first] = scope.objects
      const times = first && timing(first)?.body
      const spans = new Map(changes.flatMap(({ object, span }) => (span ? [[object, span] as const] : [])))
      const valid = unlessOpen(spans.size > 0 && isOpen(schedule, spans, zone), 'BULK-01')
      const reply = await actor.put(scope.path, { ...sent, ...times }, scope.query)
      if (assertOutcome(world, reply, mayWrite(role, orDead(scope, valid)))) {
        for (const change of changes) apply(change, 'BULK-03')
      } else if (role === 'owner') await readBack(world, schedule.bookings, changes, partial)
    }
  },
})

const deleteBookings = stepKind({
  name: 'delete bookings',
  weight: 2,
  data: fc.record(ofBookings),
  take(world, { slots, of, isAll, hasDead, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const scope = scopeOf(schedule, schedule.bookings, { slots, of, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const query = scope.isAll ? { all: 1 } : scope.query
      const reply = await actor.delete(scope.path, query)
      const valid = { refuseBreaks: scope.isAll ? 'BULK-05' : 'BULK-04' }
      if (assertOutcome(world, reply, mayWrite(role, orDead(scope, valid)))) {
        for (const object of scope.objects) markDeleted(schedule.bookings, object)
      } else if (role === 'owner') await readBack(world, schedule.bookings, unchanged(scope.objects), partial)
    }
  },
})

const guard = stepKind({
  name: 'delete without all and ids',
  weight: 1,
  data: fc.record({
    ...spot,
    kind: fc.constantFrom('resources', 'bookings', 'collaborators'),
    of: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
    all: fc.constantFrom(undefined, '0'),
  }),
  take(world, { kind, of, all, ...at }) {
    const { schedule, actor } = scene(world, at)
    const resource = of === undefined ? undefined : nextOf(schedule.resources.objects, of)
    if (!schedule.isGuarded) return undefined
    const list = schedule[kind as 'resources' | 'bookings' | 'collaborators'].list
    const path = kind === 'bookings' && resource ? `${schedule.resources.list}/${resource.id}/bookings` : list
    return async () => {
      const reply = await actor.delete(path, all === undefined ? undefined : { all })
      assertOutcome(world, reply, { acceptBreaks: all === undefined ? 'BULK-06' : 'BULK-07' })
    }
  },
})

export const bulkSteps = [updateResources, deleteResources, updateBookings, deleteBookings, guard]
