import type { Database } from './connection.js'

/** Where a store keeps its data: in memory, or in the files of a directory. */
export interface Persistence {
  readonly database: Database
  /** Runs an exclusive transaction. One that `frees` space is tried although there is no room. */
  transaction<T>(work: () => Promise<T>, frees?: boolean): Promise<T>
  /** Whether it accepts no write until the process starts again. */
  hasFailed(): boolean
  /** Whether there is no room: the next write should wait until the log could be shortened. */
  isFull(): boolean
  /** Translates the error of a read into an error of the port. */
  failure(error: unknown): unknown
  /** Resolves once everything visible so far is on disk. Undefined if that is so already. */
  settled(): Promise<void> | undefined
  /** Syncs what a large transaction has written so far in the background, so that little is left for its end. */
  syncAhead(): void
  /** Closes the database; nothing else may be in progress. */
  close(): Promise<void>
}

/** Data in memory, lost when the process exits. */
export function memoryPersistence(database: Database): Persistence {
  return {
    database,
    transaction: work => work(),
    hasFailed: () => false,
    isFull: () => false,
    failure: error => error,
    settled: () => undefined,
    syncAhead: () => undefined,
    close: async () => database.close(),
  }
}
