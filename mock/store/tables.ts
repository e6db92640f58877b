import { type Booking, type EmailChange, emailKey, type UniqueNames } from '../../server/core/index.js'
import { createCompletion } from './completion.js'
import { findProblems } from './contract.js'
import type { CollaboratorEntity, Entities } from './db.js'
import type { Journal } from './journal.js'
import { kinds, type ModelName } from './models.js'
import { createTable, type Key, type Table } from './table.js'
import { createUnique, pair, type UniqueIndex } from './unique.js'

export type Tables = { [Name in ModelName]: Table<Entities[Name]> }

/** Finds entities by unique values. */
export interface Indexes {
  userByEmail: UniqueIndex<Entities['user']>
  resourceByName: UniqueIndex<Entities['resource']>
  collaboratorByEmail: UniqueIndex<CollaboratorEntity>
  collaboratorByUser: UniqueIndex<CollaboratorEntity>
  changeBySecret: UniqueIndex<EmailChange>
}

export interface TablesOptions {
  /** Returns the library's map of a model. */
  entitiesOf<Name extends ModelName>(name: Name): Map<Key, Entities[Name]>
  journal: Journal
  uniqueNames: UniqueNames
  /** Returns the time of writes through the library, in milliseconds since 1970. */
  now(): number
}

const createIndexes = (uniqueNames: UniqueNames): Indexes => ({
  userByEmail: createUnique('user email', ({ email }) => emailKey(email)),
  resourceByName: createUnique('resource name', ({ schedule_id, name }) =>
    uniqueNames === 'service' ? name : pair(schedule_id, name),
  ),
  collaboratorByEmail: createUnique('collaborator email', ({ schedule_id, email }) =>
    pair(schedule_id, emailKey(email)),
  ),
  collaboratorByUser: createUnique(
    'collaborator account',
    ({ schedule_id, user_id }) => user_id && pair(schedule_id, user_id),
  ),
  changeBySecret: createUnique(undefined, ({ secret }) => secret),
})

/** Creates the rules between entities; `refuse` throws. */
function createRules(tables: () => Tables) {
  const refuse = (name: ModelName, why: string) => {
    throw new Error(`Failed to store a ${name}: ${why}`)
  }

  /** Checks that everything an entity refers to exists, and that it stays in its schedule. */
  function checkReferences(name: ModelName, entity: object, before: object | undefined): void {
    const values = entity as Record<string, Key | null>
    for (const [member, to] of Object.entries(kinds[name].references)) {
      const id = values[member] as Key | null
      if (id === null || tables()[to].get(id)) continue
      if (id === '') refuse(name, `${member} is missing: name its ${to}.`)
      refuse(name, `there is no ${to} ${JSON.stringify(id)}. Create it first.`)
    }
    if (before && 'schedule_id' in before && before.schedule_id !== values.schedule_id) {
      refuse(name, 'it belongs to its schedule. Create another one instead.')
    }
  }

  function checkBooking({ start_utc, end_utc, schedule_id, resource_id }: Booking): void {
    if (tables().resource.get(resource_id)?.schedule_id !== schedule_id) {
      refuse('booking', `resource ${resource_id} belongs to another schedule.`)
    }
    if (end_utc < start_utc) {
      refuse('booking', `it ends (${end_utc}) before it starts (${start_utc}).`)
    }
  }

  return { refuse, checkReferences, checkBooking }
}

/** Creates the six tables with unique values, references and cascades. */
export function createTables({ entitiesOf, journal, uniqueNames, now }: TablesOptions): {
  tables: Tables
  indexes: Indexes
} {
  const indexes = createIndexes(uniqueNames)
  const complete = createCompletion({ tables: () => tables, indexes, now })

  const { refuse, checkReferences, checkBooking } = createRules(() => tables)

  /** Removes the entities in which a member has a given value. */
  function removeAll<Name extends ModelName>(name: Name, member: keyof Entities[Name], value: Key): void {
    const key = kinds[name].key as keyof Entities[Name]
    const entities = entitiesOf(name)
    for (const entity of [...entities.values()]) {
      if (entity[member] === value) entities.delete(entity[key] as Key)
    }
  }

  const common = <Name extends ModelName>(name: Name) => ({
    entities: entitiesOf(name),
    key: kinds[name].key as keyof Entities[Name],
    journal,
    check: (entity: Entities[Name], before: Entities[Name] | undefined) =>
      checkReferences(name, entity, before),
    complete(written: Entities[Name], before: Entities[Name] | undefined) {
      const entity = complete[name](written, before)
      const problems = findProblems(name, entity as never)
      if (problems.length > 0) refuse(name, `${problems.join('; ')}. Correct it where it is written.`)
      return entity
    },
  })

  const tables: Tables = {
    user: createTable({
      ...common('user'),
      taken: 'user id',
      unique: [indexes.userByEmail],
      cascade({ id }) {
        removeAll('schedule', 'owner_id', id)
        removeAll('collaborator', 'user_id', id)
        entitiesOf('emailChange').delete(id)
      },
    }),
    schedule: createTable({
      ...common('schedule'),
      taken: 'schedule id',
      cascade({ id }) {
        removeAll('booking', 'schedule_id', id)
        removeAll('resource', 'schedule_id', id)
        removeAll('collaborator', 'schedule_id', id)
      },
    }),
    resource: createTable({
      ...common('resource'),
      unique: [indexes.resourceByName],
      cascade: ({ id }) => removeAll('booking', 'resource_id', id),
    }),
    booking: createTable({
      ...common('booking'),
      check(entity, before) {
        checkReferences('booking', entity, before)
        checkBooking(entity)
      },
    }),
    collaborator: createTable({
      ...common('collaborator'),
      unique: [indexes.collaboratorByEmail, indexes.collaboratorByUser],
    }),
    emailChange: createTable({ ...common('emailChange'), unique: [indexes.changeBySecret] }),
  }
  return { tables, indexes }
}
