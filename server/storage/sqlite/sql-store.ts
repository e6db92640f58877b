import { createGate, type Repositories, type Store, type UniqueNames } from '../../core/index.js'
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
  /** Where to keep the data on disk. @default in memory */
  data?: DataOptions
}

export interface SqlStore extends Store {
  /** Whether a seed was ever loaded; always false for a new store in memory. */
  readonly isSeeded: boolean
  /** Takes a snapshot of all data. */
  snapshot(): Promise<SqlSnapshot>
  /** Restores a snapshot, including the next ids. */
  restore(snapshot: SqlSnapshot): Promise<void>
  close(): Promise<void>
}

async function newPersistence() {
  const database = await openDatabase()
  migrate(database, migrations)
  return memoryPersistence(database)
}

/**
 * Opens a store on SQLite, in memory or on disk. Everything that a read or write returns is on disk by then.
 *
 * @throws {DataError} if the data on disk cannot be used
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
      // A refusal, too, reveals what is stored.
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
