import type { BookingChangeBody } from '../contract/booking.js'
import { type Detail, refuseDetails } from '../errors.js'
import { instantOf, isEcho, isInRange, localText } from '../times.js'

/** When a booking begins and ends, in seconds since 1970. */
export interface Times {
  start: number
  end: number
}

/** The times in a validated body, as written (section 2.2). */
export type WrittenTimes = Pick<BookingChangeBody, keyof Times>

/**
 * The times of a booking after a write by a user in this zone. A time that only repeats what the user reads changes
 * nothing, so a round trip loses neither seconds nor the side of an overlap.
 */
export function timesAfter(now: Partial<Times>, written: WrittenTimes, zone: string): Times {
  const after = { start: settle('start', now, written, zone), end: settle('end', now, written, zone) }
  const details: Detail[] = []
  for (const name of ['start', 'end'] as const) {
    if (!isInRange(after[name]))
      details.push({ path: name, message: 'must be within the years 0001 to 9999 in UTC' })
  }
  if (after.end < after.start) {
    const [start, end] = [localText(after.start, zone), localText(after.end, zone)]
    details.push({ path: 'end', message: `must not be before start: ${end} is before ${start} (${zone})` })
  }
  if (details.length > 0) throw refuseDetails('invalid', details)
  return after
}

function settle(name: keyof Times, now: Partial<Times>, written: WrittenTimes, zone: string): number {
  const value = written[name]
  const kept = now[name]
  if (kept !== undefined && (value === undefined || isEcho(value, kept, zone))) return kept
  return value === undefined ? Number.NaN : instantOf(value, zone)
}
