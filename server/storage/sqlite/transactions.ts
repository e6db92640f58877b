import type { Statements } from './statements.js'

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
