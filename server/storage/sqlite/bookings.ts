import {
  type BookingChange,
  type Collection,
  dateText,
  type NewBooking,
  type Selection,
  type Slice,
  type StoredBooking,
  utcText,
} from '../../core/index.js'
import { bookingText } from '../booking-text.js'
import { type BookingRows, createBookingReader, hasWindow, rowsInTime, rowsOf } from './booking-rows.js'
import { createBookingScans } from './booking-scans.js'
import type { Pauses } from './large-writes.js'
import type { Bound, Statements } from './statements.js'

export type Bookings = Collection<StoredBooking, NewBooking, BookingChange>

/** The number of bookings written at once, which takes a few milliseconds. */
export const sliceSize = 1_000

const columns = 'id, json, start, "end"'

const bookingById = `SELECT ${columns} FROM bookings
  WHERE id = ? AND schedule = (SELECT key FROM schedules WHERE id = ?)`

export const insertBooking = `INSERT INTO bookings (id, schedule, resource_id, start, "end", json)
  VALUES (?, (SELECT key FROM schedules WHERE id = ?), ?, ?, ?, ?)`

/** Totals: for schedules by negative keys, for resources by their ids; key 0 has the last id assigned to a booking. */
const totalOfSchedule = `SELECT total FROM booking_totals
  WHERE scope = (SELECT -key FROM schedules WHERE id = ?)`
const totalOfResource = `SELECT total FROM booking_totals
  WHERE scope = (SELECT id FROM resources WHERE schedule_id = ? AND id = ?)`
const lastIdGiven = 'SELECT total FROM booking_totals WHERE scope = 0'

/** A page: found in an index, so that only its rows are read. */
const selectPage = ({ table, where }: BookingRows) =>
  `SELECT bookings.id, json, start, "end"
   FROM (SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT ? OFFSET ?) AS page
   CROSS JOIN bookings ON bookings.id = page.id ORDER BY page.id`

/** In SQLite, a negative limit means no limit. */
const limitOf = (limit: number) => (limit === 0 ? -1 : limit)

/** Creates the bookings repository of a store. Writes of very many bookings pause between slices. */
export function createBookings(statements: Statements, pauses: Pauses): Bookings & { detachScans(): void } {
  const { all, get, run } = statements
  const readBooking = createBookingReader(statements)
  const scans = createBookingScans(statements)

  const number = (sql: string, values: BookingRows['values']) => Number(get(sql, values)?.[0] ?? 0)

  /** The last counts of selections, which determine the index for a list; any index gives correct results. */
  const counts = new WeakMap<Selection, number>()

  function count(selection: Selection): number {
    if (!selection.ids && !hasWindow(selection)) return total(selection)
    const { table, where, values } = selection.ids ? rowsOf(selection) : rowsInTime(selection)
    const found = number(`SELECT count(*) FROM ${table} WHERE ${where}`, values)
    counts.set(selection, found)
    return found
  }

  const total = ({ schedule_id, resource_id }: Selection): number =>
    resource_id === undefined
      ? number(totalOfSchedule, [schedule_id])
      : number(totalOfResource, [schedule_id, resource_id])

  function list(selection: Selection, { offset, limit }: Slice): StoredBooking[] {
    // Finding and sorting many bookings takes longer than reading all in order.
    const isByTime =
      selection.ids === undefined &&
      hasWindow(selection) &&
      4 * (counts.get(selection) ?? count(selection)) < total(selection)
    const rows = isByTime ? rowsInTime(selection) : rowsOf(selection)
    return all(selectPage(rows), [...rows.values, limitOf(limit), offset]).map(readBooking)
  }

  /** Runs a step of a write for all selected bookings, slice by slice. */
  async function inSlices(selection: Selection, step: (rows: BookingRows) => void): Promise<void> {
    const rows = rowsOf(selection)
    pauses.touch(selection.schedule_id)
    if (selection.ids) {
      step(rows)
      return pauses.pause()
    }
    const { table, where, values } = rows
    const endOfSlice = `SELECT id FROM ${table} WHERE ${where} AND id > ? ORDER BY id LIMIT 1 OFFSET ?`
    const slice = { table, where: `${where} AND id > ? AND id <= ?` }
    for (let after = 0, end: number | undefined; ; after = end) {
      end = get(endOfSlice, [...values, after, sliceSize - 1])?.[0] as number | undefined
      step({ ...slice, values: [...values, after, end ?? Number.MAX_SAFE_INTEGER] })
      if (end === undefined) return
      await pauses.pause()
    }
  }

  return {
    find(schedule_id, id) {
      const row = get(bookingById, [id, schedule_id])
      return row && readBooking(row)
    },

    list,

    scan(selection, { offset, limit }) {
      const first = offset === 0 ? 1 : list(selection, { offset, limit: 1 })[0]?.id
      return scans.open({
        schedule_id: selection.schedule_id,
        rows: rowsOf(selection),
        after: (first ?? Number.MAX_SAFE_INTEGER) - 1,
        last: number(lastIdGiven, []),
        limit: limit === 0 ? Number.MAX_SAFE_INTEGER : limit,
      })
    },

    count,

    ids(selection) {
      const { table, where, values } = rowsOf(selection)
      return all(`SELECT id FROM ${table} WHERE ${where} ORDER BY id`, values).map(([id]) => Number(id))
    },

    insert(booking, now) {
      const { schedule_id, resource_id, start, end } = booking
      pauses.touch(schedule_id)
      const id = number(lastIdGiven, []) + 1
      const date = dateText(now)
      const json = bookingText({ id, ...booking, updated_at: date, created_at: date })
      run(insertBooking, [id, schedule_id, resource_id, start, end, json])
      return id
    },

    async change(selection, change, now) {
      const update = updateOf(change, now)
      if (!update) return
      const { set, differs, assigned, compared } = update
      await inSlices(selection, rows => {
        scans.save(rows, selection.schedule_id)
        const { table, where, values } = rows
        run(`UPDATE ${table} SET ${set} WHERE ${where} AND (${differs})`, [
          ...assigned,
          ...values,
          ...compared,
        ])
      })
    },

    remove: selection =>
      inSlices(selection, rows => {
        scans.save(rows, selection.schedule_id)
        run(`DELETE FROM ${rows.table} WHERE ${rows.where}`, rows.values)
      }),

    detachScans: scans.detach,
  }
}

/** Fields with columns of their own; all others are only in the text. */
const ownColumns: Record<string, string> = { resource_id: 'resource_id', start: 'start', end: '"end"' }

/** The assignments of a change, the condition that a value differs, and the values of both. */
interface Update {
  set: string
  differs: string
  assigned: Bound[]
  compared: Bound[]
}

/**
 * Builds the update of some fields of bookings, both in the columns and in the text. Values are inserted into the text as
 * JSON, which preserves zero characters, and are compared as JSON. Undefined if no field is given.
 */
function updateOf(change: BookingChange, now: number): Update | undefined {
  const set: string[] = []
  const paths: string[] = []
  const differs: string[] = []
  const [assigned, inText, compared]: [Bound[], Bound[], Bound[]] = [[], [], []]
  for (const [member, value] of Object.entries(change)) {
    if (value === undefined) continue
    const column = ownColumns[member]
    const isTime = member === 'start' || member === 'end'
    const text = JSON.stringify(isTime ? utcText(value as number) : value)
    if (column) {
      set.push(`${column} = ?`)
      assigned.push(value)
    }
    paths.push(`'$.${isTime ? `${member}_utc` : member}', json(?)`)
    inText.push(text)
    differs.push(column ? `${column} IS NOT ?` : `json -> '$.${member}' IS NOT ?`)
    compared.push(column ? value : text)
  }
  if (paths.length === 0) return undefined
  set.push(`json = json_set(json, ${paths.join(', ')}, '$.updated_at', ?)`)
  return {
    set: set.join(', '),
    differs: differs.join(' OR '),
    assigned: [...assigned, ...inText, dateText(now)],
    compared,
  }
}
