import fc from 'fast-check'
import { mayWrite } from './access.js'
import { isOpen, timingOf, unlessOpen } from './booking-times.js'
import {
  bookingMembers,
  bookingSlot,
  bookingSlots,
  flag,
  period,
  rarely,
  resourceSlot,
  where,
  who,
} from './choices.js'
import { zoneOf } from './person.js'
import { readOne, scene, sentMembers, withWrong } from './resource-steps.js'
import { settle } from './settle.js'
import { stepKind } from './step.js'
import { aimAt, emptySlot, nextOf } from './targeting.js'
import { apply, lookAgain, shelve } from './things.js'
import { bury } from './world.js'
import { wrongOfBooking } from './wrong-values.js'

const spot = { who, at: where, slot: bookingSlot }

const create = stepKind({
  name: 'create booking',
  weight: 10,
  data: fc.record({
    ...spot,
    of: resourceSlot,
    period,
    flag,
    members: bookingMembers,
    wrong: rarely(wrongOfBooking, 16),
  }),
  take(world, { slot, of, period, flag, members, wrong, ...at }) {
    const { place, person, actor, standing } = scene(world, at)
    const resource = nextOf(place.resources.things, of)
    const free = emptySlot(place.bookings, slot, bookingSlots)
    if (free === undefined || !resource) return undefined
    return async () => {
      const zone = zoneOf(person)
      const timing = timingOf({ period, flag, resource }, zone)
      if (!timing) return
      const sent = sentMembers(world, members)
      const valid = wrong
        ? { acceptBreaks: wrong.rule }
        : unlessOpen(isOpen(place, timing.span, zone), 'BKG-28')
      const reply = await actor.post(place.bookings.list, withWrong({ ...sent, ...timing.body }, wrong))
      if (!settle(world, reply, mayWrite(standing, valid))) return
      shelve(world, { shelf: place.bookings, slot: free, schedule: place.schedule.id }, reply, {
        sent: withWrong(sent, wrong),
        span: timing.span,
      })
    }
  },
})

const fieldNames = fc.subarray(['start', 'title', 'end_utc', 'resource_id', 'all_day_display'], {
  minLength: 1,
})

const read = stepKind({
  name: 'read booking',
  weight: 4,
  data: fc.record({ ...spot, fields: rarely(fieldNames, 4) }),
  take(world, { slot, fields, ...at }) {
    const { place, person } = scene(world, at)
    const aim = aimAt(place.bookings, slot)
    if (!aim) return undefined
    const { thing, id } = aim
    const { list } = place.bookings
    const gone = { read: 'BKG-28', gone: 'BKG-37' }
    return () => readOne(world, { path: `${list}/${id}`, thing, gone, person, place }, fields)
  },
})

const update = stepKind({
  name: 'update booking',
  weight: 8,
  data: fc.record({
    ...spot,
    members: bookingMembers,
    period: fc.option(period, { nil: undefined, freq: 2 }),
    part: fc.constantFrom('both', 'both', 'start', 'end'),
    to: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
    flag,
    wrong: rarely(wrongOfBooking, 14),
  }),
  take(world, { slot, members, period, part, to, flag, wrong, ...at }) {
    const { place, person, actor, standing } = scene(world, at)
    const aim = aimAt(place.bookings, slot)
    if (!aim) return undefined
    const { thing, id } = aim
    const { list } = place.bookings
    return async () => {
      const zone = zoneOf(person)
      const resource = to === undefined ? undefined : nextOf(place.resources.things, to)
      const timing = thing && timingOf({ period, part, flag, resource }, zone, thing.span)
      const sent = sentMembers(world, members)
      const body = withWrong({ ...sent, ...timing?.body }, wrong)
      const reply = await actor.put(`${list}/${id}`, body)
      if (!thing) {
        settle(world, reply, mayWrite(standing, { acceptBreaks: 'BKG-38' }))
        return
      }
      const moved = timing && new Map([[thing, timing.span]])
      const valid = wrong
        ? { acceptBreaks: wrong.rule }
        : unlessOpen(moved !== undefined && isOpen(place, moved, zone), 'BKG-26')
      const change = { thing, members: sent, span: timing?.span }
      if (settle(world, reply, mayWrite(standing, valid))) {
        apply({ ...change, members: withWrong(sent, wrong) }, 'BKG-26')
      } else if (standing === 'owner' && Object.keys(body).length > 1) {
        await lookAgain(world, place.bookings, [change], 'RES-37')
      }
    }
  },
})

const remove = stepKind({
  name: 'delete booking',
  weight: 3,
  data: fc.record(spot),
  take(world, { slot, ...at }) {
    const { place, actor, standing } = scene(world, at)
    const aim = aimAt(place.bookings, slot)
    if (!aim) return undefined
    const { thing, id } = aim
    const { list } = place.bookings
    return async () => {
      const valid = thing ? { refuseBreaks: 'BKG-37' } : { acceptBreaks: 'BKG-38' }
      const reply = await actor.delete(`${list}/${id}`)
      if (settle(world, reply, mayWrite(standing, valid)) && thing) bury(place.bookings, thing)
    }
  },
})

export const bookingSteps = [create, read, update, remove]
