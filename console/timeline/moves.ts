import type { Booking } from 'schedkit/client'
import { day, minute, readWall, writeWall } from '../times.js'

/** The members that a move changes, which are the body of a PUT. */
export interface Move {
  resource_id?: number
  start?: string
  end?: string
}

/** How far a booking or one end of it moves. Days keep the time of day; minutes are elapsed time. */
export interface Shift {
  unit: 'days' | 'minutes'
  by: number
  /** What moves. */
  part: 'all' | 'start' | 'end'
}

export type Placed = Pick<Booking, 'resource_id' | 'start' | 'end' | 'start_utc' | 'end_utc'>

/**
 * Returns the body that moves a booking. It shifts the booking's own texts, not browser dates, whose zone may skip the time. Days
 * are sent as local times, so that the service handles gaps; minutes as instants, which are never ambiguous. If only the
 * resource changes, the body has no times.
 */
export function moveOf(booking: Placed, shift: Shift, resourceId = booking.resource_id): Move {
  const move: Move = resourceId === booking.resource_id ? {} : { resource_id: resourceId }
  if (shift.by === 0) return move
  const shifted = (name: 'start' | 'end') =>
    shift.unit === 'days'
      ? writeWall(readWall(booking[name]) + shift.by * day)
      : new Date(Date.parse(booking[`${name}_utc`]) + shift.by * minute).toISOString()
  if (shift.part !== 'end') move.start = shifted('start')
  if (shift.part !== 'start') move.end = shifted('end')
  return move
}

/** Returns whether a booking would still end after its start. */
export function isPossible(booking: Placed, { unit, by, part }: Shift): boolean {
  if (part === 'all') return true
  const length =
    unit === 'days'
      ? (readWall(booking.end) - readWall(booking.start)) / day
      : (Date.parse(booking.end_utc) - Date.parse(booking.start_utc)) / minute
  return part === 'end' ? length + by > 0 : length - by > 0
}
