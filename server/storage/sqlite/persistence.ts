import type { Database } from './connection.js'

/** Where a store keeps its data: in memory, or in the files of a directory. */
export interface Persistence {
  readonly database: Database
  /** Runs an exclusive transaction. One that `frees` space is attempted even if the disk is full. */
  transaction<T>(work: () => Promise<T>, frees?: boolean): Promise<T>
  /** Whether it accepts no writes until the process restarts. */
  hasFailed(): boolean
  /** Whether the disk is full: the next write should wait until the log could be shortened. */
  isFull(): boolean
  /** Translates the error of a read into an error of the port. */
  failure(error: unknown): unknown
  /** Resolves once everything visible so far is on disk. Undefined if it already is. */
  settled(): Promise<void> | undefined
  /** Syncs what a large transaction has written so far in the background, so that little is left at its end. */
  syncAhead(): void
  /** Closes the database; nothing else may be in progress. */
  close(): Promise<void>
}

/** In-memory data, lost when the process exits. */
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
