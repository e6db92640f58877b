import { migrationsIn } from '../migrations.js'
import { blockOf } from './collection.js'

export const migrations = migrationsIn('postgres', [
  '006-tables.sql',
  '007-booking-blocks.sql',
  '008-resource-totals.sql',
])
export const newestVersion = migrations.newest

/** Counts all bookings; there must be no totals yet. */
export const countBookings = `INSERT INTO booking_totals (schedule_id, resource_id, block, writer, total)
  SELECT schedule_id, 0, ${blockOf('id')}, 0, count(*) FROM bookings GROUP BY 1, 3
  UNION ALL SELECT schedule_id, resource_id, 0, 0, count(*) FROM bookings GROUP BY 1, 2`
