import type { Awaitable } from '../../server/core/index.js'

/** Thrown by a write in a transaction whose rows a restore has replaced. */
export class Restored extends Error {
  override readonly name = 'Restored'

  constructor() {
    super('Failed to write: the store was restored meanwhile. Await every answer before a restore.')
  }
}

/** Returns a table to its state at the time of the copy. */
type Undo = () => void

/** Makes writes atomic: a table is copied before the first write to it, and restored if the work fails. */
export interface Journal {
  /** Must be called before each write; calls `copy` at the first write to the table. */
  save(table: object, copy: () => Undo): void
  /** @throws Restored if a restore has replaced the rows of the transaction */
  check(): void
  /** Whether a transaction is in progress and has not been abandoned. */
  readonly isOpen: boolean
  /** Runs a transaction, and undoes all of it if the work throws. */
  transaction<T>(work: () => Awaitable<T>): Promise<T>
  /** Runs several writes as one, and undoes all of them if one throws. */
  together<T>(work: () => T): T
  /** Undoes the transaction in progress, which fails with `Restored`. */
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

  /** Ends the transaction, and returns whether it was abandoned. */
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
        // If the enclosing transaction fails later, it undoes these writes, too.
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
