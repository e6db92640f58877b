import { DateTime } from 'luxon'
import type { WrittenTime } from './times.js'

const space = /^(?:\d{4}|10000)-\d\d-\d\d \d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/
const iso = /^\d{4}[-\dW]*(?:T\d[\d:.,]*(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/
/** What every text that is read as a time matches, as the source of a regular expression. */
export const timePattern = `${space.source}|${iso.source}`
/** The characters of the longest text that is read as a time. */
export const longestTime = 40

const zoneAtEnd = /[T ].*(?:Z|[+-](\d\d):?(\d\d)?)$/
const seconds = /[T ]\d\d:?\d\d:?\d\d/

/** Reads a time in any form of section 2.2, of any year. Undefined if the text is not a valid time. */
export function readIsoTime(text: string): WrittenTime | undefined {
  const asShown = space.test(text)
  if (!(asShown || iso.test(text))) return undefined
  const zone = zoneAtEnd.exec(text)
  if (zone && (Number(zone[1] ?? 0) > 23 || Number(zone[2] ?? 0) > 59)) return undefined
  const standard = asShown ? text.replace(' ', 'T').replace(/^(?=\d{5})/, '+0') : text
  // Luxon rounds a long run of nines up to the next second.
  const read = DateTime.fromISO(standard.replace(/([.,]\d{3})\d+/, '$1'), { zone: 'utc' })
  if (!read.isValid) return undefined
  const time = Math.floor(read.toSeconds())
  return zone ? { instant: time } : { local: time, toTheMinute: !seconds.test(text) }
}
