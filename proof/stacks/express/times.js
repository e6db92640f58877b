import { DateTime } from 'luxon'
import { HttpError } from './http-error.js'
import { makes } from './mistake.js'

const hasZone = text => /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(text.slice(10))

/** Parses an ISO 8601 time, by default in the given zone. Returns milliseconds since 1970. */
export function parseTime(text, zone, name) {
  const iso = typeof text === 'string' && /^\d{4}/.test(text) ? text.replace(' ', 'T') : ''
  const time =
    makes('date-rolls-over') && !hasZone(iso)
      ? DateTime.fromJSDate(new Date(iso)).setZone(zone, { keepLocalTime: true })
      : DateTime.fromISO(iso, { zone, setZone: true })
  if (!time.isValid || Math.abs(time.offset) >= 24 * 60) {
    throw new HttpError(422, `${name} must be a date and time in ISO 8601`)
  }
  return time.toMillis()
}

const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }

/** Formats a time as YYYY-MM-DD hh:mm in a zone. */
export function formatTime(millis, zone) {
  const time = DateTime.fromMillis(millis, { zone })
  if (makes('hour-24')) {
    return time.toLocaleString({ ...parts, hour12: false }, { locale: 'en-CA' }).replace(',', '')
  }
  return time.toFormat('yyyy-MM-dd HH:mm')
}

export const formatUtc = millis => new Date(millis).toISOString()
