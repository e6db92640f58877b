import { offsetAt } from '../../../server/core/zones.js'
import {
  all,
  anything,
  body,
  callAs,
  collection,
  intercept,
  objects,
  readsOf,
  run,
  shownTo,
  stateful,
  withBody,
} from '../../alter/index.js'
import { fault } from '../fault.js'

/** What nobody can write. */
export const readOnlyFaults = [
  fault('booking-start-utc-writable', 'takes start_utc for start in an update', {
    breaks: { 'BKG-24.start-utc': /start of .*"start_utc".* and is "2001/ },
    alter: callAs('changeBooking', incoming =>
      typeof incoming.body.start_utc === 'string' && !('start' in incoming.body)
        ? withBody(incoming, { ...incoming.body, start: incoming.body.start_utc })
        : incoming.call,
    ),
  }),
  fault('booking-end-utc-writable-in-bulk', 'takes end_utc for end in bulk updates', {
    breaks: { 'BKG-24.end-utc': /ids=.*"end_utc".* and is "2001/ },
    alter: callAs(['changeBookings', 'changeResourceBookings'], incoming =>
      typeof incoming.body.end_utc === 'string'
        ? withBody(incoming, { ...incoming.body, start: incoming.body.end_utc, end: incoming.body.end_utc })
        : incoming.call,
    ),
  }),
  fault('booking-created-at-writable', 'keeps the created_at that an update brings', {
    breaks: { 'BKG-24.created-at': /created_at of .* and is "2001/ },
    alter: stateful(() => {
      const kept = new Map<string, unknown>()
      return all(
        intercept('changeBooking', async ({ body, params }, usual) => {
          const answer = await usual()
          if (answer.status === 200 && 'created_at' in body)
            kept.set(String(params.bookingId), body.created_at)
          return answer
        }),
        objects('booking', object => {
          const created_at = kept.get(String(object.id))
          return created_at === undefined ? object : { ...object, created_at }
        }),
      )
    }),
  }),
  fault('booking-changes-schedule', 'moves a booking to the schedule that an update names', {
    breaks: { 'BKG-24': /can no longer be read/ },
    alter: all(
      body('changeBooking', { schedule_id: anything.optional() }),
      run('changeBooking', async ({ rows, path, body: { schedule_id, ...rest } }, usual) => {
        const answer = await usual({ body: rest })
        const other = typeof schedule_id === 'string' && (await rows.schedules.find(schedule_id))
        if (other && other.id !== path.scheduleId)
          await rows.bookings.remove({ schedule_id: path.scheduleId, ids: [path.bookingId ?? 0] })
        return answer
      }),
    ),
  }),
  fault('booking-created-at-moves', 'moves created_at of a booking with every update', {
    breaks: { 'BKG-25.created': /created_at of a booking after an update/ },
    touches: ['BKG-24'],
    alter: objects('booking', object => ({ ...object, created_at: object.updated_at ?? object.created_at })),
  }),
  fault('booking-dates-of-the-reader', "shows created_at and updated_at in the reader's time zone", {
    breaks: { 'BKG-25.utc': /is not the time in UTC/ },
    alter: shownTo(readsOf.booking, (object, { timezone }) => {
      const local = (date: unknown) => {
        const milliseconds = Date.parse(String(date))
        if (Number.isNaN(milliseconds)) return date
        const offset = offsetAt(timezone, Math.floor(milliseconds / 1000))
        return new Date(milliseconds + offset * 1000).toISOString().slice(0, -1)
      }
      return { ...object, created_at: local(object.created_at), updated_at: local(object.updated_at) }
    }),
  }),
  fault('booking-updated-back', 'sets updated_at of a booking back by an hour with every update', {
    breaks: { 'BKG-25': /it went back/ },
    alter: collection('bookings', usual => ({
      change: (selection, change, now) => usual.change(selection, change, now - 3_600_000),
    })),
  }),
]
