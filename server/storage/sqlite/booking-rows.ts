import type { Selection, StoredBooking } from '../../core/index.js'
import type { Bound, SqlValue, Statements } from './statements.js'

/** Bookings in a statement: the table with the index to use, and the condition. */
export interface BookingRows {
  table: string
  where: string
  /** The values of the placeholders in `where`. */
  values: Bound[]
}

const ofSchedule = 'schedule = (SELECT key FROM schedules WHERE id = ?)'

export const hasWindow = ({ time_min, time_max }: Selection): boolean =>
  time_min !== undefined || time_max !== undefined

/** The bookings of a selection: looked up by id, or found in an index that is ordered by id and contains their times. */
export function rowsOf(selection: Selection): BookingRows {
  const { schedule_id, resource_id, ids, time_min, time_max } = selection
  const conditions = [ofSchedule]
  const values: Bound[] = [schedule_id]
  if (resource_id !== undefined) {
    conditions.push('resource_id = ?')
    values.push(resource_id)
  }
  if (time_min !== undefined) {
    conditions.push('start >= ?')
    values.push(time_min)
  }
  if (time_max !== undefined) {
    // A booking that ends before a time also starts before it, which limits the index by time.
    conditions.push('start < ? AND "end" < ?')
    values.push(time_max, time_max)
  }
  if (ids) {
    conditions.push('id IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(ids))
  }
  const index = resource_id === undefined ? 'bookings_of_schedule' : 'bookings_of_resource'
  const table = ids ? 'bookings NOT INDEXED' : `bookings INDEXED BY ${index}`
  return { table, where: conditions.join(' AND '), values }
}

/** The bookings in a time window, found by their times. */
export const rowsInTime = (selection: Selection): BookingRows => ({
  ...rowsOf(selection),
  table: 'bookings INDEXED BY bookings_by_time',
})

/** Reads the columns `id, json, start, "end"`. */
export const createBookingReader =
  ({ whole }: Pick<Statements, 'whole'>) =>
  ([id, json, start, end]: SqlValue[]): StoredBooking => ({
    id: Number(id),
    json: whole(String(json)),
    start: Number(start),
    end: Number(end),
  })
