import type { Statements } from './statements.js'

/** Runs work as one transaction: all of it is kept, or nothing where it throws. */
export async function inTransaction<T>({ run }: Statements, work: () => Promise<T>): Promise<T> {
  run('BEGIN', [])
  try {
    const result = await work()
    run('COMMIT', [])
    return result
  } catch (error) {
    rollBack(run)
    throw error
  }
}

/** Some failures, a full memory for one, have ended the transaction already; they are what the caller has to hear of. */
function rollBack(run: Statements['run']): void {
  try {
    run('ROLLBACK', [])
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}
