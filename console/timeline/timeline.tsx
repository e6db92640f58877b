import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Booking } from 'schedkit/client'
import { Empty } from '../elements.js'
import { tell, tellProblem } from '../notices.js'
import { nowOf, type Service, type ViewProps } from '../service.js'
import { useStore, useTick } from '../store.js'
import { hour, wallOf, writeWall } from '../times.js'
import { drawnTimes, previewOf } from './changes.js'
import { useEdits } from './edits.js'
import { BookingForm, type Draft, draftOf, newDraft } from './form.js'
import { Grid } from './grid.js'
import { actionOf, neighbourOf, nextChip } from './keys.js'
import { axisOf } from './layout.js'
import { BookingMenu } from './menu.js'
import { isPossible, moveOf, type Shift } from './moves.js'
import { type Plan, usePlan } from './plan.js'
import type { Gesture } from './pointer.js'
import { Toolbar } from './toolbar.js'

/** Shows the bookings of a schedule as one of its accounts sees them. */
export function Timeline(props: ViewProps) {
  const { service, shown, change } = props
  const known = useStore(service.store)
  const { account, scheduleId, problem, period, plan, reload } = usePlan(service, known, shown)
  const [draft, setDraft] = useState<Draft>()

  function create(): void {
    if (!plan || !period) return
    const { me, resources } = plan
    const today = wallOf(nowOf(known), me.timezone)
    const isIn = today >= period.from && today < period.to
    const start = isIn ? Math.ceil(today / hour) * hour : period.from + 9 * hour
    setDraft(
      newDraft({ resource_id: resources[0]?.id ?? 0, start: writeWall(start), end: writeWall(start + hour) }),
    )
  }

  return (
    <>
      <Toolbar {...{ known, shown, plan, period, account, scheduleId, change, create }} />
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
  reload(): Promise<readonly Booking[] | undefined>
  setDraft(draft: Draft | undefined): void
}

/** Restores the focus of a booking that was rerendered elsewhere. */
function useFollowingFocus() {
  const grid = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>()
  // After a press elsewhere, the focus is not restored.
  useEffect(() => {
    const forget = (event: Event) => {
      // In the panel, the target of the event is the host of the shadow root.
      if (!(event.composedPath()[0] as Element).closest?.('dialog')) wanted.current = undefined
    }
    addEventListener('pointerdown', forget, true)
    return () => removeEventListener('pointerdown', forget, true)
  }, [])
  // A layout effect runs before the next key event.
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
    /** Gives the next focus to a booking next to one that is deleted; returns its id, if there is one. */
    followBeside(id: number): number | undefined {
      wanted.current = grid.current ? neighbourOf(grid.current, id) : undefined
      return wanted.current
    },
  }
}

function Planned({ service, plan, draft, reload, setDraft }: PlannedProps) {
  const known = useStore(service.store)
  // For the line at the current time.
  useTick(20_000)
  const { me, period, resources } = plan
  const { bookings, pending, mayEdit, move, shift, remove, save } = useEdits(plan, {
    draft,
    reload,
    setDraft,
  })
  const [menu, setMenu] = useState<number>()
  const [active, setActive] = useState<number>()
  const { grid, follow, followBeside } = useFollowingFocus()
  const axis = useMemo(() => axisOf(period, me.timezone), [period.from, period.to, period.view, me.timezone])
  const bookingOf = (id: number) => bookings.find(booking => booking.id === id)

  function done(gesture: Gesture): void {
    if (gesture.kind === 'draw') {
      // Times in UTC are read-only.
      const drawn = drawnTimes(gesture, axis, me.timezone)
      const { start_utc: _, end_utc: __, ...values } = { ...drawn, resource_id: gesture.resourceId }
      setDraft(newDraft(values, axis.unit === 'minutes' ? drawn : undefined))
      return
    }
    const booking = bookingOf(gesture.bookingId)
    if (booking && isPossible(booking, gesture.shift)) {
      void move(booking, moveOf(booking, gesture.shift, gesture.resourceId))
    }
  }

  function removeIt(booking: Booking): void {
    setActive(followBeside(booking.id))
    void remove(booking).catch(tellProblem)
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
    else if (action.kind === 'delete') {
      // A key that is held down must not delete the next booking.
      if (!event.repeat) removeIt(booking)
    } else shift(booking, { ...still, by: action.by * axis.step, part: action.part }, action.down)
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
      { label: 'Delete', run: () => removeIt(booking) },
    ]
  }

  // A day view opens at the morning hours.
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
      {resources.length === 0 && <Empty>This schedule has no resources yet.</Empty>}
      <div class="scroll timeline-scroll">
        <Grid
          {...{ me, axis, resources, bookings, pending, mayEdit, grid, done, onKey }}
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
