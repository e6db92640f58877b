import { type Awaitable, settle } from '../../core/index.js'
import type { Statements } from './statements.js'

/** What a store knows besides its rows: caches, and totals that are not stored yet. It follows the transactions. */
export interface StoreState {
  /** A writer begins. */
  begin(): void
  /** Whether this writer wrote accounts. */
  wroteAccounts(): boolean
  /** The writer has succeeded. */
  keep(): void
  /** The work of the writer was undone. */
  undo(): void
  /** Stores what is to be stored before the transaction ends. */
  flush(): void
  /** The transaction has ended. */
  commit(): void
  /** All rows are about to be replaced, as a part of the transaction. */
  beforeReplacement(): void
  /** The transaction was undone. */
  forget(): void
}

/** Runs the work of one writer as one transaction, rolled back if it throws. */
export function inTransaction<T>(
  { run }: Pick<Statements, 'run'>,
  state: StoreState,
  work: () => Awaitable<T>,
): Awaitable<T> {
  const undo = (error: unknown): never => {
    rollBack(run)
    throw error
  }
  const failed = (error: unknown): never => {
    // Refusals are common: what is known of earlier transactions stays.
    state.undo()
    state.commit()
    return undo(error)
  }
  const commit = (value: T): T => {
    try {
      state.keep()
      state.flush()
      run('COMMIT', [])
    } catch (error) {
      state.forget()
      return undo(error)
    }
    state.commit()
    return value
  }
  run('BEGIN', [])
  state.begin()
  return settle(work, commit, failed)
}

/** Some errors, such as running out of memory, have already ended the transaction; the caller must get those. */
export function rollBack(run: Statements['run']): void {
  try {
    run('ROLLBACK', [])
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}
