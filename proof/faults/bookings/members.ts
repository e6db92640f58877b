import { ids } from '../../../conformance/check/ids.js'
import type { NewBooking } from '../../../server/core/index.js'
import { offsetAt } from '../../../server/core/times/zones.js'
import { bookingIds, type IdMapping } from '../../alter/identifiers.js'
import { bookingBulkPuts, bookingLists, readsOf } from '../../alter/operation-groups.js'
import { run, scopeOf, shownTo } from '../../alter/requests.js'
import { intercept, keptOfCreate, mapTexts, objects, objectTexts, sentBodyAs } from '../../alter/responses.js'
import { anything, body } from '../../alter/schemas.js'
import { collection, everything } from '../../alter/stored.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/** Zero values, which some JSON encoders omit. */
const isZero = (value: unknown) => value === '' || value === false || value === 0

/** Numbers the bookings of each resource from 1; a lookup finds the first booking of the schedule with that number. */
function numberedByResource(): IdMapping<NewBooking> {
  const numbers = new Map<number, number>()
  const counts = new Map<number, number>()
  return {
    shown: id => numbers.get(id) ?? 0,
    kept: async (schedule_id, number, usual) =>
      (await usual.ids({ schedule_id })).find(id => numbers.get(id) === number) ?? 0,
    add({ resource_id }, id) {
      const number = (counts.get(resource_id) ?? 0) + 1
      counts.set(resource_id, number)
      numbers.set(id, number)
    },
  }
}

/** How a booking is shown. */
export const memberFaults = [
  fault('booking-flags-as-numbers', 'shows the flags of a booking as 1 and 0', {
    breaks: { 'BKG-01': /must be of type boolean/ },
    touches: ids`
      BKG-13 BKG-20 BKG-21 BKG-23 BKG-26 BKG-29 BKG-31 BULK-03 CROSS-11 CROSS-16.booking CROSS-30 CROSS-41`,
    alter: objects('booking', object => ({
      ...object,
      all_day_display: Number(object.all_day_display),
      text_bold: Number(object.text_bold),
    })),
  }),
  fault('booking-zero-left-out', 'leaves false and empty texts out of a booking', {
    breaks: {
      'BKG-01': /all_day_display .* must be of type boolean/,
      'BKG-13': /created without it must be false, but is missing/,
      'BKG-19': /never set/,
      'BKG-20': /created without it must be false, but is missing/,
    },
    touches: ids`
      BKG-09 BKG-21 BKG-26 BULK-03 CROSS-16.booking LIST-26 LIST-27 LIST-28 LIST-31 CROSS-41`,
    alter: objects('booking', object =>
      Object.fromEntries(Object.entries(object).filter(([, value]) => !isZero(value))),
    ),
  }),
  fault('booking-resource-id-as-text', 'shows the resource_id of a booking as a text', {
    breaks: {
      'BKG-01': /resource_id .* must be of type integer/,
      'BKG-07': /resource_id of a new booking must be \d+, but is "/,
    },
    touches: ids`BULK-02 
      BKG-26 BKG-29 BKG-31 BKG-32 BKG-33 BKG-34 BKG-35 CROSS-11 CROSS-17 CROSS-19`,
    alter: objects('booking', object => ({ ...object, resource_id: String(object.resource_id) })),
  }),
  fault('booking-ids-by-resource', 'numbers the bookings of each resource from 1 on', {
    breaks: { 'BKG-02': /set of the ids of six bookings/ },
    touches: ['*'],
    alter: bookingIds(numberedByResource),
  }),
  fault('booking-created-once', 'answers the create of a booking that already exists with the existing id', {
    breaks: { 'BKG-02.twice': /the number of different ids of \d new bookings/ },
    touches: ['BKG-02.answers'],
    alter: stateful(() => {
      const created = new Map<string, number>()
      return run('createBooking', async ({ rows, path, body }, usual) => {
        const key = JSON.stringify(body)
        const known = await rows.bookings.find(path.scheduleId, created.get(key) ?? 0)
        const reply = await usual()
        const [{ id }] = JSON.parse(reply.body).data
        created.set(key, known?.id ?? id)
        if (known === undefined) return reply
        await rows.bookings.remove({ schedule_id: path.scheduleId, ids: [id] })
        return { ...reply, body: JSON.stringify({ success: true, data: [{ id: known.id }] }) }
      })
    }),
  }),
  fault(
    'booking-create-tells-of-overlaps',
    'answers the create of a booking that overlaps others with their ids',
    {
      breaks: { 'ENV-08.answers': /answered with an array of one object that has only id/ },
      touches: ['BKG-02.twice'],
      alter: run('createBooking', async ({ rows, path, body }, usual) => {
        const reply = await usual()
        const [{ id }] = JSON.parse(reply.body).data
        const of = { schedule_id: path.scheduleId, resource_id: Number(body.resource_id) }
        const made = await rows.bookings.find(path.scheduleId, id)
        const others = (await rows.bookings.list(of, everything)).filter(
          other => made && other.id !== id && other.start < made.end && other.end > made.start,
        )
        if (others.length === 0) return reply
        return {
          ...reply,
          body: JSON.stringify({ success: true, data: [{ id, overlaps: others.map(other => other.id) }] }),
        }
      }),
    },
  ),
  fault('booking-schedule-as-number', 'shows the number of the row of the schedule for its schedule_id', {
    breaks: { 'BKG-01': /schedule_id .* must be of type string/, 'BKG-03': /schedule_id of booking/ },
    touches: ['BKG-24'],
    alter: objects('booking', object => ({ ...object, schedule_id: 17 })),
  }),
  fault('booking-schedule-as-path', 'shows the path of the schedule as schedule_id in booking lists', {
    breaks: { 'BKG-03': /schedule_id of booking/ },
    touches: ['ENV-13'],
    alter: objects(bookingLists, (object, { params }) => ({
      ...object,
      schedule_id: `/v1/schedules/${params.scheduleId}`,
    })),
  }),
  fault('booking-id-of-the-resource', 'lists bookings with the resource id: both columns are named id', {
    breaks: { 'BKG-28': /the list of the schedule does not hold|a list lacks booking/ },
    touches: ['BKG-*', 'BULK-*', 'CROSS-*', 'ENV-*', 'FILT-*', 'LIST-*', 'PERM-*', 'TIME-*'],
    alter: objects(bookingLists, object => ({ ...object, id: object.resource_id ?? object.id })),
  }),
  // Read-only members.
  fault('booking-start-utc-writable', 'treats start_utc as start in an update', {
    breaks: { 'BKG-24.start-utc': /start of .*"start_utc".* but is "2001/ },
    alter: sentBodyAs('changeBooking', body =>
      typeof body.start_utc === 'string' ? { start: body.start_utc, ...body } : body,
    ),
  }),
  fault('booking-end-utc-writable-in-bulk', 'treats end_utc as end in bulk updates', {
    breaks: { 'BKG-24.end-utc': /ids=.*"end_utc".* but is "2001/ },
    alter: sentBodyAs(bookingBulkPuts, body =>
      typeof body.end_utc === 'string' ? { ...body, start: body.end_utc, end: body.end_utc } : body,
    ),
  }),
  fault(
    'booking-end-utc-writable-in-bulk-of-resource',
    'treats end_utc as end in bulk updates of a resource',
    {
      breaks: { 'BKG-24.end-utc': /resources.*ids=.*"end_utc".* but is "2001/ },
      alter: sentBodyAs('changeResourceBookings', body =>
        typeof body.end_utc === 'string' ? { ...body, start: body.end_utc, end: body.end_utc } : body,
      ),
    },
  ),
  fault('booking-start-utc-as-it-was-sent', 'shows start_utc with the offset that an update of start had', {
    breaks: { 'TIME-10.answers': /start_utc of booking \d+ is not a time of ISO 8601 in UTC/ },
    alter: stateful(() => {
      const sent = new Map<string, string>()
      return all(
        intercept('changeBooking', async ({ body, params }, usual) => {
          const answer = await usual()
          const [offset] = /[+-]\d\d:\d\d$/.exec(String(body.start)) ?? []
          if (offset && answer.status === 200) sent.set(params.bookingId ?? '', offset)
          return answer
        }),
        objects('booking', object => {
          const offset = sent.get(String(object.id))
          if (!offset || typeof object.start_utc !== 'string') return object
          const local = Date.parse(object.start_utc) - Date.parse(`1970-01-01T00:00:00${offset}`)
          return { ...object, start_utc: new Date(local).toISOString().slice(0, 19) + offset }
        }),
      )
    }),
  }),
  fault('booking-times-reset-all-day', 'resets all_day_display in an update of start or end without it', {
    breaks: { 'BKG-20.kept.times': /all_day_display .* must be true, but is false/ },
    touches: ['BKG-26.move.update'],
    alter: sentBodyAs('changeBooking', body =>
      'start' in body || 'end' in body ? { all_day_display: false, ...body } : body,
    ),
  }),
  fault('booking-title-resets-all-day', 'resets all_day_display in an update with a title alone', {
    breaks: { 'BKG-26': /all_day_display/ },
    touches: ['BKG-20.kept.update'],
    alter: sentBodyAs('changeBooking', body =>
      Object.keys(body).join() === 'title' ? { ...body, all_day_display: false } : body,
    ),
  }),
  fault('booking-created-at-writable', 'keeps the created_at that an update brings', {
    breaks: { 'BKG-24.created-at': /created_at of .* but is "2001/ },
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
  fault('booking-dates-an-hour-ahead', 'labels the local time of a server in UTC+1 as UTC', {
    breaks: { 'BKG-25.utc': /is not the time in UTC/ },
    alter: objectTexts('booking', ['created_at', 'updated_at'], utc =>
      new Date(Date.parse(utc) + 3_600_000).toISOString(),
    ),
  }),
  fault(
    'bookings-moved-by-schedule-id',
    'moves bookings of a bulk update to the schedule of its schedule_id',
    {
      breaks: { 'BKG-24.schedule.bulk': /can no longer be read/ },
      touches: ['BKG-24'],
      alter: all(
        body(bookingBulkPuts, { schedule_id: anything.optional() }),
        run(bookingBulkPuts, async (asked, usual) => {
          const { schedule_id, ...rest } = asked.body
          const answer = await usual({ body: rest })
          const other = typeof schedule_id === 'string' && (await asked.rows.schedules.find(schedule_id))
          if (other && other.id !== asked.path.scheduleId)
            await asked.rows.bookings.remove(scopeOf(asked, asked.query.ids))
          return answer
        }),
      ),
    },
  ),
  fault('booking-schedule-id-of-the-create', 'keeps the schedule_id that a create of a booking names', {
    breaks: { 'BKG-24.create.schedule': /schedule_id of the new booking must be/ },
    touches: ['BKG-24', 'BKG-03', 'BKG-29'],
    alter: keptOfCreate('createBooking', 'booking', 'schedule_id'),
  }),
  fault('booking-dates-of-the-reader', "shows created_at and updated_at in the reader's time zone", {
    breaks: { 'BKG-25.utc': /is not the time in UTC/ },
    alter: shownTo(readsOf.booking, (object, { timezone }) => {
      const local = (date: string) => {
        const offset = offsetAt(timezone, Math.floor(Date.parse(date) / 1000))
        return new Date(Date.parse(date) + offset * 1000).toISOString().slice(0, -1)
      }
      return mapTexts(object, ['created_at', 'updated_at'], local)
    }),
  }),
  fault('booking-updated-back', 'sets updated_at of a booking back by an hour with every update', {
    breaks: { 'BKG-25': /it went back/ },
    touches: ['BULK-23.bookings', 'BULK-23.resource-bookings'],
    alter: collection('bookings', usual => ({
      change: (selection, change, now) => usual.change(selection, change, now - 3_600_000),
    })),
  }),
]
