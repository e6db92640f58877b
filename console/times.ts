/*
 * Times in an account's zone, independent of the browser's zone. A wall time is a number: the milliseconds since 1970 at
 * which UTC clocks show it. An instant is the actual number of milliseconds since 1970.
 */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...numeric, ...time })
  formats.set(zone, made)
  return made
}

/** Returns the wall time in a zone at an instant. */
export function wallOf(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find(each => each.type === type)?.value ?? 0)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const offsetAt = (instant: number, zone: string) => wallOf(instant, zone) - Math.floor(instant / 1000) * 1000

/** Returns the first instant with a wall time in a zone; in a gap, as if the clocks had not changed yet. */
export function instantOf(wall: number, zone: string): number {
  const [earlier, later] = [wall - day, wall + day].map(near => wall - offsetAt(near, zone)) as [
    number,
    number,
  ]
  return wallOf(later, zone) === wall && wallOf(earlier, zone) !== wall ? later : earlier
}

export const startOfDay = (wall: number) => Math.floor(wall / day) * day

/** Parses `2026-11-16 09:30` to a wall time. */
export const readWall = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Formats a wall time as `2026-11-16 09:30`. */
export const writeWall = (wall: number) => new Date(wall).toISOString().slice(0, 16).replace('T', ' ')

/** An account's settings for dates and times. */
export interface Formats {
  date_format: string
  time_format: string
  first_day_of_week: string
}

const two = (number: number) => String(number).padStart(2, '0')

/** Formats the time of day of a wall time. */
export function formatTime(wall: number, { time_format }: Formats): string {
  const date = new Date(wall)
  const hours = date.getUTCHours()
  const minutes = two(date.getUTCMinutes())
  if (!time_format.startsWith('h')) return `${two(hours)}:${minutes}`
  const half = hours < 12 ? 'am' : 'pm'
  return `${two(hours % 12 || 12)}:${minutes} ${time_format.endsWith('A') ? half.toUpperCase() : half}`
}

/** Formats the date of a wall time. */
export function formatDate(wall: number, { date_format }: Formats): string {
  const date = new Date(wall)
  const parts: Record<string, string> = {
    d: two(date.getUTCDate()),
    m: two(date.getUTCMonth() + 1),
    Y: String(date.getUTCFullYear()),
  }
  return (date_format || 'Y-m-d').replace(/[dmY]/g, letter => parts[letter] ?? '')
}

/** Formats a part of a wall time that does not depend on its zone, such as the weekday or month. */
export const inWords = (wall: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(wall)

export type View = 'day' | 'week' | 'month'

/** The days that a view shows. */
export interface Period {
  view: View
  /** The first day, and the first day after the period, as wall times. */
  from: number
  to: number
}

const firstDays: Readonly<Record<string, number>> = { sunday: 0, monday: 1, saturday: 6 }

/** Returns the period that contains a day. */
export function periodOf(view: View, wall: number, { first_day_of_week }: Formats): Period {
  const today = startOfDay(wall)
  if (view === 'day') return { view, from: today, to: today + day }
  const date = new Date(today)
  if (view === 'week') {
    const past = (date.getUTCDay() - (firstDays[first_day_of_week] ?? 1) + 7) % 7
    return { view, from: today - past * day, to: today + (7 - past) * day }
  }
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { view, from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
}

/** Formats the title of a period. */
export function titleOf({ view, from, to }: Period, formats: Formats): string {
  if (view === 'month') return inWords(from, { month: 'long', year: 'numeric' })
  if (view === 'day') return `${inWords(from, { weekday: 'long' })}, ${formatDate(from, formats)}`
  return `${formatDate(from, formats)} – ${formatDate(to - day, formats)}`
}

/** Returns a day in the previous or next period. */
export const nextDay = ({ from, to }: Period, direction: 1 | -1) => (direction > 0 ? to : from - 1)

/** Finds the next clock change in a zone after an instant, within 400 days. */
export function nextClockChange(instant: number, zone: string): number | undefined {
  const offset = offsetAt(instant, zone)
  let low = instant
  let high = instant
  while (offsetAt(high, zone) === offset) {
    if (high > instant + 400 * day) return undefined
    low = high
    high += day
  }
  while (high - low > minute) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === offset) low = middle
    else high = middle
  }
  // The clocks change at a whole minute, which is before `high` and after `low`.
  return Math.floor(high / minute) * minute
}
