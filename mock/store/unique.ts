import { type Unique, UniqueViolation } from '../../server/core/index.js'
import type { Index, Row } from './row.js'

/** Rows by a value that only one of them may have. */
export interface UniqueIndex<Each> extends Index<Each> {
  get(value: string): Each | undefined
}

/** Keeps a value of entities unique; null counts as none. */
export function createUnique<Entity, Kept>(
  what: Unique | undefined,
  pick: (entity: Entity) => string | null,
): UniqueIndex<Row<Entity, Kept>> {
  const rows = new Map<string, Row<Entity, Kept>>()
  return {
    get: value => rows.get(value),

    check(after, before) {
      const value = pick(after.entity)
      const holder = value === null ? undefined : rows.get(value)
      if (holder && holder !== before && what) throw new UniqueViolation(what)
    },

    move(before, after) {
      const from = before && pick(before.entity)
      if (typeof from === 'string' && rows.get(from) === before) rows.delete(from)
      const to = after && pick(after.entity)
      if (after && typeof to === 'string') rows.set(to, after)
    },
  }
}

/** One text for two values that are unique together. */
export const pair = (first: string, second: string): string => `${first}\u0000${second}`
