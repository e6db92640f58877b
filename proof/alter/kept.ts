import type { StoredBooking } from '../../server/core/index.js'
import type { Alter } from '../server/parts.js'
import { collection, shownAs } from './rows.js'

/** Has bookings come out of the store otherwise than they were put there, whatever is asked of them. */
export const bookingsKeptAs = (change: (kept: Readonly<Record<string, unknown>>) => object): Alter =>
  collection('bookings', usual => {
    const shown = (kept: StoredBooking) => shownAs(kept, change(JSON.parse(kept.json)))
    return {
      async find(schedule_id, id) {
        const kept = await usual.find(schedule_id, id)
        return kept && shown(kept)
      },
      list: async (selection, stretch) => (await usual.list(selection, stretch)).map(shown),
    }
  })
