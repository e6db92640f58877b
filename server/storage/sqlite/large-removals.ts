import type { Awaitable, Repositories, Selection } from '../../core/index.js'
import { type BookingParts, totalOf } from './bookings.js'
import { conditionOf } from './collection.js'
import { sliceSize } from './large-writes.js'

/** Removals of what bookings belong to: very many bookings go before it, slice by slice, instead of all at once with it. */
export function removeBookingsFirst(
  rows: Repositories,
  { statements, scopes, large }: BookingParts,
): Repositories {
  const { users, resources, bookings } = rows
  const { each } = statements

  async function empty(selections: readonly Selection[]): Promise<void> {
    let removed = 0
    for (const selection of selections) {
      const key = scopes.keyOf(selection.schedule_id)
      if (key === undefined) continue
      removed += countOf(selection)
      await bookings.remove(selection)
      if (removed < sliceSize) continue
      removed = 0
      await large.pause(key)
    }
  }

  const countOf = ({ schedule_id, resource_id: resource }: Selection) =>
    totalOf(statements, { key: scopes.keyOf(schedule_id) ?? 0, resource })

  /** Runs a removal once few bookings are left. */
  async function after(selections: readonly Selection[], remove: () => Awaitable<void>): Promise<void> {
    const count = selections.reduce((sum, selection) => sum + countOf(selection), 0)
    if (count > 2 * sliceSize) await empty(selections)
    await remove()
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
