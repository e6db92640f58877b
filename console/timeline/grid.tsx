import type { RefObject } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Booking, Resource, User } from 'schedkit/client'
import { memo } from '../store.js'
import { formatTime, inWords, startOfDay, wallOf } from '../times.js'
import { Chips, placeStyle, whenOf } from './chip.js'
import { type Axis, chipsOf } from './layout.js'
import { type Gesture, usePointer } from './pointer.js'

interface GridProps {
  me: User
  view: string
  axis: Axis
  resources: readonly Resource[]
  bookings: readonly Booking[]
  /** The changed bookings that the service has not confirmed yet. */
  pending: ReadonlyMap<number, Booking>
  now: number
  mayEdit: boolean
  active: number | undefined
  grid: RefObject<HTMLDivElement>
  /** Returns the times of a booking after a gesture. */
  preview(gesture: Gesture): Pick<Booking, 'start' | 'end' | 'start_utc' | 'end_utc'> | undefined
  done(gesture: Gesture): void
  onKey(event: KeyboardEvent, bookingId: number): void
  onOpen(bookingId: number): void
  onMenu(bookingId: number): void
}

/** The header of a column. */
function Column(props: Pick<GridProps, 'axis' | 'me' | 'view' | 'now'> & { time: number }) {
  const { time, axis, me, view, now } = props
  if (axis.unit === 'minutes')
    return <span>{formatTime(wallOf(time, me.timezone), me).replace(':00', '')}</span>
  const isToday = startOfDay(wallOf(now, me.timezone)) === time
  const number = inWords(time, { day: 'numeric' })
  const weekday = inWords(time, { weekday: view === 'month' ? 'narrow' : 'short' })
  return (
    <span class={isToday ? 'today' : ''}>
      {weekday} <b>{number}</b>
    </span>
  )
}

/** The grid: one row per resource, with time from left to right. */
export function Grid(props: GridProps) {
  const { me, view, axis, resources, bookings, pending, now, mayEdit, active, grid } = props
  const { gesture, handlers } = usePointer(grid, { axis, isActive: mayEdit, done: props.done })
  const rows = useMemo(
    () =>
      resources.map(resource => ({
        resource,
        ...chipsOf(
          bookings.filter(({ resource_id }) => resource_id === resource.id),
          axis,
        ),
      })),
    [resources, bookings, axis],
  )
  const bookingAt = (event: Event) => {
    const chip = (event.target as HTMLElement).closest<HTMLElement>('[data-booking]')
    return chip ? Number(chip.dataset.booking) : undefined
  }
  const position = axis.positionOf(now)
  const moving = gesture?.kind === 'move' ? gesture.bookingId : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of the buttons within
    <div
      ref={grid}
      class={`grid ${view} ${gesture ? 'dragging' : ''}`}
      style={{ '--columns': axis.columns.length }}
      {...handlers}
      onClick={event => {
        const id = bookingAt(event)
        if (id !== undefined) props.onOpen(id)
      }}
      onContextMenu={event => {
        const id = bookingAt(event)
        if (id === undefined) return
        event.preventDefault()
        props.onMenu(id)
      }}
      onKeyDown={event => {
        const id = bookingAt(event)
        if (id !== undefined) props.onKey(event, id)
      }}
    >
      <div class="head">
        <div class="corner">{me.timezone}</div>
        <div class="columns" aria-hidden="true">
          {axis.columns.map(time => (
            <Column key={time} {...{ time, axis, me, view, now }} />
          ))}
        </div>
      </div>
      {rows.map(({ resource, chips, lanes }) => (
        <section key={resource.id} class="resource" style={{ '--lanes': lanes }} aria-label={resource.name}>
          <h2 style={{ '--colour': resource.color_bk }} title={resource.description}>
            <bdi>{resource.name}</bdi>
          </h2>
          <div class="row" data-resource={resource.id}>
            {axis.unit === 'days' && (
              <Days columns={axis.columns} today={startOfDay(wallOf(now, me.timezone))} />
            )}
            {position >= 0 && position < 1 && <i class="now" style={{ left: `${position * 100}%` }} />}
            <Chips
              {...{ chips, pending, me, resource: resource.name }}
              hasEdges={mayEdit}
              showsTime={view === 'week'}
              active={chips.some(({ booking }) => booking.id === active) ? active : undefined}
              moving={chips.some(({ booking }) => booking.id === moving) ? moving : undefined}
            />
            {gesture?.resourceId === resource.id && (
              <Ghost {...{ gesture, axis, me, preview: props.preview }} />
            )}
          </div>
        </section>
      ))}
    </div>
  )
}

/** The background of weekends and today. */
const Days = memo(({ columns, today }: { columns: readonly number[]; today: number }) => (
  <>
    {columns.map((time, index) => {
      const isWeekend = [0, 6].includes(new Date(time).getUTCDay())
      if (!isWeekend && time !== today) return null
      const place = { left: `${(index / columns.length) * 100}%`, width: `${100 / columns.length}%` }
      return <i key={time} class={time === today ? 'day-of-now' : 'weekend'} style={place} />
    })}
  </>
))

/** The preview of a gesture. */
function Ghost(props: Pick<GridProps, 'axis' | 'me' | 'preview'> & { gesture: Gesture }) {
  const { gesture, axis, me, preview } = props
  const last = useRef<Booking>()
  const times = preview(gesture)
  if (times) last.current = times as Booking
  const place = last.current && axis.placeOf(last.current)
  if (!place) return null
  return (
    <div class="ghost" style={placeStyle({ ...place, lane: 0 })}>
      <span>{last.current && whenOf(last.current, me)}</span>
    </div>
  )
}
