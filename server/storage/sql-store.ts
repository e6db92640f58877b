import type { Database } from 'sql.js'
import type {
  BookingChange,
  NewBooking,
  NewResource,
  ResourceChange,
  Rows,
  Store,
  Stored,
  StoredBooking,
} from '../core/index.js'
import { translate } from './breach.js'
import { createCollaborators } from './collaborators.js'
import { createCollection } from './collection.js'
import { openDatabase } from './engine.js'
import { createGate } from './gate.js'
import { keepNamesUnique, migrate } from './schema.js'
import { createStatements, type Statements } from './statements.js'
import { createEmailChanges, createSchedules, createUsers } from './users.js'

export interface SqlStoreOptions {
  /** Where resource names are unique (section 2.1): the whole service by default. */
  uniqueNames?: 'service' | 'schedule'
}

export interface SqlStore extends Store {
  close(): Promise<void>
}

/** Opens a store on SQLite, in memory. */
export async function openSqlStore({ uniqueNames = 'service' }: SqlStoreOptions = {}): Promise<SqlStore> {
  const database = await openDatabase()
  migrate(database)
  keepNamesUnique(database, uniqueNames)
  const statements = createStatements(database)
  const rows = rowsOf(database, statements)
  const gate = createGate()

  return {
    read: work => gate.together(() => work(rows)),

    write: work =>
      gate.alone(async () => {
        statements.run('BEGIN', [])
        try {
          const result = await work(rows)
          statements.run('COMMIT', [])
          return result
        } catch (error) {
          statements.run('ROLLBACK', [])
          throw translate(error)
        }
      }),

    close: () => gate.alone(async () => database.close()),
  }
}

function rowsOf(database: Database, statements: Statements): Rows {
  return {
    users: createUsers(statements),
    schedules: createSchedules(statements),
    emailChanges: createEmailChanges(statements),
    collaborators: createCollaborators(statements),
    resources: createCollection<Stored, NewResource, ResourceChange>(statements, {
      name: 'resources',
      select: 'resources.id, json',
      keep: ([id, json]) => ({ id, json }) as Stored,
    }),
    bookings: createCollection<StoredBooking, NewBooking, BookingChange>(statements, {
      name: 'bookings',
      select: 'bookings.id, json, start, "end"',
      keep: ([id, json, start, end]) => ({ id, json, start, end }) as StoredBooking,
    }),

    async clear() {
      // Schedules, and all they hold, go with the users who own them.
      database.run('DELETE FROM users; DELETE FROM sqlite_sequence')
    },
  }
}
