import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Booking, BookingBody, NewBookingBody } from 'schedkit/client'
import { finish, isRefusal, problemOf, tell, tellProblem } from '../notices.js'
import { moved, withInstants } from './changes.js'
import { whenOf } from './chip.js'
import { type Draft, draftOf } from './form.js'
import { isPossible, type Move, moveOf, type Shift } from './moves.js'
import type { Plan } from './plan.js'

interface EditsOptions {
  draft: Draft | undefined
  reload(): Promise<readonly Booking[] | undefined>
  setDraft(draft: Draft | undefined): void
}

/** Returns the bookings of a plan with pending changes applied, and the functions that change them. */
export function useEdits(plan: Plan, { draft, reload, setDraft }: EditsOptions) {
  const { client, me, scheduleId, resources } = plan
  const [isDenied, setDenied] = useState(false)
  // The role may have changed since.
  useEffect(() => setDenied(false), [plan])
  // A refusal only matters if the role is unknown.
  const mayEdit = plan.mayEdit ?? !isDenied
  const [guesses, setGuesses] = useState<ReadonlyMap<number, Booking>>(new Map())
  const bookings = useMemo(
    () => plan.bookings.map(booking => guesses.get(booking.id) ?? booking),
    [plan.bookings, guesses],
  )
  /** The ids that existed when the form was opened, and the draft that was sent. */
  const known = useMemo(() => new Set(plan.bookings.map(({ id }) => id)), [draft])
  const sent = useRef<Draft>()
  /** The last change of each booking. Changes of a booking run in sequence: a retry must not undo a later change. */
  const turns = useRef(new Map<number, Promise<unknown>>())
  const nameOf = (id: number) => resources.find(resource => resource.id === id)?.name ?? ''

  /** Sends a change or deletion of a booking after the earlier ones. */
  function inTurn(id: number, work: () => Promise<void>): Promise<void> {
    const turn = Promise.resolve(turns.current.get(id)).then(work, work)
    turns.current.set(id, turn)
    return turn
  }

  /** Makes a change. If the response is lost, the data show whether it succeeded. */
  async function change(work: () => Promise<unknown>, isDone: (now: readonly Booking[]) => boolean) {
    try {
      await finish(work)
    } catch (error) {
      const now = await reload()
      // An object that is not there any more needs no deletion.
      const isOpen = !isRefusal(error) || (error as { status?: number }).status === 404
      if (!isOpen || !now || !isDone(now)) throw error
    }
    await reload()
  }

  /** Shows a change optimistically, and reverts it if the service refuses it. */
  async function move(booking: Booking, body: Move): Promise<void> {
    if (Object.keys(body).length === 0) return
    const next = moved(booking, body, me.timezone)
    setGuesses(before => new Map(before).set(booking.id, next))
    try {
      await inTurn(booking.id, () =>
        change(
          () => client.changeBooking({ scheduleId, bookingId: booking.id, body }),
          now => now.some(each => each.id === booking.id && placeOf(each) === placeOf(next)),
        ),
      )
      tell(`${booking.title || 'The booking'}: ${whenOf(next, me)}, ${nameOf(next.resource_id)}`)
    } catch (error) {
      if ((error as { status?: number }).status === 403) setDenied(true)
      const edit = () => setDraft(draftOf(booking, pick(next, body), problemOf(error)))
      tellProblem(error, { label: 'Edit', run: edit })
    } finally {
      // A later change has its own prediction.
      setGuesses(all => new Map([...all].filter(([, guess]) => guess !== next)))
    }
  }

  function shift(booking: Booking, by: Shift, down = 0): void {
    if (!isPossible(booking, by)) return
    const at = resources.findIndex(({ id }) => id === booking.resource_id)
    const next = resources[Math.min(resources.length - 1, Math.max(0, at + down))]
    void move(booking, moveOf(booking, by, next?.id))
  }

  async function remove({ id, title }: Booking): Promise<void> {
    await inTurn(id, () =>
      change(
        () => client.deleteBooking({ scheduleId, bookingId: id }),
        now => !now.some(each => each.id === id),
      ),
    )
    tell(`${title || 'The booking'} was deleted.`)
  }

  async function save(values: Record<string, string | number | boolean>): Promise<void> {
    const { booking, drawn } = draft ?? {}
    const body = values as BookingBody & NewBookingBody
    const isSaved = (each: Booking) => each.title === (body.title ?? '') && placeOf(each) === placeOf(body)
    if (booking) {
      const work = () => client.changeBooking({ scheduleId, bookingId: booking.id, body })
      const isChanged = (each: Booking) =>
        each.id === booking.id &&
        Object.entries(values).every(([name, value]) => each[name as keyof Booking] === value)
      await inTurn(booking.id, () => change(work, now => now.some(isChanged)))
    } else {
      const isDone = (now: readonly Booking[]) => now.some(each => !known.has(each.id) && isSaved(each))
      const work = async () => {
        // The response to an earlier attempt may have been lost.
        const now = sent.current === draft ? await reload() : []
        if (!now) throw new TypeError()
        sent.current = draft
        if (!isDone(now)) await client.createBooking({ scheduleId, body: withInstants(body, drawn) })
      }
      await change(work, isDone)
    }
    tell(booking ? 'The booking was changed.' : 'The booking was created.')
  }

  return { bookings, pending: guesses, mayEdit, move, shift, remove, save }
}

/** Joins resource and times to one text, for comparison. */
const placeOf = ({ resource_id, start, end }: Pick<NewBookingBody, 'resource_id' | 'start' | 'end'>) =>
  `${resource_id} ${start} ${end}`

/** Picks the changed members of a booking, as its reader sees them. */
const pick = (next: Booking, change: Move) =>
  Object.fromEntries(Object.keys(change).map(name => [name, next[name as keyof Move]]))
