import fc from 'fast-check'
import { mayWrite } from './access.js'
import { isOpen, timingOf, unlessOpen } from './booking-times.js'
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
import { zoneOf } from './person.js'
import { nameIsFree, nameIsLeft, nameWasSent } from './resource-names.js'
import { lookAfterBookings, scene, sentMembers } from './resource-steps.js'
import { type Scope, scopeOf } from './scope.js'
import { settle } from './settle.js'
import { stepKind } from './step.js'
import { nextOf } from './targeting.js'
import { apply, type Change, lookAgain } from './things.js'
import { bookingsOf, bury, type Expectation, type Place, type Thing, type World } from './world.js'

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
    const { place, actor, standing } = scene(world, at)
    const scope = scopeOf(place, place.resources, { slots, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const sent = sentMembers(world, members)
      const name = sent.name === undefined ? undefined : String(sent.name)
      const valid = name === undefined ? { refuseBreaks: 'BULK-01' } : bulkName(world, place, name, scope)
      const reply = await actor.put(place.resources.list, sent, scope.query)
      const changes = scope.things.map(thing => ({ thing, members: sent }))
      const isAccepted = settle(world, reply, mayWrite(standing, orDead(scope, valid)))
      if (name !== undefined) {
        const [only] = scope.things
        if (isAccepted && only?.known.name !== name) nameIsLeft(world, scope.things, 'renamed')
        nameWasSent(world, name, valid, isAccepted)
      }
      if (isAccepted) for (const change of changes) apply(change, 'BULK-03')
      else if (standing === 'owner')
        await lookAgain(world, place.resources, changes, name === undefined ? partial : 'CROSS-23')
    }
  },
})

function bulkName(world: World, place: Place, name: string, { things, isAll }: Scope): Expectation {
  const [only] = things
  if (things.length > 1 || !only) return { acceptBreaks: isAll ? 'UNIQ-08' : 'UNIQ-04' }
  return nameIsFree(world, place, name, { self: only, taken: 'UNIQ-07', free: isAll ? 'UNIQ-09' : 'UNIQ-05' })
}

const deleteResources = stepKind({
  name: 'delete resources',
  weight: 1,
  data: fc.record({ ...spot, ...which, slots: someOf(resourceSlots) }),
  take(world, { slots, isAll, hasDead, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const scope = scopeOf(place, place.resources, { slots, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const booked = scope.things.flatMap(thing => bookingsOf(place, thing))
      const valid = booked.length > 0 ? {} : { refuseBreaks: scope.isAll ? 'BULK-05' : 'BULK-04' }
      const query = scope.isAll ? { all: 1 } : scope.query
      const reply = await actor.delete(place.resources.list, query)
      if (settle(world, reply, mayWrite(standing, orDead(scope, valid)))) {
        for (const thing of scope.things) bury(place.resources, thing)
        nameIsLeft(world, scope.things, 'deleted')
        await lookAfterBookings(world, place, booked)
      } else if (standing === 'owner')
        await lookAgain(world, place.resources, unchanged(scope.things), partial)
    }
  },
})

const unchanged = (things: readonly Thing[]): Change[] => things.map(thing => ({ thing, members: {} }))

const ofBookings = {
  ...spot,
  ...which,
  slots: someOf(bookingSlots),
  /** In the list of a resource, in place of that of the schedule. */
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
    const { place, person, actor, standing } = scene(world, at)
    const scope = scopeOf(place, place.bookings, { slots, of, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const zone = zoneOf(person)
      const resource = to === undefined ? undefined : nextOf(place.resources.things, to)
      const sent = sentMembers(world, members)
      const timing = (thing: Thing) => timingOf({ period, flag, resource }, zone, thing.span)
      const changes = scope.things.map(thing => ({ thing, members: sent, span: timing(thing)?.span }))
      const [first] = scope.things
      const times = first && timing(first)?.body
      const spans = new Map(changes.flatMap(({ thing, span }) => (span ? [[thing, span] as const] : [])))
      const valid = unlessOpen(spans.size > 0 && isOpen(place, spans, zone), 'BULK-01')
      const reply = await actor.put(scope.path, { ...sent, ...times }, scope.query)
      if (settle(world, reply, mayWrite(standing, orDead(scope, valid)))) {
        for (const change of changes) apply(change, 'BULK-03')
      } else if (standing === 'owner') await lookAgain(world, place.bookings, changes, partial)
    }
  },
})

const deleteBookings = stepKind({
  name: 'delete bookings',
  weight: 2,
  data: fc.record(ofBookings),
  take(world, { slots, of, isAll, hasDead, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const scope = scopeOf(place, place.bookings, { slots, of, isAll, hasDead, isWrite: true })
    if (!scope) return undefined
    return async () => {
      const query = scope.isAll ? { all: 1 } : scope.query
      const reply = await actor.delete(scope.path, query)
      const valid = { refuseBreaks: scope.isAll ? 'BULK-05' : 'BULK-04' }
      if (settle(world, reply, mayWrite(standing, orDead(scope, valid)))) {
        for (const thing of scope.things) bury(place.bookings, thing)
      } else if (standing === 'owner')
        await lookAgain(world, place.bookings, unchanged(scope.things), partial)
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
    const { place, actor } = scene(world, at)
    const resource = of === undefined ? undefined : nextOf(place.resources.things, of)
    if (!place.isGuarded) return undefined
    const list = place[kind as 'resources' | 'bookings' | 'collaborators'].list
    const path = kind === 'bookings' && resource ? `${place.resources.list}/${resource.id}/bookings` : list
    return async () => {
      const reply = await actor.delete(path, all === undefined ? undefined : { all })
      settle(world, reply, { acceptBreaks: all === undefined ? 'BULK-06' : 'BULK-07' })
    }
  },
})

export const bulkSteps = [updateResources, deleteResources, updateBookings, deleteBookings, guard]
