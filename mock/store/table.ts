import { type Unique, UniqueViolation } from '../../server/core/index.js'
import type { Index, Key, Row } from './indexes.js'
import type { Journal } from './journal.js'

/** The rows of a table at one moment. */
export interface TableState<Entity, Kept> {
  readonly rows: ReadonlyMap<Key, Row<Entity, Kept>>
  readonly last: number
}

export type Table<Entity extends object, Kept> = ReturnType<typeof createTable<Entity, Kept>>

interface TableOptions<Entity, Kept> {
  /** The library's map. Its `set` and `delete` are replaced, so that the library writes through this table. */
  entities: Map<Key, Entity>
  key: keyof Entity
  journal: Journal
  keep(entity: Entity): Kept
  indexes: readonly Index<Row<Entity, Kept>>[]
  /** What an id that exists already violates. */
  taken?: Unique
  /** Throws if an entity can't be stored. */
  check(entity: Entity, before: Entity | undefined): void
  /** Removes the entities that depend on this one. */
  cascade?(entity: Entity): void
  /** Fills in what an entity written through the library lacks. */
  complete(entity: Entity, before: Entity | undefined): Entity
}

/** The rows of one kind: the library's entities, with indexes and what the port returns. */
export function createTable<Entity extends object, Kept>({
  entities,
  key,
  journal,
  keep,
  indexes,
  taken,
  check,
  cascade,
  complete,
}: TableOptions<Entity, Kept>) {
  type Each = Row<Entity, Kept>
  const rows = new Map<Key, Each>()
  const library = {
    set: entities.set.bind(entities),
    delete: entities.delete.bind(entities),
  }
  let last = 0
  /** The highest order among the rows, or higher. */
  let latest = 0
  let isUnordered = false
  /** The state that was taken or restored last, and the ids written since. */
  let base: TableState<Entity, Kept> | undefined
  const touched = new Set<Key>()

  const idOf = (entity: Entity) => entity[key] as Key

  function move(before: Each | undefined, after: Each | undefined): void {
    for (const index of indexes) index.move(before, after)
    const id = idOf((after ?? before)?.entity as Entity)
    touched.add(id)
    if (after) {
      if (!before && after.order < latest) isUnordered = true
      latest = Math.max(latest, after.order)
      rows.set(id, after)
      library.set(id, after.entity)
    } else {
      rows.delete(id)
      library.delete(id)
      if (rows.size === 0) latest = 0
    }
  }

  /** Rows that came back are last in the library's map: restores the order. */
  function sortEntities(): void {
    if (!isUnordered) return
    isUnordered = false
    entities.clear()
    const inOrder = [...rows.values()].sort((one, other) => one.order - other.order)
    for (const { entity } of inOrder) library.set(idOf(entity), entity)
  }

  function count(order: number): void {
    const before = last
    if (order <= before) return
    journal.note(() => {
      last = before
    })
    last = order
  }

  function write(entity: Entity, isNew = false): void {
    const id = idOf(entity)
    const before = isNew ? undefined : rows.get(id)
    const order = before?.order ?? (typeof id === 'number' ? id : last + 1)
    const after: Each = { order, entity, kept: keep(entity) }
    for (const index of indexes) index.check?.(after, before)
    if (isNew && taken && rows.has(id)) throw new UniqueViolation(taken)
    check(entity, before?.entity)
    count(order)
    journal.note(() => move(after, before))
    move(before, after)
  }

  function erase(id: Key): boolean {
    const before = rows.get(id)
    if (!before) return false
    cascade?.(before.entity)
    journal.note(() => move(undefined, before))
    move(before, undefined)
    return true
  }

  journal.afterUndo(sortEntities)
  const table = {
    get: (id: Key): Each | undefined => rows.get(id),
    /** The number after the highest that was ever used. */
    next: () => last + 1,

    /** Stores an entity with a new id. */
    add(entity: Entity): void {
      journal.check()
      write(entity, true)
    },

    /** Stores an entity, or replaces the one with its id. */
    put(entity: Entity): void {
      journal.check()
      write(entity)
    },

    /** Removes an entity and those that depend on it. */
    remove(id: Key): void {
      journal.check()
      erase(id)
    },

    /** Removes every row of this table, and starts numbering again. */
    clear(): void {
      journal.check()
      const before = table.state()
      journal.note(() => table.restore(before))
      table.restore({ rows: new Map(), last: 0 })
    },

    /** Cheap if nothing has changed since the last call. */
    state(): TableState<Entity, Kept> {
      if (!base || touched.size > 0 || base.last !== last) base = { rows: new Map(rows), last }
      touched.clear()
      return base
    },

    /** The state with exactly these entities, in this order. */
    stateOf(all: readonly Entity[], last: number): TableState<Entity, Kept> {
      const each = all.map((entity, index): [Key, Each] => {
        const id = idOf(entity)
        return [id, { order: typeof id === 'number' ? id : index + 1, entity, kept: keep(entity) }]
      })
      return { rows: new Map(each), last }
    },

    /** Cheap for rows that are the same. */
    restore(state: TableState<Entity, Kept>): void {
      const ids = state === base ? [...touched] : [...new Set([...state.rows.keys(), ...rows.keys()])]
      // Remove from last to first, because the end of a group is the cheap one to remove from.
      for (const id of ids.toReversed()) {
        const [before, after] = [rows.get(id), state.rows.get(id)]
        // A row that was removed and created again had another position: it is restored after all others are removed.
        if (before && before !== after) move(before, after?.order === before.order ? after : undefined)
      }
      for (const id of ids) {
        const after = rows.has(id) ? undefined : state.rows.get(id)
        if (after) move(undefined, after)
      }
      sortEntities()
      last = state.last
      base = state
      touched.clear()
    },
  }

  Object.assign(entities, {
    set(id: Key, entity: Entity) {
      write(complete(entity, rows.get(id)?.entity))
      return entities
    },
    delete: erase,
  })
  return table
}
