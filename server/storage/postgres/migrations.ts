import { migrationsIn } from '../migrations.js'

export const migrations = migrationsIn('postgres', ['006-tables.sql'])
export const newestVersion = migrations.newest

/** Counts all bookings; there must be no totals yet. */
export const countBookings = `INSERT INTO booking_totals (schedule_id, resource_id, slot, total)
  SELECT schedule_id, 0, 0, count(*) FROM bookings GROUP BY schedule_id
  UNION ALL SELECT schedule_id, resource_id, 0, count(*) FROM bookings GROUP BY schedule_id, resource_id`
