import type { Row } from './session.js'

/** Rows that were read before, by their question. They may have changed since: whoever uses them verifies them. */
export type Guesses = Pick<ReadonlyMap<string, Row>, 'get'>

/** Remembers up to `most` rows; the oldest is forgotten first. */
export function createGuesses(most = 30_000) {
  const known = new Map<string, Row>()
  return {
    get: (key: string) => known.get(key),
    remember(key: string, row: Row | undefined): void {
      if (row) known.set(key, row)
      else known.delete(key)
      if (known.size <= most) return
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    },
  }
}
