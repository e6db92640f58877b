import { booking, utcText } from '../core/index.js'

const members = Object.keys(booking.shape)

/**
 * The text of a booking as it is stored, with its members in the order of the interface. Times are in seconds since 1970; `start` and
 * `end` are null in the text, because they depend on the reader.
 */
export function bookingText(entity: {
  readonly [member: string]: unknown
  start: number
  end: number
}): string {
  const { start, end } = entity
  const times = { start: null, end: null, start_utc: utcText(start), end_utc: utcText(end) }
  return JSON.stringify({ ...entity, ...times }, members)
}
