import type { Booking } from 'schedkit/client'
import { day, hour, instantOf, type Period, readWall, startOfDay, wallOf } from '../times.js'

/** The time axis: the 23 to 25 hours of a day, or days of equal width. */
export interface Axis {
  unit: 'days' | 'minutes'
  /** The start of each hour or day. */
  columns: readonly number[]
  /** Returns the position of a booking from 0 to 1; undefined if it is outside the period. */
  placeOf(booking: Booking): { start: number; end: number; isCut: [boolean, boolean] } | undefined
  /** Returns the position of an instant. */
  positionOf(instant: number): number
  /** Converts a distance from 0 to 1 to a number of steps, each of `step` days or minutes. */
  stepsIn(distance: number): number
  step: number
  /** Returns the time at a position: a wall time for days, an instant for minutes. */
  timeAt(position: number): number
}

/** Creates the axis of a period for readers in a zone. */
export const axisOf = (period: Period, zone: string): Axis =>
  period.view === 'day' ? hoursOf(period, zone) : daysOf(period, zone)

function hoursOf({ from, to }: Period, zone: string): Axis {
  const begin = instantOf(from, zone)
  const length = instantOf(to, zone) - begin
  const step = 15
  const columns = Array.from({ length: Math.ceil(length / hour) }, (_, index) => begin + index * hour)
  const positionOf = (instant: number) => (instant - begin) / length
  const stepsIn = (distance: number) => Math.round((distance * length) / (step * 60_000))
  return {
    ...{ unit: 'minutes', columns, step, positionOf, stepsIn },
    placeOf: ({ start_utc, end_utc }) =>
      cut(positionOf(Date.parse(start_utc)), positionOf(Date.parse(end_utc))),
    timeAt: position => begin + Math.floor((position * length) / (step * 60_000)) * step * 60_000,
  }
}

function daysOf({ from, to }: Period, zone: string): Axis {
  const count = (to - from) / day
  const columns = Array.from({ length: count }, (_, index) => from + index * day)
  const position = (wall: number) => (wall - from) / day / count
  return {
    ...{ unit: 'days', columns, step: 1 },
    placeOf({ start, end }) {
      const [first, last] = [startOfDay(readWall(start)), readWall(end)]
      // A booking that ends at midnight is not shown on the next day.
      const after = Math.max(first + day, Math.ceil(last / day) * day)
      return cut(position(first), position(after))
    },
    positionOf: instant => position(wallOf(instant, zone)),
    stepsIn: distance => Math.round(distance * count),
    timeAt: place => from + Math.min(count - 1, Math.floor(place * count)) * day,
  }
}

function cut(start: number, end: number): ReturnType<Axis['placeOf']> {
  if (start >= 1 || end <= 0) return undefined
  return { start: Math.max(0, start), end: Math.min(1, end), isCut: [start < 0, end > 1] }
}

/** A booking in a row, placed below those that it overlaps. */
export interface Chip {
  booking: Booking
  lane: number
  start: number
  end: number
  isCut: [boolean, boolean]
}

/** Places each booking of a resource in the first free lane. */
export function chipsOf(bookings: readonly Booking[], axis: Axis): { chips: Chip[]; lanes: number } {
  const ends: number[] = []
  const placed = bookings.flatMap(booking => {
    const place = axis.placeOf(booking)
    return place ? [{ booking, ...place }] : []
  })
  placed.sort(
    (a, b) =>
      a.start - b.start ||
      b.end - a.end ||
      a.booking.start_utc.localeCompare(b.booking.start_utc) ||
      a.booking.id - b.booking.id,
  )
  const chips = placed.map(chip => {
    const free = ends.findIndex(end => end <= chip.start + 1e-9)
    const lane = free < 0 ? ends.length : free
    ends[lane] = chip.end
    return { ...chip, lane }
  })
  return { chips, lanes: Math.max(1, ends.length) }
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the colour of a text, or black or white if its contrast is too low. */
export function readableOn(colour: string, background: string): string {
  const contrastWith = (other: number) => {
    const [dark = 0, light = 0] = [luminance(background), other].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  if (contrastWith(luminance(colour)) >= 4.5) return colour
  return contrastWith(1) > contrastWith(0) ? '#FFFFFF' : '#000000'
}
