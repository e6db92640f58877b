import type { NewResource, Repositories, ResourceChange, Stored } from '../../server/core/index.js'
import { createBookings } from './bookings.js'
import { createCollaborators } from './collaborators.js'
import { createCollection } from './collection.js'
import { createEmailChanges } from './email-changes.js'
import { createSchedules } from './schedules.js'
import type { Indexes, Tables } from './tables.js'
import { createUsers } from './users.js'

/** Every kind of row there is, as entities of the library. */
export function createRows(tables: Tables, indexes: Indexes): Repositories {
  return {
    users: createUsers(tables, indexes),
    schedules: createSchedules(tables, indexes),
    emailChanges: createEmailChanges(tables, indexes),
    collaborators: createCollaborators(tables, indexes),
    bookings: createBookings(tables, indexes),
    resources: createCollection<'resource', Stored, NewResource, ResourceChange>({
      name: 'resource',
      table: tables.resource,
      ofSchedule: indexes.resourcesOfSchedule,
      membersOf: values => values as never,
    }),

    async clear() {
      for (const table of Object.values(tables)) table.clear()
    },
  }
}
