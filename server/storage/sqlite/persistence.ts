import type { Database } from 'sql.js'
import type { Gate } from '../../core/index.js'

/** What keeps the rows of a store: memory, or the files of a directory. */
export interface Persistence {
  readonly database: Database
  /** Runs a transaction that nothing else runs beside. `touchedAccounts` tells afterwards whether users were written. */
  transaction<T>(work: () => Promise<T>, touchedAccounts: () => boolean): Promise<T>
  /** What a read failed with, in the words of the port. */
  failure(error: unknown): unknown
  /**
   * Resolves when all that could be seen until now is on disk, or as much of it as somebody saw who looked at nothing
   * but accounts.
   */
  settled(onlyAccounts: boolean): Promise<void>
  /** Ends it, with nothing else under way. */
  close(): Promise<void>
}

/** Makes a keeping of a database, behind the gate of its store. */
export type OpenPersistence = (gate: Gate) => Promise<Persistence>

/** Rows that live as long as the process. */
export function memoryPersistence(database: Database): Persistence {
  return {
    database,
    transaction: work => work(),
    failure: error => error,
    settled: async () => {},
    close: async () => database.close(),
  }
}
