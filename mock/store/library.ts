import { ENTITY_TYPE, factory, PRIMARY_KEY } from '@mswjs/data'
import type { Journal } from './journal.js'
import type { Entities, Models } from './models.js'
import type { Key } from './row.js'

/** The library's database, one model for each kind of object. */
export type Db = ReturnType<typeof factory<Models>>

/** What the library keeps its entities in; it hides it behind a symbol. */
interface Database {
  getModel<Name extends keyof Entities>(name: Name): Map<Key, Entities[Name]>
  update(name: string, before: Entity, after: Entity): void
}

type Entity = Record<Key | symbol, unknown> & { [PRIMARY_KEY]: string; [ENTITY_TYPE]: keyof Entities }
type Method = (...values: unknown[]) => unknown

const answering = [
  'create',
  'findFirst',
  'findMany',
  'getAll',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
] as const

/** Makes a database of the library that no other tab, test or instance hears of. */
export function openLibrary(models: Models, journal: Journal) {
  const opened = withoutChannel(() => factory(models))
  const [instance] = Object.getOwnPropertySymbols(opened)
  const database = (opened as never as Record<symbol, Database>)[instance as symbol] as Database
  const update = database.update.bind(database)
  database.update = (name, before, after) => {
    const key = before[PRIMARY_KEY]
    if (after[key] === before[key]) return update(name, before, after)
    throw new Error(`Failed to update a ${name}: its ${key} is for ever. Leave ${key} out of the data.`)
  }

  /** Rows belong to the store: what is handed out is a copy that nobody can write to by mistake. */
  function handOut(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(handOut)
    if (typeof value !== 'object' || value === null) return value
    const entity = value as Entity
    const kept = database.getModel(entity[ENTITY_TYPE]).get(entity[entity[PRIMARY_KEY]] as Key)
    return Object.freeze({ ...(kept ?? entity) })
  }

  for (const model of Object.values(opened as object) as Record<string, Method>[]) {
    for (const name of answering) {
      const method = model[name] as Method
      model[name] = (...values) => handOut(journal.together(() => method(...values)))
    }
  }
  return { db: opened as Db, entitiesOf: database.getModel.bind(database) }
}

/**
 * Where there is a `window`, the library tells every database of the same place in the code, in other tabs and tests
 * too, what is written: over a channel that it never closes. It opens none where it finds no BroadcastChannel.
 */
function withoutChannel<T>(work: () => T): T {
  const name = 'BroadcastChannel'
  const own = Object.getOwnPropertyDescriptor(globalThis, name)
  if (!(name in globalThis)) return work()
  Object.defineProperty(globalThis, name, { value: undefined, configurable: true })
  try {
    return work()
  } finally {
    if (own) Object.defineProperty(globalThis, name, own)
    else Reflect.deleteProperty(globalThis, name)
  }
}

/** An entity as the library knows its own. */
export function asEntity<Name extends keyof Entities>(name: Name, values: Entities[Name]): Entities[Name] {
  return { ...values, [ENTITY_TYPE]: name, [PRIMARY_KEY]: name === 'emailChange' ? 'user_id' : 'id' }
}
