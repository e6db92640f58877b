import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The files that bring a database from each version to the next. One that was released never changes: add new ones at the end. */
const migrations = [
  '001-tables.sql',
  '002-counts.sql',
  '003-mails.sql',
  '004-booking-totals.sql',
  '005-bookings-by-schedule.sql',
  '006-names-and-times.sql',
]

/** The newest version: the number of migrations. */
export const newestVersion = migrations.length

const requireHere = createRequire(import.meta.url)

/** The build puts the files beside the bundles. */
export function readMigrations(): string[] {
  const folder = join(dirname(requireHere.resolve('schedkit/package.json')), 'dist', 'postgres', 'migrations')
  return migrations.map(name => readFileSync(join(folder, name), 'utf8'))
}

/** Counts all bookings; there must be no totals yet. */
export const countBookings = `INSERT INTO booking_totals (schedule_id, resource_id, slot, total)
  SELECT schedule_id, 0, 0, count(*) FROM bookings GROUP BY schedule_id
  UNION ALL SELECT schedule_id, resource_id, 0, count(*) FROM bookings GROUP BY schedule_id, resource_id`
