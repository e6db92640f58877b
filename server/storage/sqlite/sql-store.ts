import type { Repositories, Store, UniqueNames } from '../../core/index.js'
import { createGate } from '../../core/index.js'
import { trackReads, trackWrites } from './account-tracking.js'
import { translateConstraintError } from './constraint-errors.js'
import { type DataOptions, openData } from './disk/open-data.js'
import { openDatabase } from './engine.js'
import { migrations } from './migrations/index.js'
import { memoryPersistence } from './persistence.js'
import { createRepositories } from './repositories.js'
import { keepNamesUnique, migrate } from './schema.js'
import { restoreSnapshot, type SqlSnapshot, takeSnapshot } from './snapshot.js'
import { createStatements, inTransaction } from './statements.js'

export interface SqlStoreOptions {
  /** Where resource names are unique (section 2.1): the whole service by default. */
  uniqueNames?: UniqueNames
  /** Where the rows are kept on disk; without it they are kept in memory. */
  data?: DataOptions
}

export interface SqlStore extends Store {
  /** Whether a seed was ever planted here; what is in memory never had one when it is opened. */
  readonly isSeeded: boolean
  /** All that is kept. */
  snapshot(): Promise<SqlSnapshot>
  /** Puts back all that a snapshot holds, ids to come included. */
  restore(snapshot: SqlSnapshot): Promise<void>
  close(): Promise<void>
}

async function newPersistence() {
  const database = await openDatabase()
  migrate(database, migrations)
  return memoryPersistence(database)
}

/**
 * Opens a store on SQLite, in memory or on disk. Whatever a read or a write comes back with is on disk then.
 *
 * @throws DataError where the data on disk can't be used
 */
export async function openSqlStore({
  uniqueNames = 'service',
  data,
}: SqlStoreOptions = {}): Promise<SqlStore> {
  const gate = createGate()
  const persistence = await (data ? openData(data, migrations)(gate) : newPersistence())
  const { database } = persistence
  try {
    keepNamesUnique(database, uniqueNames)
  } catch (error) {
    await persistence.close()
    throw error
  }
  const statements = createStatements(database)
  const rows = createRepositories(statements)
  const accounts = trackWrites(rows)
  const isSeeded = statements.get('SELECT 1 FROM planted', []) !== undefined

  async function write<T>(work: () => Promise<T>, touchedAccounts: () => boolean): Promise<T> {
    try {
      return await gate.exclusive(() =>
        persistence.transaction(() => inTransaction(statements, work), touchedAccounts),
      )
    } catch (error) {
      throw translateConstraintError(error)
    } finally {
      // A refusal too tells what was there.
      await persistence.settled(false)
    }
  }

  async function read<T>(work: (given: Repositories) => Promise<T>): Promise<T> {
    const watched = trackReads(rows)
    try {
      return await gate.shared(() => work(watched.rows))
    } catch (error) {
      throw persistence.failure(error)
    } finally {
      await persistence.settled(watched.onlyAccounts())
    }
  }

  return {
    isSeeded,
    read,
    write: work => write(() => work(accounts.rows), accounts.touched),
    snapshot: () => gate.shared(async () => takeSnapshot(statements)),
    restore: snapshot =>
      write(
        async () => restoreSnapshot(statements, snapshot),
        () => true,
      ),
    close: () => gate.exclusive(persistence.close),
  }
}
