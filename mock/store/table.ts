import { type Unique, UniqueViolation } from '../../server/core/index.js'
import type { Journal } from './journal.js'
import type { UniqueIndex } from './unique.js'

export type Key = string | number

/** The entities of a table at one moment. Entities are never changed, only replaced. */
export interface TableState<Entity> {
  readonly entities: ReadonlyMap<Key, Entity>
  /** The highest number ever used in an id. */
  readonly last: number
}

/** The entities of one kind, in the library's map, with the rules of the service. */
export interface Table<Entity> {
  get(id: Key): Entity | undefined
  all(): Iterable<Entity>
  /** Returns the number after the highest ever used. */
  next(): number
  /** Stores an entity with a new id. */
  add(entity: Entity): void
  /** Stores an entity, or replaces the one with its id. */
  put(entity: Entity): void
  /** Removes an entity and those that depend on it. */
  remove(id: Key): void
  /** Removes all entities, and restarts numbering. */
  clear(): void
  state(): TableState<Entity>
  restore(state: TableState<Entity>): void
}

interface TableOptions<Entity> {
  /** The library's map. Its `set` and `delete` are replaced, so that the library writes through this table. */
  entities: Map<Key, Entity>
  key: keyof Entity
  journal: Journal
  unique?: readonly UniqueIndex<Entity>[]
  /** The uniqueness rule that an existing id violates. */
  taken?: Unique
  /** Throws if an entity cannot be stored. */
  check(entity: Entity, before: Entity | undefined): void
  /** Removes the entities that depend on this one. */
  cascade?(entity: Entity): void
  /** Fills in the missing members of an entity written through the library. */
  complete(entity: Entity, before: Entity | undefined): Entity
}

export function createTable<Entity extends object>(options: TableOptions<Entity>): Table<Entity> {
  const { entities, key, journal, unique = [], taken, check, cascade, complete } = options
  const library = { set: entities.set.bind(entities), delete: entities.delete.bind(entities) }
  let last = 0

  function replace(id: Key, before: Entity | undefined, after: Entity | undefined): void {
    for (const index of unique) index.replace(before, after)
    if (after) library.set(id, after)
    else library.delete(id)
  }

  function save(): void {
    journal.save(table, () => {
      const before = table.state()
      return () => table.restore(before)
    })
  }

  function write(entity: Entity, isNew = false): void {
    const id = entity[key] as Key
    const before = isNew ? undefined : entities.get(id)
    for (const index of unique) index.check(entity, before)
    if (isNew && taken && entities.has(id)) throw new UniqueViolation(taken)
    check(entity, before)
    save()
    if (!before) last = Math.max(last, typeof id === 'number' ? id : last + 1)
    replace(id, before, entity)
  }

  function erase(id: Key): boolean {
    const before = entities.get(id)
    if (!before) return false
    save()
    cascade?.(before)
    replace(id, before, undefined)
    return true
  }

  const table: Table<Entity> = {
    get: id => entities.get(id),
    all: () => entities.values(),
    next: () => last + 1,

    add(entity) {
      journal.check()
      write(entity, true)
    },

    put(entity) {
      journal.check()
      write(entity)
    },

    remove(id) {
      journal.check()
      erase(id)
    },

    clear() {
      journal.check()
      save()
      table.restore({ entities: new Map(), last: 0 })
    },

    state: () => ({ entities: new Map(entities), last }),

    restore(state) {
      entities.clear()
      for (const index of unique) index.clear()
      for (const [id, entity] of state.entities) replace(id, undefined, entity)
      last = state.last
    },
  }

  Object.assign(entities, {
    set(id: Key, entity: Entity) {
      write(complete(entity, entities.get(id)))
      return entities
    },
    delete: erase,
  })
  return table
}
