import type { Gate, Repositories, Selection } from '../../core/index.js'
import type { Scope } from './booking-index.js'
import { windowOf } from './booking-queries.js'
import type { BookingParts } from './bookings.js'
import { sliceSize } from './large-writes.js'

/*
 * The summaries of very many bookings are made in slices, between which other requests have their turn. A read that needs one
 * waits for it outside of its transaction, and then starts again.
 */

type Bookings = Repositories['bookings']

/** Thrown by a read that needs a summary that is not complete. */
export class Unprepared extends Error {
  override readonly name = 'Unprepared'

  constructor(readonly scope: Scope) {
    super('Failed to read: the bookings are not summarised yet. Start again once they are.')
  }
}

/** Milliseconds of a slice, and the most slices for which a read waits: writers may undo a summary again and again. */
const slice = 3
const mostSlices = 300

/** Up to this place in a list, reading from its start takes less than a look at the summary. */
const near = 512

/** The bookings for reads that can start again. */
export function needingSummaries(bookings: Bookings, { scopes, totals, index }: BookingParts): Bookings {
  /** @throws {Unprepared} if a summary is needed, and is not complete */
  function need(selection: Selection, offset = 0): void {
    const { schedule_id, resource_id, ids } = selection
    if (ids || (offset <= near && !windowOf(selection))) return
    const key = scopes.keyWith(schedule_id, resource_id)
    if (key === undefined || totals.of(resource_id ?? -key) <= 2 * sliceSize) return
    const scope = { key, resource: resource_id }
    if (!index.isReady(scope)) throw new Unprepared(scope)
  }

  return {
    ...bookings,
    list(selection, slice) {
      need(selection, slice.offset)
      return bookings.list(selection, slice)
    },
    scan(selection, slice) {
      need(selection, slice.offset)
      return bookings.scan(selection, slice)
    },
    count(selection) {
      need(selection)
      return bookings.count(selection)
    },
  }
}

/** Makes a function that makes the summary of a scope; reads that need the same one wait for it together. */
export function createPreparation(gate: Gate, { large, index }: Pick<BookingParts, 'large' | 'index'>) {
  const underWay = new Map<string, Promise<void>>()

  async function prepare(scope: Scope): Promise<void> {
    // What a writer has not committed must not be summarised.
    const step = () => large.endOf(scope.key)?.then(() => false) ?? index.prepare(scope, slice)
    for (let slices = 0; slices < mostSlices && !(await gate.shared(step)); slices++) {
      await new Promise(setImmediate)
    }
  }

  return (scope: Scope): Promise<void> => {
    const name = `${scope.key} ${scope.resource}`
    const known = underWay.get(name)
    if (known) return known
    const preparing = prepare(scope).finally(() => underWay.delete(name))
    underWay.set(name, preparing)
    return preparing
  }
}
