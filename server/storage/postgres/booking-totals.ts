import type { Session, Value } from './session.js'
import { storable } from './texts.js'

/*
 * How many bookings each schedule and resource has. A total is the sum over slots; a transaction changes those of its
 * connection, so that the ones on other connections neither wait for it nor conflict with it. A slot alone may be negative.
 */

/** The scope of a schedule; the others are the ids of resources. */
const whole = 0
/** As many as a database usually accepts connections. */
const slots = 128

/** Gives a connection the first slot that no other one has, until it is closed. The numbers are those of a lock. */
export const takeSlot = `SELECT set_config('schedkit.slot', slot::text, false) FROM (
  SELECT slot FROM generate_series(0, ${slots - 1}) AS slot WHERE pg_try_advisory_lock(71647333, slot) LIMIT 1
) AS free`

/** The slot of the connection; if there were not enough, it shares one. */
const slot = `coalesce(current_setting('schedkit.slot', true)::bigint, pg_backend_pid() % ${slots})`

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

/** A statement that inserts a booking and counts it. */
export const countInsert = (insert: string) =>
  `WITH inserted AS (${insert}, schedule_id, resource_id), counted AS (${add(
    `SELECT schedule_id, ${whole}, ${slot}, 1 FROM inserted
   UNION ALL SELECT schedule_id, resource_id, ${slot}, 1 FROM inserted`,
  )}) SELECT id FROM inserted`

interface Scope {
  schedule_id: string
  resource_id: number
}

export type BookingTotals = ReturnType<typeof createBookingTotals>

/** The totals, in the transaction of a session. Conditions are on rows of the schedule that is their first value. */
export function createBookingTotals({ first, run }: Session) {
  /** What is not stored yet, by schedule and scope. */
  const sums = new Map<string, Map<number, number>>()
  let hasInserted = false

  function store(): void {
    const added = [...sums].flatMap(([schedule_id, scopes]) =>
      [...scopes].map(([scope, sum]) => [storable(schedule_id), scope, sum] as const),
    )
    sums.clear()
    if (added.length === 0) return
    run(addSums, [
      added.map(([schedule_id]) => schedule_id),
      added.map(([, scope]) => scope),
      added.map(([, , sum]) => sum),
    ])
  }

  return {
    async of(schedule_id: string, resource_id = whole): Promise<number> {
      store()
      const sql = 'SELECT sum(total) FROM booking_totals WHERE schedule_id = $1 AND resource_id = $2'
      return Number((await first(sql, [storable(schedule_id), resource_id]))?.[0])
    },

    /**
     * Counts a booking that is inserted; returns false if it is the first, which its own statement is to count. Further ones are
     * counted together, because each change of a row makes the next one in the same transaction slower.
     */
    counts({ schedule_id, resource_id }: Scope): boolean {
      if (!hasInserted) {
        hasInserted = true
        return false
      }
      const scopes = sums.get(schedule_id) ?? new Map<number, number>()
      for (const scope of [whole, resource_id]) scopes.set(scope, (scopes.get(scope) ?? 0) + 1)
      sums.set(schedule_id, scopes)
      return true
    },

    /** Stores what was inserted. To be called at the end of a transaction. */
    store,

    remove(condition: string, values: readonly Value[]): void {
      run(take(`DELETE FROM bookings WHERE ${condition} RETURNING resource_id`, whole, '-'), values)
    },

    /** Counts bookings that are about to move to another resource. */
    move(condition: string, values: readonly Value[], resource_id: number): void {
      const scope = `$${values.length + 1}::bigint`
      const moved = `SELECT resource_id FROM bookings WHERE ${condition} AND resource_id <> ${scope}`
      run(take(moved, scope, '+'), [...values, resource_id])
    },

    /** Removes the totals of resources, whose bookings are about to go with them. */
    removeResources(condition: string, values: readonly Value[]): void {
      store()
      const theirs = `FROM booking_totals WHERE schedule_id = $1
        AND resource_id IN (SELECT id FROM resources WHERE ${condition})`
      run(add(`SELECT $1, ${whole}, ${slot}, -sum(total)::bigint ${theirs} HAVING count(*) > 0`), values)
      run(`DELETE ${theirs}`, values)
    },
  }
}
