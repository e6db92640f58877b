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

/** Some errors, such as running out of memory, have already ended the transaction; the caller must get those. */
export function rollBack(run: Statements['run']): void {
  try {
    run('ROLLBACK', [])
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}

/** Whether the transaction is still open after an error. If not, this begins another one, to be rolled back. */
export function isOpen(run: Statements['run']): boolean {
  try {
    run('BEGIN', [])
    return false
  } catch {
    return true
  }
}
