import { useMemo, useState } from 'preact/hooks'
import type { Booking, BookingBody, NewBookingBody } from 'schedkit/client'
import { problemOf, tell, tellProblem } from '../notices.js'
import { moved } from './changes.js'
import { whenOf } from './chip.js'
import { type Draft, draftOf } from './form.js'
import { isPossible, type Move, moveOf, type Shift } from './moves.js'
import type { Plan } from './plan.js'

interface EditsOptions {
  draft: Draft | undefined
  reload(): Promise<void>
  setDraft(draft: Draft | undefined): void
}

/** The bookings of a plan as they will be once the service has answered, and what changes them. */
export function useEdits(plan: Plan, { draft, reload, setDraft }: EditsOptions) {
  const { client, me, scheduleId, resources } = plan
  const [isDenied, setDenied] = useState(false)
  const mayEdit = plan.mayEdit !== false && !isDenied
  const [guesses, setGuesses] = useState<ReadonlyMap<number, Booking>>(new Map())
  const bookings = useMemo(
    () => plan.bookings.map(booking => guesses.get(booking.id) ?? booking),
    [plan.bookings, guesses],
  )
  const nameOf = (id: number) => resources.find(resource => resource.id === id)?.name ?? ''

  /** Shows a change at once, and takes it back if the service refuses it. */
  async function move(booking: Booking, change: Move): Promise<void> {
    if (Object.keys(change).length === 0) return
    const next = moved(booking, change, me.timezone)
    setGuesses(before => new Map(before).set(booking.id, next))
    try {
      await client.changeBooking({ scheduleId, bookingId: booking.id, body: change })
      tell(`${booking.title || 'The booking'}: ${whenOf(next, me)}, ${nameOf(next.resource_id)}`)
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

  function shift(booking: Booking, by: Shift, down = 0): void {
    if (!isPossible(booking, by)) return
    const at = resources.findIndex(({ id }) => id === booking.resource_id)
    const next = resources[Math.min(resources.length - 1, Math.max(0, at + down))]
    void move(booking, moveOf(booking, by, next?.id))
  }

  async function remove(booking: Booking): Promise<void> {
    await client.deleteBooking({ scheduleId, bookingId: booking.id })
    tell(`${booking.title || 'The booking'} was deleted.`)
    await reload()
  }

  async function save(changed: Record<string, string | number | boolean>): Promise<void> {
    const { booking } = draft ?? {}
    if (booking)
      await client.changeBooking({ scheduleId, bookingId: booking.id, body: changed as BookingBody })
    else await client.createBooking({ scheduleId, body: changed as NewBookingBody })
    tell(booking ? 'The booking was changed.' : 'The booking was created.')
    await reload()
  }

  return { bookings, mayEdit, move, shift, remove, save }
}

/** The changed members of a booking, as texts of its reader. */
const pick = (next: Booking, change: Move) =>
  Object.fromEntries(Object.keys(change).map(name => [name, next[name as keyof Move]]))
