import type { Store, UniqueNames } from '../core/index.js'
import { translate } from './breach.js'
import { openDatabase } from './engine.js'
import { createGate } from './gate.js'
import { migrations } from './migrations/index.js'
import { createRows } from './rows.js'
import { keepNamesUnique, migrate } from './schema.js'
import { restoreSnapshot, type SqlSnapshot, takeSnapshot } from './snapshot.js'
import { createStatements } from './statements.js'
import { inTransaction } from './transaction.js'

export interface SqlStoreOptions {
  /** Where resource names are unique (section 2.1): the whole service by default. */
  uniqueNames?: UniqueNames
}

export interface SqlStore extends Store {
  /** All that is kept. */
  snapshot(): Promise<SqlSnapshot>
  /** Puts back all that a snapshot holds, ids to come included. */
  restore(snapshot: SqlSnapshot): Promise<void>
  close(): Promise<void>
}

/** Opens a store on SQLite, in memory. */
export async function openSqlStore({ uniqueNames = 'service' }: SqlStoreOptions = {}): Promise<SqlStore> {
  const database = await openDatabase()
  migrate(database, migrations)
  keepNamesUnique(database, uniqueNames)
  const statements = createStatements(database)
  const rows = createRows(statements)
  const gate = createGate()

  const write = <T>(work: () => Promise<T>) =>
    gate.alone(() =>
      inTransaction(statements, work).catch(error => {
        throw translate(error)
      }),
    )

  return {
    read: work => gate.together(() => work(rows)),
    write: work => write(() => work(rows)),
    snapshot: () => gate.together(async () => takeSnapshot(statements)),
    restore: snapshot => write(async () => restoreSnapshot(statements, snapshot)),

    close: () => gate.alone(async () => database.close()),
  }
}
