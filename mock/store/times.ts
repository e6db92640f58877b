import { type Booking, instantOf, localText, notATime, readTime, utcText } from '../../server/core/index.js'

/** Converts `start_utc` or `end_utc` to seconds since 1970. */
export const toSeconds = (text: string): number => Math.floor(Date.parse(text) / 1000)

/** Sets `start` and `end` of a booking from its instants in a time zone. */
export function withLocalTimes(entity: Booking, zone: string): Booking {
  const start = localText(toSeconds(entity.start_utc), zone)
  const end = localText(toSeconds(entity.end_utc), zone)
  return { ...entity, start, end }
}

/** Computes `start_utc` or `end_utc` of a booking written through the library, from whichever of its two forms has changed. */
export function writtenInstant(
  name: 'start' | 'end',
  { entity, before, zone }: { entity: Booking; before: Booking | undefined; zone: string },
): string {
  const [text, utc] = [entity[name], entity[`${name}_utc`]]
  if (!before || text !== before[name]) return parseInstant(name, text || utc, zone)
  return utc === before[`${name}_utc`] ? utc : parseInstant(name, utc, 'UTC')
}

function parseInstant(name: string, text: string, zone: string): string {
  const written = readTime(text)
  if (!written) throw new Error(`Failed to store a booking: its ${name} ${notATime(text)}`)
  return utcText(instantOf(written, zone))
}
