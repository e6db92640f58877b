import type { Booking } from 'schedkit/client'
import { day, hour, instantOf, minute, readWall, wallOf, writeWall } from '../times.js'
import type { Axis } from './layout.js'
import { type Move, moveOf, type Placed } from './moves.js'
import type { Gesture } from './pointer.js'

/** Predicts a booking after a move, in the zone of its reader, before the service has responded. */
export function moved<Value extends Placed>(booking: Value, move: Move, zone: string): Value {
  const next = { ...booking, ...(move.resource_id !== undefined && { resource_id: move.resource_id }) }
  for (const name of ['start', 'end'] as const) {
    const text = move[name]
    if (text === undefined) continue
    const instant = text.endsWith('Z') ? Date.parse(text) : instantOf(readWall(text), zone)
    next[name] = text.endsWith('Z') ? writeWall(wallOf(instant, zone)) : text
    next[`${name}_utc`] = new Date(instant).toISOString()
  }
  return next
}

/** Returns the times of a drawn booking: a click draws one hour, in views by days from 9:00. */
export function drawnTimes({ from, to }: Extract<Gesture, { kind: 'draw' }>, axis: Axis, zone: string) {
  const utc = (instant: number) => new Date(instant).toISOString()
  const local = (instant: number) => writeWall(wallOf(instant, zone))
  if (axis.unit === 'minutes') {
    const end = from === to ? from + hour : to + axis.step * minute
    const times = { start: local(from), end: local(end), start_utc: utc(from), end_utc: utc(end) }
    return { resource_id: 0, all_day_display: false, ...times }
  }
  const [start, end] = from === to ? [from + 9 * hour, from + 10 * hour] : [from, to + day]
  return {
    ...{ resource_id: 0, all_day_display: from !== to, start: writeWall(start), end: writeWall(end) },
    ...{ start_utc: utc(instantOf(start, zone)), end_utc: utc(instantOf(end, zone)) },
  }
}

/** Returns a body in which drawn times are instants, unless they were edited: a local time can occur twice. */
export function withInstants<Body extends object>(body: Body, drawn: Placed | undefined): Body {
  const { start, end } = body as Partial<Placed>
  return {
    ...body,
    ...(drawn && start === drawn.start && { start: drawn.start_utc }),
    ...(drawn && end === drawn.end && { end: drawn.end_utc }),
  }
}

/** Returns the result of a gesture: a changed booking, or a new one. */
export function previewOf(gesture: Gesture, bookings: readonly Booking[], axis: Axis, zone: string) {
  if (gesture.kind === 'draw') return drawnTimes(gesture, axis, zone)
  const booking = bookings.find(({ id }) => id === gesture.bookingId)
  return booking && moved(booking, moveOf(booking, gesture.shift, gesture.resourceId), zone)
}
