import { DateTime } from 'luxon'

const zone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i
const utc = /(?:Z|[+-]00(?::?00)?)$/i

/**
 * Returns the milliseconds since 1970 of an ISO 8601 date and time, read as UTC if it has no zone; `undefined` for anything
 * else, such as a time alone, a date without a time, or the form with a space.
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  if (!/^[+-]?\d[\dW-]*T\d/i.test(value) || value.includes('[')) return undefined
  return usualInstantOf(value) ?? anyInstantOf(value)
}

/**
 * Whether created_at is more than a minute later than updated_at: a service may read its clock for each of them, and round
 * both to minutes.
 */
export const isLater = (created: number, updated: number) => created - updated > 60_000

const usual =
  /^([1-9]\d{3}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/

/** Parses the form that nearly all services send. */
function usualInstantOf(text: string): number | undefined {
  const [, date = '', offset] = usual.exec(text) ?? []
  const midnight = Date.parse(date)
  // `Date.parse` accepts some dates that do not exist: it reads 2026-02-30 as a day in March.
  if (new Date(midnight).getUTCDate() !== Number(date.slice(-2))) return undefined
  return Date.parse(offset === undefined ? `${text}Z` : text)
}

/** Parses any form of ISO 8601. */
function anyInstantOf(text: string): number | undefined {
  const instant = DateTime.fromISO(text, { zone: 'utc' })
  return instant.isValid ? instant.toMillis() : undefined
}

/** Whether a date and time has `Z` or a numeric offset. */
export const hasZone = (text: string) => zone.test(timeOf(text))

/** Whether a date and time is in UTC: with `Z`, with an offset of zero, or without a zone. */
export const isUtc = (text: string) => !hasZone(text) || utc.test(timeOf(text))

/** The part after the date, which contains hyphens itself. */
const timeOf = (text: string) => text.split(/[T ]/i).slice(1).join(' ')

const quarterOfAnHour = 15 * 60_000

/** Whether a time differs from a clock by the offset of a time zone, within two minutes: then it is a local time. */
export function isZoneApart(instant: number, clock: number): boolean {
  const apart = instant - clock
  const quarters = Math.round(apart / quarterOfAnHour)
  return quarters !== 0 && Math.abs(apart - quarters * quarterOfAnHour) < 2 * 60_000
}
