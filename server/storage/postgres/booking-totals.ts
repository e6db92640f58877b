import { wholeSchedule as whole } from './collection.js'
import { storable } from './texts.js'
import type { Transaction, Value } from './transaction.js'

/*
 * How many bookings each schedule and resource has. A total is the sum over slots; a transaction changes those of its
 * connection, so that the ones on other connections neither wait for it nor conflict with it, unless they share a slot by chance.
 * A slot alone may be negative.
 */

/** The slot of a connection, of as many as a database usually accepts connections. */
const slot = 'pg_backend_pid() % 128'

const add = (
  rows: string,
) => `INSERT INTO booking_totals AS kept (schedule_id, resource_id, slot, total) ${rows}
  ON CONFLICT (schedule_id, resource_id, slot) DO UPDATE SET total = kept.total + excluded.total`

const addSums = add(
  `SELECT schedule_id, resource_id, ${slot}, total
   FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS added (schedule_id, resource_id, total)`,
)

/** Takes bookings of the schedule $1 from their resources, and adds them to another scope or takes them from it. */
const take = (bookings: string, scope: string | number, sign: '+' | '-') =>
  `WITH taken AS (${bookings}) ${add(
    `SELECT $1, resource_id, ${slot}, -count(*) FROM taken GROUP BY resource_id
   UNION ALL SELECT $1, ${scope}, ${slot}, ${sign}count(*) FROM taken HAVING count(*) > 0`,
  )}`

/** The totals, in a transaction. Conditions are on rows of the schedule that is their first value. */
export interface BookingTotals {
  /** Counts a new booking; stored at the end of the transaction, because each change of a row makes the next one slower. */
  add(schedule_id: string, resource_id: number): void
  store(): void
  /** Removes bookings. */
  remove(condition: string, values: readonly Value[]): Promise<void>
  /** Counts bookings that are about to move to another resource. */
  move(condition: string, values: readonly Value[], resource_id: number): Promise<void>
  /** Removes the totals of resources, whose bookings are about to go with them. */
  removeResources(condition: string, values: readonly Value[]): void
}

/** Counts what a part of the same statement has inserted: the rows of `inserted`. */
export const addInserted = add(
  `SELECT schedule_id, ${whole}, ${slot}, count(*) FROM inserted GROUP BY schedule_id
   UNION ALL SELECT schedule_id, resource_id, ${slot}, count(*) FROM inserted GROUP BY schedule_id, resource_id`,
)

interface Sum {
  schedule_id: string
  resource_id: number
  total: number
}

export function createBookingTotals({ run }: Pick<Transaction, 'run'>): BookingTotals {
  const sums = new Map<string, Sum>()

  function store(): void {
    const added = [...sums.values()]
    sums.clear()
    if (added.length === 0) return
    run(addSums, [
      added.map(({ schedule_id }) => storable(schedule_id)),
      added.map(({ resource_id }) => resource_id),
      added.map(({ total }) => total),
    ])
  }

  return {
    add(schedule_id, resource_id) {
      for (const scope of [whole, resource_id]) {
        const key = `${scope} ${schedule_id}`
        const sum = sums.get(key) ?? { schedule_id, resource_id: scope, total: 0 }
        sum.total++
        sums.set(key, sum)
      }
    },

    store,

    remove: (condition, values) =>
      run(take(`DELETE FROM bookings WHERE ${condition} RETURNING resource_id`, whole, '-'), values),

    move(condition, values, resource_id) {
      const scope = `$${values.length + 1}::bigint`
      const moved = `SELECT resource_id FROM bookings WHERE ${condition} AND resource_id <> ${scope}`
      return run(take(moved, scope, '+'), [...values, resource_id])
    },

    removeResources(condition, values) {
      store()
      const theirs = `FROM booking_totals WHERE schedule_id = $1
        AND resource_id IN (SELECT id FROM resources WHERE ${condition})`
      run(add(`SELECT $1, ${whole}, ${slot}, -sum(total)::bigint ${theirs} HAVING count(*) > 0`), values)
      run(`DELETE ${theirs}`, values)
    },
  }
}
