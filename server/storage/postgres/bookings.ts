import { booking, type Repositories, type StoredBooking, utcText } from '../../core/index.js'
import { type BookingTotals, countInsert } from './booking-totals.js'
import { conditionOf, createCollection, type Table, type Values } from './collection.js'
import type { Transaction, Value } from './transaction.js'

/** In the text, `start` and `end` are null, because they depend on the reader. */
const table: Table<StoredBooking> = {
  name: 'bookings',
  members: Object.keys(booking.shape),
  select: 'SELECT id, json, start, "end" FROM bookings',
  keep: ([id, json, start, end]) => ({
    id: Number(id),
    json: String(json),
    start: Number(start),
    end: Number(end),
  }),

  insert: `INSERT INTO bookings (id, json, schedule_id, resource_id, start, "end")
    SELECT id, '{"id":' || id || ',' || $1, $2, $3::bigint, $4::bigint, $5::bigint
    FROM nextval('bookings_ids') AS given (id) RETURNING id`,
  inserted: columnsOf,

  changing: ['resource_id', 'start', 'end'],
  update: `UPDATE bookings
    SET json = changed.json, resource_id = changed.resource_id, start = changed.start, "end" = changed."end"
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
      AS changed (id, json, resource_id, start, "end")
    WHERE bookings.schedule_id = $6 AND bookings.id = changed.id`,
  changed: columnsOf,

  shown: ({ start, end }) => ({
    start: null,
    end: null,
    start_utc: utcText(start as number),
    end_utc: utcText(end as number),
  }),
}

function columnsOf({ resource_id, start, end }: Values): Value[] {
  return [resource_id, start, end] as number[]
}

const countingTable = { ...table, insert: countInsert(table.insert) }

/** Bookings, with the totals that they change. `commit` is called once the only write of a transaction, an insert, is sent. */
export function createBookings(
  transaction: Transaction,
  totals: BookingTotals,
  commit?: () => void,
): Repositories['bookings'] {
  const rows: Repositories['bookings'] = commit
    ? createCollection(transaction, countingTable, commit)
    : createCollection(transaction, table, row => totals.add(row.schedule_id, row.resource_id))
  return {
    ...rows,

    count(selection) {
      const { schedule_id, ids, resource_id, time_min, time_max } = selection
      const isWhole = ids === undefined && time_min === undefined && time_max === undefined
      return isWhole ? totals.of(schedule_id, resource_id) : rows.count(selection)
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
