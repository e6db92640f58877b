import type { BookingChange, Collection, NewBooking, StoredBooking } from '../../server/core/index.js'
import { withTimes, zoneOf } from './booking-times.js'
import { createCollection } from './collection.js'
import { utcText } from './dates.js'
import type { Indexes, Tables } from './tables.js'

/** The port counts in seconds, entities show times as text. */
function membersOf({ start, end, ...values }: NewBooking | BookingChange) {
  return {
    ...values,
    ...(start !== undefined && { start_utc: utcText(start) }),
    ...(end !== undefined && { end_utc: utcText(end) }),
  }
}

export function createBookings(
  tables: Tables,
  { bookingsOfSchedule, bookingsOfResource }: Indexes,
): Collection<StoredBooking, NewBooking, BookingChange> {
  return createCollection({
    name: 'booking',
    table: tables.booking,
    ofSchedule: bookingsOfSchedule,
    ofResource: bookingsOfResource,
    membersOf: membersOf as never,
    finish: entity => withTimes(entity, zoneOf(tables, entity.schedule_id)),
  })
}
