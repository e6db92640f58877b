import type { Booking, User } from 'schedkit/client'
import { memo } from '../store.js'
import { formatDate, formatTime, readWall } from '../times.js'
import { type Chip, readableOn } from './layout.js'

/** Formats the times of a booking in the zone and formats of an account. */
export function whenOf(
  { start, end, all_day_display }: Pick<Booking, 'start' | 'end' | 'all_day_display'>,
  me: User,
): string {
  const [first, last] = [readWall(start), readWall(end)]
  const isWhole = all_day_display && start.endsWith('00:00') && end.endsWith('00:00')
  if (isWhole) {
    const lastDay = Math.max(first, last - 1)
    const [from, to] = [formatDate(first, me), formatDate(lastDay, me)]
    return from === to ? from : `${from} – ${to}`
  }
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  const to = isSameDay ? formatTime(last, me) : `${formatDate(last, me)} ${formatTime(last, me)}`
  return `${formatDate(first, me)} ${formatTime(first, me)} – ${to}`
}

/** Returns the position and size of a booking in its row. */
export const placeStyle = ({ start, end, lane }: Pick<Chip, 'start' | 'end' | 'lane'>) => ({
  left: `${start * 100}%`,
  width: `${(end - start) * 100}%`,
  '--lane': lane,
})

const colours = ({ color_fg, color_bk, text_bold }: Booking) => ({
  color: readableOn(color_fg, color_bk),
  background: color_bk,
  fontWeight: text_bold ? 700 : undefined,
})

interface ChipsProps {
  chips: readonly Chip[]
  /** The changed bookings that the service has not confirmed yet. */
  pending: ReadonlyMap<number, Booking>
  me: User
  resource: string
  /** The booking that can be reached with Tab. */
  active: number | undefined
  /** The booking that is being dragged. */
  moving: number | undefined
  hasEdges: boolean
  showsTime: boolean
}

/** The bookings of a resource. */
export const Chips = memo(
  ({ chips, pending, me, resource, active, moving, hasEdges, showsTime }: ChipsProps) => (
    <ul>
      {chips.map(chip => {
        const { booking, isCut } = chip
        const { id, title, start, all_day_display } = booking
        const when = whenOf(booking, me)
        const time = showsTime && !all_day_display ? formatTime(readWall(start), me) : ''
        return (
          <li
            key={id}
            class={`chip ${id === moving ? 'moving' : ''} ${isCut[0] ? 'cut-start' : ''} ${isCut[1] ? 'cut-end' : ''}`}
            style={placeStyle(chip)}
          >
            <button
              type="button"
              data-booking={id}
              aria-busy={pending.has(id)}
              style={colours(booking)}
              tabIndex={id === active ? 0 : -1}
              aria-describedby="timeline-keys"
              title={`${title}\n${when}`}
            >
              {hasEdges && !isCut[0] && <i data-edge="start" />}
              <span>
                {time && <small aria-hidden="true">{time} </small>}
                <bdi>{title || 'No title'}</bdi>
              </span>
              <span class="hidden">
                , {when}, {resource}
              </span>
              {hasEdges && !isCut[1] && <i data-edge="end" />}
            </button>
          </li>
        )
      })}
    </ul>
  ),
)
