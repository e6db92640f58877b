import type {
  BookingChange,
  NewBooking,
  NewResource,
  Repositories,
  ResourceChange,
  Stored,
  StoredBooking,
} from '../../core/index.js'
import { createCollaborators } from './collaborators.js'
import { createCollection } from './collection.js'
import { createEmailChanges } from './email-changes.js'
import { createSchedules } from './schedules.js'
import type { Statements } from './statements.js'
import { createUsers } from './users.js'

/** Every kind of row there is, as statements of SQLite. */
export function createRows(statements: Statements): Repositories {
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
      statements.run('DELETE FROM users', [])
      statements.run('DELETE FROM sqlite_sequence', [])
      statements.run('INSERT OR IGNORE INTO planted VALUES (1)', [])
    },
  }
}
