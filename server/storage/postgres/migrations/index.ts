import { tables } from './001-tables.js'
import { counts } from './002-counts.js'
import { mails } from './003-mails.js'
import { bookingTotals, countBookings } from './004-booking-totals.js'

export { countBookings }

/** What brings a database from each version to the next; never change one that was released. */
export const migrations: readonly string[] = [tables, counts, mails, bookingTotals + countBookings]
