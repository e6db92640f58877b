import type { Store, UniqueNames } from '../core/index.js'
import { translate } from './breach.js'
import { openDatabase } from './engine.js'
import { createGate } from './gate.js'
import { migrations } from './migrations/index.js'
import { createRows } from './rows.js'
import { keepNamesUnique, migrate } from './schema.js'
import { createStatements } from './statements.js'
import { inTransaction } from './transaction.js'

export interface SqlStoreOptions {
  /** Where resource names are unique (section 2.1): the whole service by default. */
  uniqueNames?: UniqueNames
}

export interface SqlStore extends Store {
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

  return {
    read: work => gate.together(() => work(rows)),

    write: work =>
      gate.alone(() =>
        inTransaction(statements, () => work(rows)).catch(error => {
          throw translate(error)
        }),
      ),

    close: () => gate.alone(async () => database.close()),
  }
}
