import type { Index, Key, Row } from './row.js'

/** Rows by a value that several of them have, each group in ascending order. */
export interface Groups<Each> extends Index<Each> {
  /** The group itself: copy it before a write changes it. */
  of(value: Key): readonly Each[]
}

const none: readonly never[] = []

/** Groups rows by a value of their entities; those without one are in no group. */
export function createGroups<Entity, Kept>(
  pick: (entity: Entity) => Key | undefined,
): Groups<Row<Entity, Kept>> {
  type Each = Row<Entity, Kept>
  const groups = new Map<Key, Each[]>()

  function add(value: Key, row: Each): void {
    const group = groups.get(value)
    if (!group) groups.set(value, [row])
    else group.splice(placeOf(group, row.order), 0, row)
  }

  function remove(value: Key, row: Each): void {
    const group = groups.get(value)
    if (!group) return
    group.splice(placeOf(group, row.order), 1)
    if (group.length === 0) groups.delete(value)
  }

  return {
    of: value => groups.get(value) ?? none,

    move(before, after) {
      const from = before && pick(before.entity)
      const to = after && pick(after.entity)
      const group = before && after && from === to && to !== undefined && groups.get(to)
      if (group) {
        group[placeOf(group, after.order)] = after
        return
      }
      if (before && from !== undefined) remove(from, before)
      if (after && to !== undefined) add(to, after)
    },
  }
}

/** Where a row of this order stands, or would. New rows come last, so that is tried first. */
function placeOf(group: readonly { order: number }[], order: number): number {
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
