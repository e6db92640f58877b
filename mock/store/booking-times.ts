import { type Booking, instantOf, localText, notATime, readTime } from '../../server/core/index.js'
import { secondsOf, utcText } from './dates.js'
import type { Tables } from './tables.js'

/** The time zone that the `start` and `end` of entities are in: that of the schedule's owner. */
export function zoneOf(tables: Pick<Tables, 'schedule' | 'user'>, schedule_id: string): string {
  const owner_id = tables.schedule.get(schedule_id)?.entity.owner_id ?? ''
  return tables.user.get(owner_id)?.entity.timezone ?? 'UTC'
}

/** A booking whose `start` and `end` show its instants in a zone. */
export function withTimes(entity: Booking, zone: string): Booking {
  const start = localText(secondsOf(entity.start_utc), zone)
  const end = localText(secondsOf(entity.end_utc), zone)
  return { ...entity, start, end }
}

/** The instant, as `start_utc` and `end_utc` show it, of a booking written by hand: the form that changed counts. */
export function writtenInstant(
  name: 'start' | 'end',
  { entity, before, zone }: { entity: Booking; before: Booking | undefined; zone: string },
): string {
  const [text, utc] = [entity[name], entity[`${name}_utc`]]
  if (!before || text !== before[name]) return read(name, text || utc, zone)
  return utc === before[`${name}_utc`] ? utc : read(name, utc, 'UTC')
}

function read(name: string, text: string, zone: string): string {
  const written = readTime(text)
  if (!written) throw new Error(`Failed to keep a booking: its ${name} ${notATime(text)}`)
  return utcText(instantOf(written, zone))
}
