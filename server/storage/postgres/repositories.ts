import type { Repositories } from '../../core/index.js'
import { type BookingTotals, createBookingTotals } from './booking-totals.js'
import { createBookings } from './bookings.js'
import { createCollaborators } from './collaborators.js'
import { createEntry } from './entry.js'
import { createEmailChanges, createSchedules, createUsers } from './people.js'
import { createResources } from './resources.js'
import type { Transaction } from './transaction.js'

/** The sequences that assign ids. */
export const sequences = ['resources_ids', 'bookings_ids', 'collaborators_ids']

/** The repositories of one transaction. Each is created on first use: most requests need one or two. */
export interface DatabaseRepositories extends Repositories {
  readonly transaction: Transaction
  readonly totals: BookingTotals
}

export function createRepositories(transaction: Transaction): DatabaseRepositories {
  const totals = createBookingTotals(transaction)
  return {
    transaction,
    totals,
    get users() {
      return createUsers(transaction, totals)
    },
    get schedules() {
      return createSchedules(transaction)
    },
    get emailChanges() {
      return createEmailChanges(transaction)
    },
    get resources() {
      return createResources(transaction, totals)
    },
    get bookings() {
      return createBookings(transaction, totals)
    },
    get collaborators() {
      return createCollaborators(transaction)
    },
    entry: createEntry(transaction),

    async clear() {
      totals.store()
      // Deleting users also deletes the schedules they own.
      transaction.run('DELETE FROM users')
      // Unused sequences need no reset: a role that may only write rows can load the seed of a new database.
      for (const sequence of sequences) {
        const [used] = await transaction.all(`SELECT 1 FROM ${sequence} WHERE is_called OR last_value > 1`)
        if (used) transaction.run(`ALTER SEQUENCE ${sequence} RESTART`)
      }
      await transaction.run('UPDATE schedkit SET is_seeded = true')
    },
  }
}
