import { tables } from './001-tables.js'
import { totals } from './002-totals.js'
import { onDisk } from './003-on-disk.js'
import { lightBookings } from './004-light-bookings.js'
import { mails } from './005-mails.js'
import { countedByTriggers } from './006-counted-by-triggers.js'

/**
 * The SQL that each version of the database adds to the previous one; the first makes version 1. A released migration
 * never changes; add new ones at the end.
 */
export const migrations: readonly string[] = [tables, totals, onDisk, lightBookings, mails, countedByTriggers]
