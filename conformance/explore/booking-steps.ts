import fc from 'fast-check'
import { isOpen, timingOf, unlessOpen } from './booking-times.js'
import { readBack, recordCreated, recordWritten } from './changes.js'
import {
  bookingMembers,
  bookingSlot,
  bookingSlots,
  flag,
  period,
  rarely,
  resourceSlot,
  wrongOfBooking,
} from './choices.js'
import { assertOutcome } from './comparison.js'
import { mayWrite, objectStep, readStep, sceneStep, sentMembers, unlessWrong, withWrong } from './scene.js'
import { type Action, skipped } from './step.js'
import { emptySlot, nextOf } from './targeting.js'
import { markDeleted, zoneOf } from './world.js'

const create = sceneStep({
  name: 'create booking',
  weight: 10,
  data: {
    slot: bookingSlot,
    of: resourceSlot,
    period,
    flag,
    members: bookingMembers,
    wrong: rarely(wrongOfBooking, 16),
  },
  async take({ world, schedule, person, actor, role }, { slot, of, period, flag, members, wrong }): Action {
    const { resources, bookings } = schedule
    const resource = nextOf(resources.objects, of)
    const free = emptySlot(bookings, slot, bookingSlots)
    if (free === undefined || !resource) return skipped
    const zone = zoneOf(person)
    const timing = timingOf({ period, flag, resource }, zone)
    if (!timing) return
    const sent = sentMembers(world, members)
    const valid = unlessWrong(wrong, unlessOpen(isOpen(schedule, [timing], zone), 'BKG-28'))
    const reply = await actor.post(bookings.list, withWrong({ ...sent, ...timing.body }, wrong))
    if (assertOutcome(world, reply, mayWrite(role, valid)))
      recordCreated(world, bookings, free, reply, { sent: withWrong(sent, wrong), span: timing.span })
  },
})

const read = readStep('read booking', 'bookings', { there: 'BKG-28', gone: 'BKG-37' }, [
  'start',
  'title',
  'end_utc',
  'resource_id',
  'all_day_display',
])

const update = objectStep({
  name: 'update booking',
  weight: 8,
  of: 'bookings',
  data: {
    members: bookingMembers,
    period: fc.option(period, { nil: undefined, freq: 2 }),
    part: fc.constantFrom('both', 'both', 'start', 'end'),
    to: fc.option(resourceSlot, { nil: undefined, freq: 2 }),
    flag,
    wrong: rarely(wrongOfBooking, 14),
  },
  async take({ world, schedule, person, actor, role, object, path }, choices) {
    const { members, period, part, to, flag, wrong } = choices
    const zone = zoneOf(person)
    const resource = to === undefined ? undefined : nextOf(schedule.resources.objects, to)
    const timing = object && timingOf({ period, part, flag, resource }, zone, object.span)
    const sent = sentMembers(world, members)
    const body = withWrong({ ...sent, ...timing?.body }, wrong)

    const reply = await actor.put(path, body)

    if (!object) {
      assertOutcome(world, reply, mayWrite(role, { acceptBreaks: 'BKG-38' }))
      return
    }
    const change = { object, members: sent, span: timing?.span }
    const valid = unlessWrong(wrong, unlessOpen(isOpen(schedule, [change], zone), 'BKG-26'))
    if (assertOutcome(world, reply, mayWrite(role, valid)))
      recordWritten({ ...change, members: withWrong(sent, wrong) }, 'BKG-26')
    else if (role === 'owner' && Object.keys(body).length > 1)
      await readBack(world, schedule.bookings, [change], 'RES-37')
  },
})

const remove = objectStep({
  name: 'delete booking',
  weight: 3,
  of: 'bookings',
  data: {},
  async take({ world, actor, role, collection, object, path }) {
    const valid = object ? { refuseBreaks: 'BKG-37' } : { acceptBreaks: 'BKG-38' }
    const reply = await actor.delete(path)
    if (assertOutcome(world, reply, mayWrite(role, valid)) && object) markDeleted(collection, object)
  },
})

export const bookingSteps = [create, read, update, remove]
