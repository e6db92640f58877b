import type { UniqueNames } from '../core/index.js'
import type { Notify } from './errors.js'
import type { DatabaseLimits } from './postgres/limits.js'
import type { ServerStore } from './server-store.js'
import { openSqlStore } from './sqlite/sql-store.js'

export interface StorePlace {
  uniqueNames: UniqueNames
  /** A directory. */
  data?: string | undefined
  /** The URL of a database. */
  database?: string | undefined
  databaseLimits?: DatabaseLimits | undefined
  /** Receives events that the operator should know about. */
  notify: Notify
}

/**
 * Opens the store on SQLite, in a directory or in memory, or the store on PostgreSQL.
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
