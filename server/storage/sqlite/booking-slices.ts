import type { Awaitable, Selection } from '../../core/index.js'
import { conditionOf, kindOf, places, type Scope, valuesOf } from './booking-queries.js'
import { type BookingParts, totalOf } from './bookings.js'
import type { Condition } from './collection.js'
import { sliceSize } from './large-writes.js'

/** One step of a write: the bookings that it writes, and the table, with the index to find them by. */
export type Step = (condition: Condition, table: string) => void

/** Makes a function that runs a step for the selected bookings: at once, or if they may be very many, slice by slice. */
export function createSlices({ statements, large }: Pick<BookingParts, 'statements' | 'large'>) {
  return (scope: Scope, selection: Selection, step: Step): Awaitable<void> => {
    const condition = conditionOf(scope, selection)
    if (selection.ids || totalOf(statements, scope) <= 2 * sliceSize) return step(condition, 'bookings')
    return runSlices(scope, condition, step)
  }

  async function runSlices(scope: Scope, { sql, values }: Condition, step: Step): Promise<void> {
    const { byId, where } = places[kindOf(scope)]
    const table = `bookings INDEXED BY ${byId}`
    const ids = `SELECT id FROM ${table} WHERE ${where} AND id > ? ORDER BY id LIMIT 1 OFFSET ?`
    for (let from = 0; ; ) {
      const last = statements.get(ids, [...valuesOf(scope), from, sliceSize - 1])?.[0] as number | undefined
      const upTo = last ?? Number.MAX_SAFE_INTEGER
      step({ sql: `${sql} AND id > ? AND id <= ?`, values: [...values, from, upTo] }, table)
      if (last === undefined) return
      from = last
      await large.pause(scope.key)
    }
  }
}
