import { blockOf, wholeSchedule as whole } from './collection.js'
import { storable } from './texts.js'
import type { Transaction, Value } from './transaction.js'

/*
 * The number of bookings per resource, and per schedule and block of ids. A total is the sum over writers: a transaction
 * changes the rows of its connection's writer, so that transactions on other connections neither wait for it nor conflict
 * with it, unless they share a number by chance. The count of a single writer may be negative.
 */

/** The writer number of a connection; there are as many as a database usually accepts connections. */
const writer = 'pg_backend_pid() % 128'

const add = (
  rows: string,
) => `INSERT INTO booking_totals AS kept (schedule_id, resource_id, block, writer, total) ${rows}
  ON CONFLICT (schedule_id, resource_id, block, writer) DO UPDATE SET total = kept.total + excluded.total`

/** The maximum number of new bookings counted by one statement. */
const mostAdded = 10_000

/** Subtracts bookings of the schedule $1 from their resources, and changes other totals by the rows of `others`. */
const take = (bookings: string, others: string) =>
  `WITH taken AS (${bookings}) ${add(
    `SELECT $1, resource_id, 0, ${writer}, -count(*) FROM taken GROUP BY 2 UNION ALL ${others}`,
  )}`

const fromSchedule = (bookings: string) =>
  `SELECT $1, ${whole}, ${blockOf('id')}, ${writer}, -count(*) FROM ${bookings} GROUP BY 3`

/** The totals in a transaction. Conditions apply to rows of the schedule in their first value. */
export interface BookingTotals {
  /** Counts a new booking; stored at the end of the transaction, because each change of a row slows down the next one. */
  add(schedule_id: string, resource_id: number, id: number): void
  store(): void
  /** Removes bookings. */
  remove(condition: string, values: readonly Value[]): Promise<void>
  /** Updates the totals for bookings that are about to move to another resource. */
  move(condition: string, values: readonly Value[], resource_id: number): Promise<void>
  /** Removes the totals of resources that are about to be deleted with their bookings. */
  removeResources(condition: string, values: readonly Value[]): void
}

/** Counts new bookings: the rows of `inserted`, which another part of the statement returns. */
export const addInserted = add(
  `SELECT schedule_id, ${whole}, ${blockOf('id')}, ${writer}, count(*) FROM inserted GROUP BY 1, 3
   UNION ALL SELECT schedule_id, resource_id, 0, ${writer}, count(*) FROM inserted GROUP BY 1, 2`,
)

const addNew = `WITH inserted AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS each (schedule_id, resource_id, id)
  ) ${addInserted}`

export function createBookingTotals({ run }: Pick<Transaction, 'run'>): BookingTotals {
  let added: [schedule_id: string, resource_id: number, id: number][] = []

  function store(): void {
    if (added.length > 0)
      run(
        addNew,
        [0, 1, 2].map(column => added.map(row => row[column] ?? null)),
      )
    added = []
  }

  return {
    add(schedule_id, resource_id, id) {
      added.push([storable(schedule_id), resource_id, id])
      if (added.length === mostAdded) store()
    },

    store,

    remove: (condition, values) =>
      run(
        take(`DELETE FROM bookings WHERE ${condition} RETURNING id, resource_id`, fromSchedule('taken')),
        values,
      ),

    move(condition, values, resource_id) {
      const scope = `$${values.length + 1}::bigint`
      const moved = `SELECT resource_id FROM bookings WHERE ${condition} AND resource_id <> ${scope}`
      const gained = `SELECT $1, ${scope}, 0, ${writer}, count(*) FROM taken HAVING count(*) > 0`
      return run(take(moved, gained), [...values, resource_id])
    },

    removeResources(condition, values) {
      store()
      const theirs = `WHERE schedule_id = $1 AND resource_id IN (SELECT id FROM resources WHERE ${condition})`
      run(add(fromSchedule(`bookings ${theirs}`)), values)
      run(`DELETE FROM booking_totals ${theirs}`, values)
    },
  }
}
