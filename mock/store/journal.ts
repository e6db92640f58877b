import type { Awaitable } from '../../server/core/index.js'

/** A write that comes too late: a restore has replaced the rows. */
export class Restored extends Error {
  override readonly name = 'Restored'

  constructor() {
    super('Failed to write: the store was restored meanwhile. Await every answer before a restore.')
  }
}

/** Returns a table to the state that it has now. */
type Undo = () => void

/** Makes writes atomic: a table is copied before it is first written, and gets its rows back if the work fails. */
export interface Journal {
  /** To be called before each write; `copy` is called if it is the first one of the table. */
  save(table: object, copy: () => Undo): void
  /** @throws Restored if a restore has replaced the rows of the transaction */
  check(): void
  /** Whether a transaction is in progress that was not abandoned. */
  readonly isOpen: boolean
  /** Runs a transaction, and undoes all of it if the work throws. */
  transaction<T>(work: () => Awaitable<T>): Promise<T>
  /** Runs several writes at once, and undoes all of them if one throws. */
  together<T>(work: () => T): T
  /** Undoes a transaction in progress; it fails with `Restored`. */
  abandon(): void
}

type Saved = Map<object, Undo>

export function createJournal(): Journal {
  let current: Saved | undefined
  let isOpen = false
  let isAbandoned = false

  const undo = (saved: Saved | undefined) => {
    for (const each of saved?.values() ?? []) each()
  }

  /** Ends the transaction, and says whether it was abandoned. */
  function end(): boolean {
    const wasAbandoned = isAbandoned
    current = undefined
    isOpen = false
    isAbandoned = false
    return wasAbandoned
  }

  return {
    save(table, copy) {
      if (current && !current.has(table)) current.set(table, copy())
    },

    check() {
      if (isAbandoned) throw new Restored()
    },

    get isOpen() {
      return isOpen && !isAbandoned
    },

    async transaction(work) {
      const saved: Saved = new Map()
      current = saved
      isOpen = true
      try {
        const value = await work()
        if (end()) throw new Restored()
        return value
      } catch (error) {
        if (!isOpen) throw error
        if (!isAbandoned) undo(saved)
        throw end() ? new Restored() : error
      }
    },

    together(work) {
      const outer = current
      const saved: Saved = new Map()
      current = saved
      try {
        const result = work()
        // If the transaction around fails later, it undoes these writes, too.
        for (const [table, each] of saved) if (outer && !outer.has(table)) outer.set(table, each)
        return result
      } catch (error) {
        undo(saved)
        throw error
      } finally {
        current = outer
      }
    },

    abandon() {
      if (isOpen && !isAbandoned) undo(current)
      current = undefined
      isAbandoned = isOpen
    },
  }
}
