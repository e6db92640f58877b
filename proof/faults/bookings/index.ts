import {
  body,
  bodyAs,
  bookingBulkPuts,
  collection,
  objects,
  requestAs,
  run,
  textUpTo,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { lookFaults } from './appearance.js'
import { lengthFaults } from './lengths.js'
import { memberFaults } from './members.js'
import { moveFaults } from './moves.js'
import { placeFaults } from './places.js'
import { readOnlyFaults } from './read-only.js'
import { textFaults } from './texts.js'
import { writeFaults } from './writes.js'

export const bookingFaults = [
  ...memberFaults,
  ...writeFaults,
  ...readOnlyFaults,
  ...textFaults,
  ...lengthFaults,
  ...lookFaults,
  ...moveFaults,
  ...placeFaults,
  fault('booking-move-ignored', 'ignores resource_id in an update of a booking', {
    breaks: { 'BKG-07': /resource_id/, 'BKG-32': /resource_id/ },
    touches: ['BKG-08', 'BKG-36', 'BKG-26', 'CROSS-18'],
    alter: bodyAs('changeBooking', ({ resource_id: _, ...rest }) => rest),
  }),
  fault('booking-end-follows', 'moves end along when only start of a booking is changed', {
    breaks: { 'BKG-26.start': /end_utc/ },
    alter: collection('bookings', usual => ({
      async change(selection, change, now) {
        const { start, end } = change
        if (start === undefined || end !== undefined) return usual.change(selection, change, now)
        for (const kept of await usual.list(selection, { offset: 0, limit: 0 })) {
          const times = { start, end: start + kept.end - kept.start }
          await usual.change({ ...selection, ids: [kept.id] }, { ...change, ...times }, now)
        }
      },
    })),
  }),
  fault('booking-all-day-without-time', 'shows only the dates of a booking with all_day_display', {
    breaks: { 'BKG-23': /all_day_display/ },
    touches: ['BKG-29', 'BKG-26', 'CROSS-30', 'TIME-12'],
    alter: objects('booking', object =>
      object.all_day_display && typeof object.start === 'string' && typeof object.end === 'string'
        ? { ...object, start: object.start.slice(0, 10), end: object.end.slice(0, 10) }
        : object,
    ),
  }),
  fault('booking-title-unchecked-in-bulk', 'does not check the title in bulk updates of bookings', {
    breaks: { 'BKG-27.title': /101 characters in a bulk update/ },
    alter: body(bookingBulkPuts, { title: textUpTo(10_000) }),
  }),
  fault('booking-deleted-with-neighbours', 'deletes all bookings of the resource with one of them', {
    breaks: { 'BKG-37': /can no longer be read/ },
    touches: ['BKG-38'],
    alter: run('deleteBooking', async ({ rows, path }, usual) => {
      const kept = await rows.bookings.find(path.scheduleId, path.bookingId ?? 0)
      const answer = await usual()
      const { resource_id } = JSON.parse(kept?.json ?? '{}')
      await rows.bookings.remove({ schedule_id: path.scheduleId, resource_id })
      return answer
    }),
  }),
  fault('booking-bulk-move-copies-one', 'moves only the first of the listed bookings in a bulk update', {
    breaks: { 'BKG-34': /resource_id/, 'BKG-35': /resource_id/ },
    touches: ['BKG-36', 'CROSS-19'],
    alter: requestAs(bookingBulkPuts, ({ body, query }) =>
      body.resource_id !== undefined && Array.isArray(query.ids)
        ? { query: { ids: query.ids.slice(0, 1) } }
        : {},
    ),
  }),
]
