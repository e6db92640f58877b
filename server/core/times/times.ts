import { DateTime } from 'luxon'
import { readUsualTime, type WrittenTime, withCut } from './usual-times.js'
import { instantAt, lastInstantAt, offsetAt } from './zones.js'

export type { WrittenTime }

const space = /^(?:\d{4}|10000)-\d\d-\d\d \d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/
const iso = /^\d{4}[-\dW]*(?:T\d[\d:.,]*(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/
/** The maximum length of a text that is read as a time. */
export const longestTime = 40

const zoneAtEnd = /[T ].*(?:Z|[+-](\d\d):?(\d\d)?)$/
const seconds = /[T ]\d\d:?\d\d:?\d\d/

const earliest = new Date('0001-01-01T00:00:00Z').getTime() / 1000
const latest = new Date('9999-12-31T23:59:59Z').getTime() / 1000
const secondsOfDay = 86_400

/**
 * Reads a time of section 2.2: ISO 8601 in any of its forms, or a date, a space and a time of day.
 * Fractions of a second are dropped. Returns undefined if the text is not a valid time.
 */
export function readTime(text: string): WrittenTime | undefined {
  if (text.length > longestTime) return undefined
  const written = readUsualTime(text) ?? readIsoTime(text)
  return written && isSupported(written, text) ? withCut(written, text) : undefined
}

export function readIsoTime(text: string): WrittenTime | undefined {
  const asShown = space.test(text)
  if (!(asShown || iso.test(text))) return undefined
  const zone = zoneAtEnd.exec(text)
  if (zone && (Number(zone[1] ?? 0) > 23 || Number(zone[2] ?? 0) > 59)) return undefined
  const standard = asShown ? text.replace(' ', 'T').replace(/^(?=\d{5})/, '+0') : text
  // Luxon rounds a long series of nines up to the next second.
  const read = DateTime.fromISO(standard.replace(/([.,]\d{3})\d+/, '$1'), { zone: 'utc' })
  if (!read.isValid) return undefined
  const time = Math.floor(read.toSeconds())
  return zone ? { instant: time } : { local: time, toTheMinute: !seconds.test(text) }
}

function isSupported(written: WrittenTime, text: string): boolean {
  if ('instant' in written) return isInRange(written.instant)
  // Local times near the ends of the supported range must be accepted when they are sent back.
  const beyond = text.includes(' ') ? secondsOfDay : 0
  return written.local >= earliest - beyond && written.local <= latest + beyond
}

/** Returns the instant that a written time means for a user in this zone, in seconds since 1970. */
export function instantOf(written: WrittenTime, zone: string): number {
  return 'instant' in written ? written.instant : instantAt(zone, written.local)
}

/**
 * Returns the instant of the end of a booking. If its local time occurs twice, and the first time is before the start, it is the
 * second.
 */
export function endOf(written: WrittenTime, start: number, zone: string): number {
  const end = instantOf(written, zone)
  return end < start && 'local' in written ? lastInstantAt(zone, written.local) : end
}

/**
 * Returns a written time as a bound of a filter, rounded up to a whole second. Bookings start and end on whole seconds, so
 * the rounded time selects the same ones.
 */
export const boundOf = (written: WrittenTime, zone: string): number =>
  instantOf(written, zone) + (written.isCut ? 1 : 0)

/** Whether an instant is in the supported years 0001 to 9999 UTC. */
export const isInRange = (instant: number): boolean => instant >= earliest && instant <= latest

/** Whether a written time is exactly what a user in this zone reads for an instant; sending it back changes nothing. */
export function isEcho(written: WrittenTime, instant: number, zone: string): boolean {
  if ('instant' in written) return false
  const local = instant + offsetAt(zone, instant)
  return (written.toTheMinute ? Math.floor(local / 60) * 60 : local) === written.local
}

/** Formats a moment as ISO 8601 in UTC with milliseconds, such as `2026-11-21T14:30:00.000Z`; `milliseconds` since 1970. */
export const dateText = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The same for seconds. A local time near the end of the range may be in the year 10000, which needs no sign. */
const isoText = (seconds: number) => dateText(seconds * 1000).replace(/^\+0/, '')

/** Formats an instant in UTC, such as `2026-11-21T14:30:00Z`. */
export const utcText = (instant: number): string => isoText(instant).replace('.000Z', 'Z')

/** Formats an instant as a user in this zone reads it: `YYYY-MM-DD hh:mm` (section 2.2). */
export const localText = (instant: number, zone: string): string =>
  isoText(instant + offsetAt(zone, instant))
    .replace('T', ' ')
    .slice(0, -':00.000Z'.length)
