import {
  type BookingChange,
  booking,
  type Collection,
  type NewBooking,
  type StoredBooking,
  utcText,
} from '../../core/index.js'
import { type BookingTotals, countInsert } from './booking-totals.js'
import { conditionOf, createCollection, prepareTable } from './collection.js'
import type { GivenIds } from './given-ids.js'
import type { Session, Value } from './session.js'

/** In the text, `start` and `end` are null, because they depend on the reader. */
const bookings = prepareTable<StoredBooking>({
  name: 'bookings',
  members: Object.keys(booking.shape),
  columns: { resource_id: 'bigint', start: 'bigint', end: 'bigint' },
  fixed: [],
  columnsOf: ({ resource_id, start, end }) => ({ resource_id, start, end }) as Record<string, Value>,
  shownOf: ({ start, end }) => ({
    start: null,
    end: null,
    start_utc: utcText(start as number),
    end_utc: utcText(end as number),
  }),
  select: 'SELECT id, json, start, "end" FROM bookings',
  keep: ([id, json, start, end]) => ({
    id: Number(id),
    json: String(json),
    start: Number(start),
    end: Number(end),
  }),
})

const countedInsert = countInsert(bookings.insert)

/** Bookings, with the totals that they change. */
export function createBookings(
  session: Session,
  ids: GivenIds,
  totals: BookingTotals,
): Collection<StoredBooking, NewBooking, BookingChange> {
  const rows = createCollection<StoredBooking, NewBooking, BookingChange>(session, ids, bookings)
  return {
    ...rows,

    count(selection) {
      const { schedule_id, ids, resource_id, time_min, time_max } = selection
      const isWhole = ids === undefined && time_min === undefined && time_max === undefined
      return isWhole ? totals.of(schedule_id, resource_id) : rows.count(selection)
    },

    insert(row, now) {
      return rows.insert(row, now, totals.counts(row) ? undefined : countedInsert)
    },

    change(selection, change, now) {
      if (change.resource_id !== undefined) {
        const { sql, values } = conditionOf('bookings', selection)
        totals.move(sql, values, change.resource_id)
      }
      return rows.change(selection, change, now)
    },

    remove(selection) {
      const { sql, values } = conditionOf('bookings', selection)
      totals.remove(sql, values)
    },
  }
}
