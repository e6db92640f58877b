import type { Statements } from './statements.js'

/*
 * Which schedule a text id stands for, and which schedule a resource belongs to. Both are looked up with every request and
 * kept; what does not exist is not.
 */

export type BookingScopes = ReturnType<typeof createBookingScopes>

/** Keeps up to `most` of each at hand. */
export function createBookingScopes({ get }: Pick<Statements, 'get'>, most = 10_000) {
  const keys = new Map<string, number>()
  const schedules = new Map<number, number>()

  function find<Id extends string | number>(known: Map<Id, number>, id: Id, sql: string): number | undefined {
    const kept = known.get(id)
    if (kept !== undefined) return kept
    const found = get(sql, [id])?.[0]
    if (typeof found !== 'number') return undefined
    if (known.size >= most) known.clear()
    known.set(id, found)
    return found
  }

  const keyOf = (schedule_id: string) => find(keys, schedule_id, 'SELECT key FROM schedules WHERE id = ?')

  return {
    /** The key of a schedule; undefined if there is none. */
    keyOf,
    /** The key of a schedule that has this resource; undefined if there is none. */
    keyWith(schedule_id: string, resource_id: number | undefined): number | undefined {
      const key = keyOf(schedule_id)
      if (key === undefined || resource_id === undefined) return key
      const holder = find(schedules, resource_id, 'SELECT schedule FROM resources WHERE id = ?')
      return holder === key ? key : undefined
    },
    /** Schedules or resources were removed. */
    forget(): void {
      keys.clear()
      schedules.clear()
    },
  }
}
