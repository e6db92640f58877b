import type { Selection, StoredBooking } from '../../server/core/index.js'
import type { Alter } from '../server/parts.js'
import { collection, shownAs } from './rows.js'

/** Which ids bookings show, in place of those that the store gives them. */
export interface Numbering {
  shown(kept: number): number
  /** The id in the store of the one that shows an id in a schedule; 0 for none. */
  kept(schedule_id: string, shown: number): number
  /** Learns of a new booking. */
  add?(schedule_id: string, kept: number): void
}

/** Has bookings show other ids than those that the store gives them. */
export const numberingBookings = ({ shown, kept, add }: Numbering): Alter =>
  collection('bookings', usual => {
    const selected = (selection: Selection): Selection =>
      selection.ids
        ? { ...selection, ids: selection.ids.map(id => kept(selection.schedule_id, id)) }
        : selection
    const numbered = (booking: StoredBooking): StoredBooking => {
      const id = shown(booking.id)
      return { ...shownAs(booking, { id }), id }
    }
    return {
      async find(schedule_id, id) {
        const found = await usual.find(schedule_id, kept(schedule_id, id))
        return found && numbered(found)
      },
      list: async (selection, stretch) => (await usual.list(selected(selection), stretch)).map(numbered),
      count: selection => usual.count(selected(selection)),
      ids: async selection => (await usual.ids(selected(selection))).map(shown),
      async insert(row, now) {
        const id = await usual.insert(row, now)
        add?.(row.schedule_id, id)
        return shown(id)
      },
      change: (selection, change, now) => usual.change(selected(selection), change, now),
      remove: selection => usual.remove(selected(selection)),
    }
  })

/** The bookings of each schedule numbered from 1 on. */
export function numberedBySchedule(): Numbering {
  const bySchedule = new Map<string, number[]>()
  const numbers = new Map<number, number>()
  return {
    shown: id => numbers.get(id) ?? 0,
    kept: (schedule_id, id) => bySchedule.get(schedule_id)?.[id - 1] ?? 0,
    add(schedule_id, id) {
      const own = bySchedule.get(schedule_id) ?? []
      own.push(id)
      bySchedule.set(schedule_id, own)
      numbers.set(id, own.length)
    },
  }
}
