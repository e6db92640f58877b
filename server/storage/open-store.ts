import type { Counts, MailQueue, MostInParts, Store, UniqueNames } from '../core/index.js'
import type { DatabaseLimits } from './postgres/limits.js'
import type { Notify } from './sqlite/disk/data-files.js'
import { openSqlStore } from './sqlite/sql-store.js'

export interface StorePlace {
  uniqueNames: UniqueNames
  /** A directory. */
  data?: string | undefined
  /** The URL of a database. */
  database?: string | undefined
  databaseLimits?: DatabaseLimits | undefined
  /** Gets events that the operator should know. */
  notify: Notify
}

/** The store of a server. */
export interface ServerStore extends Store {
  /** Whether a seed was ever loaded; always false for a new store in memory. */
  readonly isSeeded: boolean
  /** Loads the first seed, unless another process has loaded its own. Returns whether it did. */
  seedFirst(load: () => Promise<void>): Promise<boolean>
  /** Counts requests and wrong passwords of all its processes. @default each process counts in memory */
  readonly counts?: Counts
  /** How many long lists may be sent at the same time, if it bears fewer than the service. */
  readonly longLists?: MostInParts
  /** Keeps mails until they are delivered. @default they are in memory */
  readonly mails?: MailQueue
  /** Whether it answers: `reachable`, `unreachable`, or `failed` until the process starts again. */
  health(): Promise<'reachable' | 'unreachable' | 'failed'>
  /** Takes a snapshot of all data. */
  snapshot(): Promise<unknown>
  /** Restores a snapshot, including the next ids. */
  restore(snapshot: never): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the store on SQLite, in a directory or in memory, or the one on PostgreSQL.
 *
 * @throws {DataError} if the data cannot be used
 */
export async function openStore({
  uniqueNames,
  data,
  database,
  databaseLimits,
  notify,
}: StorePlace): Promise<ServerStore> {
  if (database === undefined) {
    return openSqlStore({ uniqueNames, ...(data !== undefined && { data: { directory: data, notify } }) })
  }
  if (data !== undefined) {
    throw new Error('Failed to open the data: there are a directory and a database. Give one of them.')
  }
  // Servers without a database need not load the driver.
  const { openPostgresStore } = await import('./postgres/postgres-store.js')
  return openPostgresStore({ url: database, uniqueNames, notify, limits: databaseLimits })
}
