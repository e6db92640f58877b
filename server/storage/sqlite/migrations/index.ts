import { tables } from './001-tables.js'
import { totals } from './002-totals.js'
import { onDisk } from './003-on-disk.js'

/**
 * What each version of the database adds to the one before; the first makes version 1. Plain SQL, written out: once
 * released a migration never changes, and a new one joins at the end.
 */
export const migrations: readonly string[] = [tables, totals, onDisk]
