import { forgetOldest } from '../../core/index.js'
import { nameOf } from './batches.js'
import type { Row, Value } from './session.js'

/** Rows that were read before, by their question. They may have changed since, so that what relies on them verifies them. */
export type RememberedRows = Pick<ReadonlyMap<string, Row>, 'get'>

/** A question to the database. */
export const keyOf = (sql: string, values: readonly Value[]): string =>
  `${nameOf(sql)} ${JSON.stringify(values)}`

/** Remembers up to `most` rows; the oldest is forgotten first. */
export function createRememberedRows(most = 30_000) {
  const known = new Map<string, Row>()
  return {
    get: (key: string) => known.get(key),
    remember(key: string, row: Row | undefined): void {
      if (row) known.set(key, row)
      else known.delete(key)
      forgetOldest(known, most)
    },
  }
}

/** Makes something of a row once: what is remembered is used many times. */
export function oncePerRow<Made extends object>(make: (row: Row) => Made): (row: Row) => Made {
  const made = new WeakMap<Row, Made>()
  return row => {
    const before = made.get(row)
    if (before) return before
    const now = make(row)
    made.set(row, now)
    return now
  }
}
