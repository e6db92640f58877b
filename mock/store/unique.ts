import { type Unique, UniqueViolation } from '../../server/core/index.js'

/** An index that finds the one entity with a value. */
export interface UniqueIndex<Entity> {
  get(value: string): Entity | undefined
  /** @throws UniqueViolation if an entity other than `before` has the value */
  check(after: Entity, before: Entity | undefined): void
  replace(before: Entity | undefined, after: Entity | undefined): void
  clear(): void
}

/**
 * @param what The rule that two entities with the same value violate; if undefined, the last of them is found.
 * @param pick Returns the value of an entity; null values are exempt.
 */
export function createUnique<Entity>(
  what: Unique | undefined,
  pick: (entity: Entity) => string | null,
): UniqueIndex<Entity> {
  const holders = new Map<string, Entity>()
  return {
    get: value => holders.get(value),

    check(after, before) {
      const value = pick(after)
      const holder = value === null ? undefined : holders.get(value)
      if (holder && holder !== before && what) throw new UniqueViolation(what)
    },

    replace(before, after) {
      const from = before && pick(before)
      if (typeof from === 'string' && holders.get(from) === before) holders.delete(from)
      const to = after && pick(after)
      if (after && typeof to === 'string') holders.set(to, after)
    },

    clear: () => holders.clear(),
  }
}

/** Joins two values that are only unique together. */
export const pair = (first: string, second: string): string => `${first}\u0000${second}`
