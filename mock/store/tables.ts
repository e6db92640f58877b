import {
  type Booking,
  type EmailChange,
  emailKey,
  type Schedule,
  type Stored,
  type StoredBooking,
  type StoredUser,
  type UniqueNames,
} from '../../server/core/index.js'
import { createCompletion } from './completion.js'
import { problemsOf } from './contract.js'
import type { Entities, UserEntity } from './db.js'
import { createGroups, createUnique, type Key, pair, type Row } from './indexes.js'
import type { Journal } from './journal.js'
import { kinds, type ModelName, members } from './models.js'
import { createTable, type Table } from './table.js'
import { secondsOf } from './times.js'

/** What the store port returns of each kind. */
type Kept = {
  user: StoredUser
  schedule: Schedule
  resource: Stored
  booking: StoredBooking
  collaborator: Stored
  emailChange: EmailChange
}
export type TableRow<Name extends ModelName> = Row<Entities[Name], Kept[Name]>
export type Tables = { [Name in ModelName]: Table<Entities[Name], Kept[Name]> }
export type Indexes = ReturnType<typeof createIndexes>

export interface TablesOptions {
  /** Returns the library's map of a model. */
  entitiesOf<Name extends ModelName>(name: Name): Map<Key, Entities[Name]>
  journal: Journal
  uniqueNames: UniqueNames
  /** Milliseconds since 1970, for writes through the library. */
  now(): number
}

/** The value of an index that has all rows in one group. */
export const everyone = ''

const groups = <Name extends ModelName>(pick: (entity: Entities[Name]) => Key | undefined) =>
  createGroups<Entities[Name], Kept[Name]>(pick)

function createIndexes(uniqueNames: UniqueNames) {
  return {
    users: groups<'user'>(() => everyone),
    userByEmail: createUnique<UserEntity, StoredUser>('user email', ({ email }) => emailKey(email)),
    schedules: groups<'schedule'>(() => everyone),
    schedulesOfOwner: groups<'schedule'>(({ owner_id }) => owner_id),
    resourcesOfSchedule: groups<'resource'>(({ schedule_id }) => schedule_id),
    resourceByName: createUnique<Entities['resource'], Stored>('resource name', ({ schedule_id, name }) =>
      uniqueNames === 'service' ? name : pair(schedule_id, name),
    ),
    bookingsOfSchedule: groups<'booking'>(({ schedule_id }) => schedule_id),
    bookingsOfResource: groups<'booking'>(({ resource_id }) => resource_id),
    collaboratorsOfSchedule: groups<'collaborator'>(({ schedule_id }) => schedule_id),
    collaboratorsOfUser: groups<'collaborator'>(({ user_id }) => user_id ?? undefined),
    collaboratorByEmail: createUnique<Entities['collaborator'], Stored>(
      'collaborator email',
      ({ schedule_id, email }) => pair(schedule_id, emailKey(email)),
    ),
    collaboratorByUser: createUnique<Entities['collaborator'], Stored>(
      'collaborator account',
      ({ schedule_id, user_id }) => user_id && pair(schedule_id, user_id),
    ),
    invitationsOfEmail: groups<'collaborator'>(({ email, user_id }) =>
      user_id === null ? emailKey(email) : undefined,
    ),
    changeBySecret: createUnique<EmailChange, EmailChange>(undefined, ({ secret }) => secret),
  }
}

/** Creates the six tables with their indexes, references and cascades. */
export function createTables({ entitiesOf, journal, uniqueNames, now }: TablesOptions): {
  tables: Tables
  indexes: Indexes
} {
  const indexes = createIndexes(uniqueNames)
  const complete = createCompletion({ tables: () => tables, indexes, now })

  const refuse = (name: ModelName, why: string) => {
    throw new Error(`Failed to store a ${name}: ${why}`)
  }

  /** Everything an entity refers to exists, and it stays in its schedule. */
  function checkReferences(name: ModelName, entity: object, before: object | undefined): void {
    const values = entity as Record<string, Key | null>
    for (const [member, to] of Object.entries(kinds[name].references)) {
      const id = values[member] as Key | null
      if (id === null || tables[to].get(id)) continue
      refuse(name, `there is no ${to} ${JSON.stringify(id)}. Create it first.`)
    }
    if (before && 'schedule_id' in before && before.schedule_id !== values.schedule_id) {
      refuse(name, 'it belongs to its schedule. Create another one instead.')
    }
  }

  function checkBooking({ start_utc, end_utc, schedule_id, resource_id }: Booking): void {
    if (tables.resource.get(resource_id)?.entity.schedule_id !== schedule_id) {
      refuse('booking', `resource ${resource_id} belongs to another schedule.`)
    }
    if (end_utc < start_utc) {
      refuse('booking', `it ends (${end_utc}) before it starts (${start_utc}).`)
    }
  }

  function removeAll<Name extends ModelName>(name: Name, rows: readonly TableRow<Name>[]): void {
    const key = kinds[name].key as keyof Entities[Name]
    for (const { entity } of [...rows].reverse()) entitiesOf(name).delete(entity[key] as Key)
  }

  const common = <Name extends ModelName>(name: Name) => ({
    entities: entitiesOf(name),
    key: kinds[name].key as keyof Entities[Name],
    journal,
    check: (entity: Entities[Name], before: Entities[Name] | undefined) =>
      checkReferences(name, entity, before),
    complete(written: Entities[Name], before: Entities[Name] | undefined) {
      const entity = complete[name](written, before)
      const problems = problemsOf(name, entity as never)
      if (problems.length > 0) refuse(name, `${problems.join('; ')}. Correct it where it is written.`)
      return entity
    },
  })

  const tables: Tables = {
    user: createTable({
      ...common('user'),
      taken: 'user id',
      keep: keepUser,
      indexes: [indexes.users, indexes.userByEmail],
      cascade({ id }) {
        removeAll('schedule', indexes.schedulesOfOwner.of(id))
        removeAll('collaborator', indexes.collaboratorsOfUser.of(id))
        entitiesOf('emailChange').delete(id)
      },
    }),
    schedule: createTable({
      ...common('schedule'),
      taken: 'schedule id',
      keep: ({ id, owner_id }) => ({ id, owner_id }),
      indexes: [indexes.schedules, indexes.schedulesOfOwner],
      cascade({ id }) {
        removeAll('resource', indexes.resourcesOfSchedule.of(id))
        removeAll('collaborator', indexes.collaboratorsOfSchedule.of(id))
      },
    }),
    resource: createTable({
      ...common('resource'),
      keep: entity => ({ id: entity.id, json: JSON.stringify(entity, members.resource) }),
      indexes: [indexes.resourcesOfSchedule, indexes.resourceByName],
      cascade: ({ id }) => removeAll('booking', indexes.bookingsOfResource.of(id)),
    }),
    booking: createTable({
      ...common('booking'),
      keep: keepBooking,
      indexes: [indexes.bookingsOfSchedule, indexes.bookingsOfResource],
      check(entity, before) {
        checkReferences('booking', entity, before)
        checkBooking(entity)
      },
    }),
    collaborator: createTable({
      ...common('collaborator'),
      keep: entity => ({ id: entity.id, json: JSON.stringify(entity, members.collaborator) }),
      indexes: [
        indexes.collaboratorsOfSchedule,
        indexes.collaboratorsOfUser,
        indexes.invitationsOfEmail,
        indexes.collaboratorByEmail,
        indexes.collaboratorByUser,
      ],
    }),
    emailChange: createTable({
      ...common('emailChange'),
      keep: ({ user_id, email, secret, expires_at }) => ({ user_id, email, secret, expires_at }),
      indexes: [indexes.changeBySecret],
    }),
  }
  return { tables, indexes }
}

function keepUser(entity: UserEntity): StoredUser {
  const { id, email, password_hash, timezone, request_rate_limit } = entity
  const json = JSON.stringify(entity, members.user)
  return { id, email, password_hash, timezone, request_rate_limit, json }
}

/** `start` and `end` depend on the reader's time zone, so the JSON leaves them null. */
function keepBooking(entity: Booking): StoredBooking {
  return {
    id: entity.id,
    json: JSON.stringify({ ...entity, start: null, end: null }, members.booking),
    start: secondsOf(entity.start_utc),
    end: secondsOf(entity.end_utc),
  }
}
