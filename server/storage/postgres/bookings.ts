import type { Repositories, StoredBooking } from '../../core/index.js'
import { bookingText } from '../booking-text.js'
import type { BookingTotals } from './booking-totals.js'
import { conditionOf, createCollection, seconds, type Table, type Values } from './collection.js'
import type { Transaction, Value } from './transaction.js'

export const bookingsTable: Table<StoredBooking> = {
  name: 'bookings',
  text: bookingText,
  select: `SELECT bookings.id, bookings.object, ${seconds('starts_at')}, ${seconds('ends_at')} FROM bookings`,
  columns: 4,
  keep: ([id, json, start, end]) => ({
    id: Number(id),
    json: String(json),
    start: Number(start),
    end: Number(end),
  }),

  insert: `INSERT INTO bookings (id, object, schedule_id, resource_id, starts_at, ends_at)
    SELECT id, '{"id":' || id || ',' || $1, $2, $3::bigint, to_timestamp($4), to_timestamp($5)
    FROM nextval('bookings_ids') AS given (id) RETURNING id`,
  inserted: columnsOf,

  changing: { resource_id: 'resource_id', start: seconds('starts_at'), end: seconds('ends_at') },
  update: `UPDATE bookings
    SET object = $2, resource_id = $3, starts_at = to_timestamp($4), ends_at = to_timestamp($5)
    WHERE schedule_id = $6 AND id = $1`,
  updateAll: `UPDATE bookings
    SET object = changed.object, resource_id = changed.resource_id,
      starts_at = to_timestamp(changed.start), ends_at = to_timestamp(changed."end")
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
      AS changed (id, object, resource_id, start, "end")
    WHERE bookings.schedule_id = $6 AND bookings.id = changed.id`,
  changed: columnsOf,
}

function columnsOf({ resource_id, start, end }: Values): Value[] {
  return [resource_id, start, end] as number[]
}

/** Creates the bookings repository, which also updates their totals. */
export function createBookings(transaction: Transaction, totals: BookingTotals): Repositories['bookings'] {
  const rows: Repositories['bookings'] = createCollection(transaction, bookingsTable, (row, id) =>
    totals.add(row.schedule_id, row.resource_id, id),
  )
  return {
    ...rows,

    count(selection) {
      totals.store()
      return rows.count(selection)
    },

    async change(selection, change, now) {
      if (change.resource_id !== undefined) {
        const { sql, values } = conditionOf('bookings', selection)
        totals.move(sql, values, change.resource_id)
      }
      await rows.change(selection, change, now)
    },

    remove(selection) {
      const { sql, values } = conditionOf('bookings', selection)
      return totals.remove(sql, values)
    },
  }
}
