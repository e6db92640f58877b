import { suggest } from '../../server/core/index.js'
import { DATABASE_INSTANCE, ENTITY_TYPE, factory, PRIMARY_KEY } from '../vendor/data.js'
import type { Db, Entities } from './db.js'
import type { Journal } from './journal.js'
import { kinds, type ModelName } from './models.js'
import { problemOfQuery } from './query.js'
import type { Key } from './table.js'

type Entity = Record<Key | symbol, unknown> & { [PRIMARY_KEY]: string; [ENTITY_TYPE]: ModelName }
type Method = (...values: unknown[]) => unknown

/** The methods of a model. */
const methods = [
  'create',
  'count',
  'findFirst',
  'findMany',
  'getAll',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
]

/**
 * Opens a database of the library. Its model API is public, but its storage is not: the symbol `DATABASE_INSTANCE` is
 * internal to the library, and there is no hook for writes. Both are needed so that writes through the library obey the
 * same rules as those of the service.
 */
export function openLibrary(models: Record<ModelName, object>, journal: Journal) {
  const opened = factory(models)
  const database = opened[DATABASE_INSTANCE]
  const update = database.update.bind(database)
  database.update = (name, before, after) => {
    const key = (before as Entity)[PRIMARY_KEY]
    if ((after as Entity)[key] === (before as Entity)[key]) return update(name, before, after)
    throw new Error(`Failed to update a ${name}: its ${key} can't change. Leave ${key} out of the data.`)
  }

  /** Copies and freezes a result, so that no row is changed by mistake. */
  function frozenCopy(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(frozenCopy)
    if (typeof value !== 'object' || value === null) return value
    const entity = value as Entity
    const stored = database.getModel(entity[ENTITY_TYPE]).get(entity[entity[PRIMARY_KEY]] as Key)
    return Object.freeze({ ...(stored ?? entity) })
  }

  for (const [kind, model] of Object.entries(opened) as [ModelName, Record<string, Method>][]) {
    // The API's plural names, such as `bookings`, are easily used by mistake, and would be undefined.
    Object.defineProperty(opened, `${kind}s`, {
      get() {
        throw new Error(`Failed to use mock.db.${kind}s: the name of the model is ${kind}.`)
      },
    })
    const known = Object.keys(models[kind])
    for (const name of methods) {
      const method = model[name] as Method
      model[name] = (...values) => {
        const [input] = values as [(object & { where?: unknown; data?: unknown })?]
        if (name !== 'create' && name !== 'getAll') {
          const [sample] = database.getModel(kind).values()
          const problem = problemOfQuery(name, input, known, sample as Entity | undefined)
          if (problem !== undefined) throw new Error(`Failed to use mock.db.${kind}.${name}: ${problem}.`)
        }
        for (const part of name === 'create' ? [input] : [input?.where, input?.data]) {
          const unknown = Object.keys(part ?? {}).find(member => !known.includes(member))
          if (unknown !== undefined)
            throw unknownMember(`${name.replace(/[A-Z].*/, '')} a ${kind}`, unknown, known)
        }
        return frozenCopy(journal.together(() => method(...values)))
      }
    }
  }
  return {
    db: opened as unknown as Db,
    entitiesOf: database.getModel.bind(database) as <Name extends ModelName>(
      name: Name,
    ) => Map<Key, Entities[Name]>,
  }
}

/** Marks values as an entity in the way that the library does. */
export function asEntity<Name extends ModelName>(name: Name, values: Entities[Name]): Entities[Name] {
  return { ...values, [ENTITY_TYPE]: name, [PRIMARY_KEY]: kinds[name].key }
}

/** Returns the error for a member that a model does not have, which the library would ignore. */
const unknownMember = (action: string, member: string, known: readonly string[]) =>
  new Error(`Failed to ${action}: "${member}" is not a known field; ${suggest(member, known)}`)
