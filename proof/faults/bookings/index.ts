import {
  body,
  bodyAs,
  bookingBulkPuts,
  collection,
  everything,
  findAnywhere,
  objects,
  refusal,
  requestAs,
  run,
  storedObject,
  succeedOnMissing,
  textUpTo,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { lookFaults } from './appearance.js'
import { memberFaults } from './members.js'
import { textFaults } from './texts.js'
import { writeFaults } from './writes.js'

export const bookingFaults = [
  ...memberFaults,
  ...writeFaults,
  ...textFaults,
  ...lookFaults,
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
        for (const kept of await usual.list(selection, everything)) {
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
      const kept = await storedObject(rows.bookings, path.scheduleId, path.bookingId)
      const answer = await usual()
      await rows.bookings.remove({ schedule_id: path.scheduleId, resource_id: kept?.resource_id })
      return answer
    }),
  }),
  fault('booking-bulk-move-copies-one', 'moves only the first of the listed bookings in a bulk update', {
    breaks: { 'BKG-34': /resource_id/, 'BKG-35': /resource_id/ },
    touches: ['BKG-36', 'CROSS-19'],
    alter: requestAs(bookingBulkPuts, ({ body, query }) =>
      body.resource_id === undefined ? {} : { query: { ids: query.ids?.slice(0, 1) } },
    ),
  }),
  // Where bookings are found.
  fault('booking-list-of-resource-is-schedule', 'lists all bookings of the schedule for each resource', {
    breaks: { 'BKG-28': /the list of another resource/, 'BKG-30': /the list of resource/ },
    touches: ['BKG-*', 'CROSS-*', 'ENV-07', 'FILT-*', 'LIST-*', 'TIME-*'],
    alter: requestAs('listResourceBookings', ({ path: { resourceId: _, ...path } }) => ({ path })),
  }),
  fault('booking-list-of-the-future', 'leaves bookings that are over out of the list of a schedule', {
    breaks: { 'BKG-28': /the list of the schedule does not hold/ },
    touches: ['BKG-*', 'CROSS-*', 'ENV-*', 'FILT-*', 'LIST-*', 'PERM-*', 'TIME-*'],
    alter: requestAs('listBookings', ({ query, now }) => ({
      query: { ...query, time_min: query.time_min ?? new Date(now).toISOString() },
    })),
  }),
  fault('booking-list-counts-schedule', 'counts the bookings of the schedule for the list of a resource', {
    breaks: { 'BKG-30': /total_count of resource/ },
    touches: ['CROSS-06', 'FILT-10', 'FILT-11', 'LIST-06', 'LIST-11', 'LIST-13', 'LIST-19'],
    alter: collection('bookings', usual => ({
      count: ({ resource_id: _, ...selection }) => usual.count(selection),
    })),
  }),
  fault('booking-delete-takes-resource', 'deletes the resource with a booking of it', {
    breaks: { 'BKG-37': /can no longer be read/ },
    touches: ['BKG-38', 'PERM-12', 'PERM-16', 'PERM-17', 'PERM-19'],
    alter: run('deleteBooking', async ({ rows, path }, usual) => {
      const kept = await storedObject(rows.bookings, path.scheduleId, path.bookingId)
      const answer = await usual()
      await rows.resources.remove({ schedule_id: path.scheduleId, ids: [kept?.resource_id] })
      return answer
    }),
  }),
  fault('booking-unknown-changed', 'answers an update of a booking that does not exist with success', {
    breaks: { 'BKG-38': /a PUT with .* must be refused/ },
    touches: ['PERM-19'],
    alter: succeedOnMissing('changeBooking'),
  }),
  fault('booking-unknown-deleted', 'answers the deletion of a booking that does not exist with success', {
    breaks: { 'BKG-38': /a DELETE with .* must be refused/ },
    touches: ['PERM-19'],
    alter: succeedOnMissing('deleteBooking'),
  }),
  fault('booking-unknown-is-null', 'reads null where there is no booking', {
    breaks: { 'BKG-38': /a GET with .* must be refused/ },
    touches: ['BKG-37', 'BULK-*', 'COL-*', 'CROSS-*', 'ENV-*', 'PERM-*'],
    alter: refusal('readBooking', ({ status }) =>
      status === 404 ? { status: 200, body: '{"success":true,"data":null}' } : {},
    ),
  }),
  fault('booking-of-any-schedule', 'finds a booking by its id alone, whatever schedule the path names', {
    breaks: { 'BKG-39': /shows a booking of schedule/ },
    touches: ['BULK-*', 'UNIQ-09'],
    alter: findAnywhere('bookings'),
  }),
  fault('booking-list-of-any-schedule', 'lists the bookings of a resource whatever schedule the path names', {
    breaks: { 'BKG-39': /shows a booking of schedule/ },
    alter: requestAs('listResourceBookings', async ({ rows, path }) => {
      for (const { id } of await rows.schedules.list()) {
        if (await rows.resources.find(id, path.resourceId ?? 0)) return { path: { ...path, scheduleId: id } }
      }
      return {}
    }),
  }),
  fault('booking-list-of-no-resource', 'lists no bookings for a resource that does not exist', {
    breaks: { 'BKG-40': /listing the bookings of a deleted resource must be refused/ },
    alter: requestAs('listResourceBookings', ({ rows }) => ({
      rows: { ...rows, resources: { ...rows.resources, find: async (_, id) => ({ id, json: '{}' }) } },
    })),
  }),
]
