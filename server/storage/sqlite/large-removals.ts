import { type Awaitable, andThen, type Repositories, type Selection } from '../../core/index.js'
import type { BookingParts } from './bookings.js'
import { conditionOf } from './collection.js'
import { sliceSize } from './large-writes.js'

/** Removals of what bookings belong to: very many bookings go before it, slice by slice, instead of all at once with it. */
export function removeBookingsFirst(
  rows: Repositories,
  { statements: { each }, scopes, totals, large }: BookingParts,
): Repositories {
  const { users, resources, bookings } = rows

  async function empty(selections: readonly Selection[]): Promise<void> {
    let removed = 0
    for (const selection of selections) {
      const key = scopes.keyOf(selection.schedule_id)
      if (key === undefined) continue
      removed += totals.of(selection.resource_id ?? -key)
      await bookings.remove(selection)
      if (removed < sliceSize) continue
      removed = 0
      await large.pause(key)
    }
  }

  const countOf = ({ schedule_id, resource_id }: Selection) =>
    totals.of(resource_id ?? -(scopes.keyOf(schedule_id) ?? 0))

  /** Runs a removal once few bookings are left. */
  function after(selections: readonly Selection[], remove: () => Awaitable<void>): Awaitable<void> {
    const count = selections.reduce((sum, selection) => sum + countOf(selection), 0)
    return count <= 2 * sliceSize ? remove() : andThen(empty(selections), remove)
  }

  return {
    ...rows,
    users: {
      ...users,
      remove(id) {
        const schedules = each('SELECT id FROM schedules WHERE owner_id = ?', [id], row => row.text(0))
        return after(
          schedules.map(schedule_id => ({ schedule_id })),
          () => users.remove(id),
        )
      },
    },
    resources: {
      ...resources,
      remove(selection) {
        const { schedule_id } = selection
        const { sql, values } = conditionOf(selection)
        const ids = each(`SELECT id FROM resources WHERE ${sql}`, values, row => row.number(0))
        return after(
          ids.map(resource_id => ({ schedule_id, resource_id })),
          () => resources.remove(selection),
        )
      },
    },
  }
}
