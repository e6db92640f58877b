import type { Statements } from './statements.js'

/*
 * How many bookings each schedule and resource has. Writers add what they insert, remove and move; a transaction writes the
 * sums once, before its end. The scope is the id of a resource or the negative key of a schedule; scope 0 has the last id
 * that a booking was given.
 */

/** Lets SQLite keep the totals of what other programs insert and delete, while no server uses the database. */
export const countForOthers = `
CREATE TRIGGER IF NOT EXISTS booking_totals_up AFTER INSERT ON bookings BEGIN
  INSERT INTO booking_totals VALUES (new.resource_id, 1), (-new.schedule, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO booking_totals VALUES (0, new.id) ON CONFLICT DO UPDATE SET total = max(total, new.id);
END;
CREATE TRIGGER IF NOT EXISTS booking_totals_down AFTER DELETE ON bookings BEGIN
  UPDATE booking_totals SET total = total - 1 WHERE scope IN (old.resource_id, -old.schedule);
END;
CREATE TRIGGER IF NOT EXISTS booking_totals_moved AFTER UPDATE OF resource_id ON bookings WHEN old.resource_id <> new.resource_id BEGIN
  UPDATE booking_totals SET total = total - 1 WHERE scope = old.resource_id;
  INSERT INTO booking_totals VALUES (new.resource_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
`

/** The store counts itself. */
export const countAlone = `
DROP TRIGGER IF EXISTS booking_totals_up;
DROP TRIGGER IF EXISTS booking_totals_down;
DROP TRIGGER IF EXISTS booking_totals_moved;
`

export type BookingTotals = ReturnType<typeof createBookingTotals>

type Sums = Map<number, number>

const put = `INSERT INTO booking_totals VALUES (?, ?) ON CONFLICT DO UPDATE SET total = total + excluded.total`

/** Keeps up to `most` stored totals at hand. */
export function createBookingTotals({ get, run }: Pick<Statements, 'get' | 'run'>, most = 10_000) {
  const stored: Sums = new Map()
  // What the writers of this transaction have added that is not stored yet: those before the current one, and this one.
  let before: Sums = new Map()
  let own: Sums = new Map()
  // What the current writer has stored for those before it, if it has: undoing its work undoes that, too.
  let storedForOthers: Sums | undefined

  function storedTotal(scope: number): number {
    const known = stored.get(scope)
    if (known !== undefined) return known
    const total = Number(get('SELECT total FROM booking_totals WHERE scope = ?', [scope])?.[0] ?? 0)
    if (stored.size >= most) stored.clear()
    stored.set(scope, total)
    return total
  }

  function store(sums: Sums): void {
    for (const [scope, sum] of sums) {
      if (sum === 0) continue
      run(put, [scope, sum])
      const known = stored.get(scope)
      if (known !== undefined) stored.set(scope, known + sum)
    }
  }

  return {
    of: (scope: number): number =>
      storedTotal(scope) + (before.size > 0 ? (before.get(scope) ?? 0) : 0) + (own.get(scope) ?? 0),
    add: (scope: number, count: number): void => void own.set(scope, (own.get(scope) ?? 0) + count),
    /** Stores everything now, because rows are about to go with others, and forgets what is at hand. */
    beforeCascade(): void {
      store(before)
      store(own)
      storedForOthers ??= before
      before = new Map()
      own = new Map()
      stored.clear()
    },
    /** The current writer has succeeded. */
    keep(): void {
      merge(own, before)
      own.clear()
      storedForOthers = undefined
    },
    /** The work of the current writer was undone. */
    undo(): void {
      own.clear()
      if (!storedForOthers) return
      before = storedForOthers
      storedForOthers = undefined
      stored.clear()
    },
    /** The transaction is about to end. */
    flush(): void {
      store(before)
      before.clear()
    },
    /** The transaction was undone, or all rows were replaced. */
    forget(): void {
      for (const sums of [stored, before, own]) sums.clear()
      storedForOthers = undefined
    },
  }
}

function merge(from: Sums, to: Sums): void {
  for (const [scope, sum] of from) to.set(scope, (to.get(scope) ?? 0) + sum)
}
