import { type Unique, UniqueViolation } from '../../server/core/index.js'
import type { Journal } from './journal.js'
import type { Index, Key, Row } from './row.js'

/** The rows of a table at one moment. */
export interface TableState<Entity, Kept> {
  readonly rows: ReadonlyMap<Key, Row<Entity, Kept>>
  readonly last: number
}

/** The rows of one kind: the entities of the library, and beside them what is looked up in no time. */
export interface Table<Entity, Kept> {
  get(id: Key): Row<Entity, Kept> | undefined
  /** The number after the highest that was ever given. */
  next(): number
  /** Keeps an entity whose id is new. */
  add(entity: Entity): void
  /** Keeps an entity, in the place of the one that has its id. */
  put(entity: Entity): void
  /** Removes an entity and all that goes with it. */
  remove(id: Key): void
  /** Removes every row, and nothing else, and lets the numbers start again. */
  clear(): void
  /** Cheap where nothing has changed since the last one. */
  state(): TableState<Entity, Kept>
  /** The state in which there are just these entities, in this order. */
  stateOf(entities: readonly Entity[], last: number): TableState<Entity, Kept>
  /** Costs little for rows that are the same. */
  restore(state: TableState<Entity, Kept>): void
}

export interface TableOptions<Entity, Kept> {
  /** The library's own map, which from now on writes through this table. */
  entities: Map<Key, Entity>
  key: keyof Entity
  journal: Journal
  keep(entity: Entity): Kept
  indexes: readonly Index<Row<Entity, Kept>>[]
  /** How the port calls it when an id is given twice. */
  taken?: Unique
  /** Throws where an entity can't be kept, because of what it refers to. */
  check(entity: Entity, before: Entity | undefined): void
  /** Removes what goes with an entity. */
  cascade?(entity: Entity): void
  /** Adds what an entity lacks that is written through the library, without the service. */
  complete(entity: Entity, before: Entity | undefined): Entity
}

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
}: TableOptions<Entity, Kept>): Table<Entity, Kept> {
  type Each = Row<Entity, Kept>
  const rows = new Map<Key, Each>()
  const library = {
    set: entities.set.bind(entities),
    delete: entities.delete.bind(entities),
  }
  let last = 0
  /** The highest order among the rows, or higher. */
  let latest = 0
  let untidy = false
  /** The state that was taken or restored last, and the ids whose rows were written since. */
  let base: TableState<Entity, Kept> | undefined
  const touched = new Set<Key>()

  const idOf = (entity: Entity) => entity[key] as Key

  function move(before: Each | undefined, after: Each | undefined): void {
    for (const index of indexes) index.move(before, after)
    const id = idOf((after ?? before)?.entity as Entity)
    touched.add(id)
    if (after) {
      if (!before && after.order < latest) untidy = true
      latest = Math.max(latest, after.order)
      rows.set(id, after)
      library.set(id, after.entity)
    } else {
      rows.delete(id)
      library.delete(id)
      if (rows.size === 0) latest = 0
    }
  }

  /** Rows that came back stand last in the library's map: puts them where they were. */
  function tidy(): void {
    if (!untidy) return
    untidy = false
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

  journal.afterUndo(tidy)
  const table: Table<Entity, Kept> = {
    get: id => rows.get(id),
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
      const before = table.state()
      journal.note(() => table.restore(before))
      table.restore({ rows: new Map(), last: 0 })
    },

    state() {
      if (!base || touched.size > 0 || base.last !== last) base = { rows: new Map(rows), last }
      touched.clear()
      return base
    },

    stateOf(all, last) {
      const each = all.map((entity, index): [Key, Each] => {
        const id = idOf(entity)
        return [id, { order: typeof id === 'number' ? id : index + 1, entity, kept: keep(entity) }]
      })
      return { rows: new Map(each), last }
    },

    restore(state) {
      const ids = state === base ? [...touched] : [...new Set([...state.rows.keys(), ...rows.keys()])]
      // What goes, goes from the last to the first, for that is the cheap end of a group.
      for (const id of ids.toReversed()) {
        const [before, after] = [rows.get(id), state.rows.get(id)]
        // One that was removed and made anew had another place: it comes back when all that stands in its way is gone.
        if (before && before !== after) move(before, after?.order === before.order ? after : undefined)
      }
      for (const id of ids) {
        const after = rows.has(id) ? undefined : state.rows.get(id)
        if (after) move(undefined, after)
      }
      tidy()
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
