import type { Database } from 'sql.js'
import type { Gate } from '../../core/index.js'

/** Where a store keeps its data: in memory, or in the files of a directory. */
export interface Persistence {
  readonly database: Database
  /** Runs an exclusive transaction. `touchedAccounts` says afterwards whether it wrote accounts. */
  transaction<T>(work: () => Promise<T>, touchedAccounts: () => boolean): Promise<T>
  /** Translates the error of a read into an error of the port. */
  failure(error: unknown): unknown
  /** Resolves once everything visible so far is on disk; for readers of accounts only, once account writes are. */
  settled(onlyAccounts: boolean): Promise<void>
  /** Closes the database; nothing else may be in progress. */
  close(): Promise<void>
}

/** Opens the persistence of a store, which uses the gate of that store. */
export type OpenPersistence = (gate: Gate) => Promise<Persistence>

/** Data in memory, lost when the process exits. */
export function memoryPersistence(database: Database): Persistence {
  return {
    database,
    transaction: work => work(),
    failure: error => error,
    settled: async () => {},
    close: async () => database.close(),
  }
}
