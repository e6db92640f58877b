import { type Unique, UniqueViolation } from '../../server/core/index.js'

export type Key = string | number

/** A row at one moment. A change makes a new one, so that snapshots can share rows. */
export interface Row<Entity, Kept> {
  /** The position among the rows of its table, ascending. */
  readonly order: number
  readonly entity: Entity
  /** The same row as the store port returns it. */
  readonly kept: Kept
}

/** A lookup that a table updates with every write. */
export interface Index<Each> {
  /** Throws if the row can't be stored. */
  check?(after: Each, before: Each | undefined): void
  move(before: Each | undefined, after: Each | undefined): void
}

const none: readonly never[] = []

/** Rows by a value that several may share, in ascending order; rows whose value is undefined are in no group. */
export function createGroups<Entity, Kept>(pick: (entity: Entity) => Key | undefined) {
  type Each = Row<Entity, Kept>
  const groups = new Map<Key, Each[]>()

  function add(value: Key, row: Each): void {
    const group = groups.get(value)
    if (!group) groups.set(value, [row])
    else group.splice(positionOf(group, row.order), 0, row)
  }

  function remove(value: Key, row: Each): void {
    const group = groups.get(value)
    if (!group) return
    group.splice(positionOf(group, row.order), 1)
    if (group.length === 0) groups.delete(value)
  }

  return {
    /** The group itself: copy it before a write changes it. */
    of: (value: Key): readonly Each[] => groups.get(value) ?? none,

    move(before: Each | undefined, after: Each | undefined): void {
      const from = before && pick(before.entity)
      const to = after && pick(after.entity)
      const group = before && after && from === to && to !== undefined && groups.get(to)
      if (group) {
        group[positionOf(group, after.order)] = after
        return
      }
      if (before && from !== undefined) remove(from, before)
      if (after && to !== undefined) add(to, after)
    },
  }
}

/** Where a row of this order is, or would be inserted. New rows come last, so that is checked first. */
function positionOf(group: readonly { order: number }[], order: number): number {
  const last = group.length - 1
  if (last < 0 || (group[last] as { order: number }).order < order) return group.length
  let [low, high] = [0, last]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((group[middle] as { order: number }).order < order) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows by a value that only one of them may have; null values are exempt. */
export function createUnique<Entity, Kept>(
  what: Unique | undefined,
  pick: (entity: Entity) => string | null,
) {
  type Each = Row<Entity, Kept>
  const rows = new Map<string, Each>()
  return {
    get: (value: string): Each | undefined => rows.get(value),

    check(after: Each, before: Each | undefined): void {
      const value = pick(after.entity)
      const holder = value === null ? undefined : rows.get(value)
      if (holder && holder !== before && what) throw new UniqueViolation(what)
    },

    move(before: Each | undefined, after: Each | undefined): void {
      const from = before && pick(before.entity)
      if (typeof from === 'string' && rows.get(from) === before) rows.delete(from)
      const to = after && pick(after.entity)
      if (after && typeof to === 'string') rows.set(to, after)
    },
  }
}

/** Joins two values that are unique together. */
export const pair = (first: string, second: string): string => `${first}\u0000${second}`
