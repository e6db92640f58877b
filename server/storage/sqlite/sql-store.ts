import type { Repositories, Store, UniqueNames } from '../../core/index.js'
import { translate } from './breach.js'
import { type DataOptions, openData } from './disk/open-data.js'
import { openDatabase } from './engine.js'
import { createGate } from './gate.js'
import { keepInMemory } from './keeping.js'
import { migrations } from './migrations/index.js'
import { createRows } from './rows.js'
import { keepNamesUnique, migrate } from './schema.js'
import { restoreSnapshot, type SqlSnapshot, takeSnapshot } from './snapshot.js'
import { createStatements } from './statements.js'
import { inTransaction } from './transaction.js'
import { noteAccounts, watchAccounts } from './watched-rows.js'

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

async function keepFresh() {
  const database = await openDatabase()
  migrate(database, migrations)
  return keepInMemory(database)
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
  const keeping = await (data ? openData(data, migrations)(gate) : keepFresh())
  const { database } = keeping
  try {
    keepNamesUnique(database, uniqueNames)
  } catch (error) {
    await keeping.close()
    throw error
  }
  const statements = createStatements(database)
  const rows = createRows(statements)
  const accounts = noteAccounts(rows)
  const isSeeded = statements.get('SELECT 1 FROM planted', []) !== undefined

  async function write<T>(work: () => Promise<T>, touchedAccounts: () => boolean): Promise<T> {
    try {
      return await gate.alone(() =>
        keeping.transaction(() => inTransaction(statements, work), touchedAccounts),
      )
    } catch (error) {
      throw translate(error)
    } finally {
      // A refusal too tells what was there.
      await keeping.settled(false)
    }
  }

  async function read<T>(work: (given: Repositories) => Promise<T>): Promise<T> {
    const watched = watchAccounts(rows)
    try {
      return await gate.together(() => work(watched.rows))
    } catch (error) {
      throw keeping.failure(error)
    } finally {
      await keeping.settled(watched.onlyAccounts())
    }
  }

  return {
    isSeeded,
    read,
    write: work => write(() => work(accounts.rows), accounts.touched),
    snapshot: () => gate.together(async () => takeSnapshot(statements)),
    restore: snapshot =>
      write(
        async () => restoreSnapshot(statements, snapshot),
        () => true,
      ),
    close: () => gate.alone(keeping.close),
  }
}
