import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Booking, BookingBody, NewBookingBody } from 'schedkit/client'
import { Empty } from '../elements.js'
import { problemOf, tell, tellProblem } from '../notices.js'
import { nowOf, type Service } from '../service.js'
import { useStore, useTick } from '../store.js'
import { hour, wallOf, writeWall } from '../times.js'
import type { ViewProps } from '../view-props.js'
import { drawnTimes, moved, previewOf } from './changes.js'
import { whenOf } from './chip.js'
import { BookingForm, type Draft, draftOf, newDraft } from './form.js'
import { Grid } from './grid.js'
import { actionOf, nextChip } from './keys.js'
import { axisOf } from './layout.js'
import { BookingMenu } from './menu.js'
import { isPossible, type Move, moveOf, type Shift } from './moves.js'
import { type Plan, usePlan } from './plan.js'
import type { Gesture } from './pointer.js'
import { Toolbar } from './toolbar.js'

/** The bookings of a schedule, as one of its accounts sees them. */
export function Timeline(props: ViewProps) {
  const { service, shown, change } = props
  const known = useStore(service.store)
  const { account, scheduleId, problem, plan, reload } = usePlan(service, known, shown)
  const [draft, setDraft] = useState<Draft>()

  function create(): void {
    if (!plan) return
    const { me, period, resources } = plan
    const today = wallOf(nowOf(known), me.timezone)
    const isIn = today >= period.from && today < period.to
    const start = isIn ? Math.ceil(today / hour) * hour : period.from + 9 * hour
    setDraft(
      newDraft({ resource_id: resources[0]?.id ?? 0, start: writeWall(start), end: writeWall(start + hour) }),
    )
  }

  return (
    <>
      <Toolbar {...{ service, known, shown, plan, account, scheduleId, change, create }} />
      {problem && (
        <div class="problem" role="alert">
          {problem.message}
        </div>
      )}
      {known.connection === 'live' && known.accounts.length === 0 && (
        <Empty>No password of an account is known here: enter one in Controls.</Empty>
      )}
      {plan && (
        <Planned key={`${plan.scheduleId} ${plan.me.id}`} {...{ service, plan, reload, draft, setDraft }} />
      )}
    </>
  )
}

interface PlannedProps {
  service: Service
  plan: Plan
  draft: Draft | undefined
  reload(): Promise<void>
  setDraft(draft: Draft | undefined): void
}

/** Returns the focus to a booking that was rendered again elsewhere. */
function useFollowingFocus() {
  const grid = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>()
  // Before the next key can arrive.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const chip = grid.current?.querySelector<HTMLElement>(`[data-booking="${wanted.current}"]`)
    if (chip && document.activeElement === document.body) chip.focus()
  })
  return {
    grid,
    follow(id: number): void {
      wanted.current = id
    },
  }
}

function Planned({ service, plan, draft, reload, setDraft }: PlannedProps) {
  const known = useStore(service.store)
  // The line for now.
  useTick(20_000)
  const { client, me, scheduleId, period, resources } = plan
  const [isDenied, setDenied] = useState(false)
  const mayEdit = plan.mayEdit !== false && !isDenied
  const [guesses, setGuesses] = useState<ReadonlyMap<number, Booking>>(new Map())
  const [menu, setMenu] = useState<number>()
  const [active, setActive] = useState<number>()
  const { grid, follow } = useFollowingFocus()
  const axis = useMemo(() => axisOf(period, me.timezone), [period.from, period.to, period.view, me.timezone])
  const bookings = useMemo(
    () => plan.bookings.map(booking => guesses.get(booking.id) ?? booking),
    [plan.bookings, guesses],
  )
  const bookingOf = (id: number) => bookings.find(booking => booking.id === id)
  const roomOf = (id: number) => resources.find(resource => resource.id === id)?.name ?? ''

  /** Shows a change at once, and takes it back if the service refuses it. */
  async function move(booking: Booking, change: Move): Promise<void> {
    if (Object.keys(change).length === 0) return
    const next = moved(booking, change, me.timezone)
    setGuesses(before => new Map(before).set(booking.id, next))
    try {
      await client.changeBooking({ scheduleId, bookingId: booking.id, body: change })
      tell(`${booking.title || 'The booking'}: ${whenOf(next, me)}, ${roomOf(next.resource_id)}`)
      await reload()
    } catch (error) {
      if ((error as { status?: number }).status === 403) setDenied(true)
      const edit = () => setDraft(draftOf(booking, { ...pick(next, change) }, problemOf(error)))
      tellProblem(error, { label: 'Edit', run: edit })
      await reload()
    } finally {
      setGuesses(before => new Map([...before].filter(([id]) => id !== booking.id)))
    }
  }

  function shift(booking: Booking, by: Shift, rooms = 0): void {
    if (!isPossible(booking, by)) return
    const at = resources.findIndex(({ id }) => id === booking.resource_id)
    const room = resources[Math.min(resources.length - 1, Math.max(0, at + rooms))]
    void move(booking, moveOf(booking, by, room?.id))
  }

  function done(gesture: Gesture): void {
    if (gesture.kind === 'draw') {
      const { start, end, ...rest } = drawnTimes(gesture, axis, me.timezone)
      setDraft(newDraft({ ...rest, start, end, resource_id: gesture.resourceId }))
      return
    }
    const booking = bookingOf(gesture.bookingId)
    if (booking && isPossible(booking, gesture.shift)) {
      void move(booking, moveOf(booking, gesture.shift, gesture.resourceId))
    }
  }

  async function remove(booking: Booking): Promise<void> {
    await client.deleteBooking({ scheduleId, bookingId: booking.id })
    tell(`${booking.title || 'The booking'} was deleted.`)
    await reload()
  }

  const still: Shift = { unit: axis.unit, by: 0, part: 'all' }
  function onKey(event: KeyboardEvent, id: number): void {
    const booking = bookingOf(id)
    const action = booking && actionOf(event)
    if (!action) return
    event.preventDefault()
    follow(id)
    if (action.kind === 'focus') {
      const next = grid.current && nextChip(grid.current, id, action.direction)
      if (!next) return
      follow(next)
      setActive(next)
      grid.current?.querySelector<HTMLElement>(`[data-booking="${next}"]`)?.focus()
    } else if (action.kind === 'menu') setMenu(id)
    else if (!mayEdit) tell('You may only view this schedule.')
    else if (action.kind === 'delete') void remove(booking).catch(tellProblem)
    else shift(booking, { ...still, by: action.by * axis.step, part: action.part }, action.rooms)
  }

  function menuItems(booking: Booking) {
    const [step, unit] = axis.unit === 'days' ? [1, 'day'] : [15, 'minutes']
    const open = { label: mayEdit ? 'Edit…' : 'Show', run: () => setDraft(draftOf(booking)) }
    if (!mayEdit) return [open]
    const later =
      (by: number, part: Shift['part'] = 'all') =>
      () =>
        shift(booking, { ...still, by, part })
    return [
      open,
      { label: `Move ${step} ${unit} earlier`, run: later(-step) },
      { label: `Move ${step} ${unit} later`, run: later(step) },
      { label: `End ${step} ${unit} earlier`, run: later(-step, 'end') },
      { label: `End ${step} ${unit} later`, run: later(step, 'end') },
      ...resources
        .filter(({ id }) => id !== booking.resource_id)
        .map(({ id, name }) => ({
          label: `Move to ${name}`,
          run: () => void move(booking, moveOf(booking, still, id)),
        })),
      { label: 'Delete', run: () => void remove(booking).catch(tellProblem) },
    ]
  }

  async function save(changed: Record<string, string | number | boolean>): Promise<void> {
    const { booking } = draft ?? {}
    if (booking)
      await client.changeBooking({ scheduleId, bookingId: booking.id, body: changed as BookingBody })
    else await client.createBooking({ scheduleId, body: changed as NewBookingBody })
    tell(booking ? 'The booking was changed.' : 'The booking was created.')
    await reload()
  }

  // A day begins in the morning.
  useEffect(() => {
    const scroll = grid.current?.parentElement
    const row = grid.current?.querySelector('.row')
    if (scroll && row && period.view === 'day') scroll.scrollLeft = (row.clientWidth * 7.5) / 24
  }, [period.from, period.view])

  const present = active !== undefined && bookings.some(({ id }) => id === active) ? active : undefined
  const first = bookings.find(booking => axis.placeOf(booking))?.id
  const chosen = menu === undefined ? undefined : bookingOf(menu)
  return (
    <>
      <p id="timeline-keys" class="hidden">
        Enter opens it. Arrows go to other bookings. Alt with arrows moves it, Alt and Shift with arrows moves
        its end. M opens a menu.
      </p>
      {resources.length === 0 && <Empty>This schedule has no rooms yet.</Empty>}
      <div class="scroll timeline-scroll">
        <Grid
          {...{ me, axis, resources, bookings, mayEdit, grid, done, onKey }}
          view={period.view}
          now={nowOf(known)}
          active={present ?? first}
          preview={gesture => previewOf(gesture, bookings, axis, me.timezone)}
          onOpen={id => {
            const booking = bookingOf(id)
            setActive(id)
            // A click does not focus the booking; keys must move it once the form is closed.
            follow(id)
            if (booking) setDraft(draftOf(booking))
          }}
          onMenu={setMenu}
        />
      </div>
      {chosen && (
        <BookingMenu
          title={chosen.title || 'Booking'}
          items={menuItems(chosen)}
          close={() => setMenu(undefined)}
        />
      )}
      {draft && (
        <BookingForm
          {...{ draft, resources, mayEdit, save }}
          remove={async () => draft.booking && remove(draft.booking)}
          close={() => setDraft(undefined)}
        />
      )}
    </>
  )
}

/** The changed members of a booking, as texts of its reader. */
const pick = (next: Booking, change: Move) =>
  Object.fromEntries(Object.keys(change).map(name => [name, next[name as keyof Move]]))
