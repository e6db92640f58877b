import { booking, utcText } from '../core/index.js'

/** All fields, in the order of the interface. */
const members = Object.fromEntries(Object.keys(booking.shape).map(member => [member, null]))

/**
 * Returns the stored text of a booking. Times are in seconds since 1970; `start` and `end` are null in the text because they
 * depend on the reader.
 */
export function bookingText(entity: {
  readonly [member: string]: unknown
  start: number
  end: number
}): string {
  const [start_utc, end_utc] = [utcText(entity.start), utcText(entity.end)]
  return JSON.stringify({ ...members, ...entity, start: null, end: null, start_utc, end_utc })
}
