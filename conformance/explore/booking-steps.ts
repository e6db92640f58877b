import fc from 'fast-check'
import { mayWrite } from './access.js'
import { isOpen, timingOf, unlessOpen } from './booking-times.js'
import { apply, readBack, recordCreated } from './changes.js'
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
  wrongOfBooking,
} from './choices.js'
import { assertOutcome } from './comparison.js'
import { readOne, scene, sentMembers, withWrong } from './resource-steps.js'
import { stepKind } from './step.js'
import { aimAt, emptySlot, nextOf } from './targeting.js'
import { markDeleted, zoneOf } from './world.js'

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
    const { schedule, person, actor, role } = scene(world, at)
    const resource = nextOf(schedule.resources.objects, of)
    const free = emptySlot(schedule.bookings, slot, bookingSlots)
    if (free === undefined || !resource) return undefined
    return async () => {
      const zone = zoneOf(person)
      const timing = timingOf({ period, flag, resource }, zone)
      if (!timing) return
      const sent = sentMembers(world, members)
      const valid = wrong
        ? { acceptBreaks: wrong.rule }
        : unlessOpen(isOpen(schedule, timing.span, zone), 'BKG-28')
      const reply = await actor.post(schedule.bookings.list, withWrong({ ...sent, ...timing.body }, wrong))
      if (!assertOutcome(world, reply, mayWrite(role, valid))) return
      recordCreated(
        world,
        { collection: schedule.bookings, slot: free, schedule: schedule.paths.id },
        reply,
        {
          sent: withWrong(sent, wrong),
          span: timing.span,
        },
      )
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
    const { schedule, person } = scene(world, at)
    const aim = aimAt(schedule.bookings, slot)
    if (!aim) return undefined
    const { object, id } = aim
    const { list } = schedule.bookings
    const gone = { read: 'BKG-28', gone: 'BKG-37' }
    return () => readOne(world, { path: `${list}/${id}`, object, gone, person, schedule }, fields)
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
    const { schedule, person, actor, role } = scene(world, at)
    const aim = aimAt(schedule.bookings, slot)
    if (!aim) return undefined
    const { object, id } = aim
    const { list } = schedule.bookings
    return async () => {
      const zone = zoneOf(person)
      const resource = to === undefined ? undefined : nextOf(schedule.resources.objects, to)
      const timing = object && timingOf({ period, part, flag, resource }, zone, object.span)
      const sent = sentMembers(world, members)
      const body = withWrong({ ...sent, ...timing?.body }, wrong)
      const reply = await actor.put(`${list}/${id}`, body)
      if (!object) {
        assertOutcome(world, reply, mayWrite(role, { acceptBreaks: 'BKG-38' }))
        return
      }
      const moved = timing && new Map([[object, timing.span]])
      const valid = wrong
        ? { acceptBreaks: wrong.rule }
        : unlessOpen(moved !== undefined && isOpen(schedule, moved, zone), 'BKG-26')
      const change = { object, members: sent, span: timing?.span }
      if (assertOutcome(world, reply, mayWrite(role, valid))) {
        apply({ ...change, members: withWrong(sent, wrong) }, 'BKG-26')
      } else if (role === 'owner' && Object.keys(body).length > 1) {
        await readBack(world, schedule.bookings, [change], 'RES-37')
      }
    }
  },
})

const remove = stepKind({
  name: 'delete booking',
  weight: 3,
  data: fc.record(spot),
  take(world, { slot, ...at }) {
    const { schedule, actor, role } = scene(world, at)
    const aim = aimAt(schedule.bookings, slot)
    if (!aim) return undefined
    const { object, id } = aim
    const { list } = schedule.bookings
    return async () => {
      const valid = object ? { refuseBreaks: 'BKG-37' } : { acceptBreaks: 'BKG-38' }
      const reply = await actor.delete(`${list}/${id}`)
      if (assertOutcome(world, reply, mayWrite(role, valid)) && object) markDeleted(schedule.bookings, object)
    }
  },
})

export const bookingSteps = [create, read, update, remove]
