import { instantOf, isInRange, readTime } from './times.js'
import { shown } from './wording.js'

/** A time in a program: milliseconds since 1970, a Date, or text such as `2026-11-23T09:00:00Z`; without a zone it is UTC. */
export type Instant = number | Date | string

/**
 * The milliseconds since 1970 of a time.
 *
 * @param what What the time is for, as in "Failed to set the clock".
 * @throws an Error if it is not a time within the years 0001 to 9999
 */
export function millisecondsOf(time: Instant, what: string): number {
  const milliseconds = time instanceof Date || typeof time === 'number' ? Number(time) : ofText(time)
  if (isInRange(milliseconds / 1000)) return milliseconds
  const found = time instanceof Date ? String(time) : typeof time === 'number' ? String(time) : shown(time)
  throw new Error(
    `Failed to ${what}: ${found} is not a time within the years 0001 to 9999. ` +
      'Write milliseconds since 1970, a Date, or text such as "2026-11-23T09:00:00Z".',
  )
}

function ofText(text: unknown): number {
  const written = typeof text === 'string' ? readTime(text) : undefined
  return written ? instantOf(written, 'UTC') * 1000 : Number.NaN
}
