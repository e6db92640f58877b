import { migrationsIn } from '../migrations.js'

export const migrations = migrationsIn('postgres', ['006-tables.sql', '007-booking-blocks.sql'])
export const newestVersion = migrations.newest

/** Counts all bookings; there must be no totals yet. */
export const countBookings = `INSERT INTO booking_totals (schedule_id, resource_id, block, writer, total)
  SELECT schedule_id, 0, id / 4096, 0, count(*) FROM bookings GROUP BY schedule_id, id / 4096
  UNION ALL SELECT schedule_id, resource_id, id / 4096, 0, count(*) FROM bookings GROUP BY schedule_id, resource_id, id / 4096`
