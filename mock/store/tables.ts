import type {
  Booking,
  EmailChange,
  Resource,
  Schedule,
  Stored,
  StoredBooking,
  StoredUser,
  UniqueNames,
} from '../../server/core/index.js'
import { createCompletion } from './completion.js'
import { problemsOf } from './contract.js'
import { secondsOf } from './dates.js'
import { emailKey } from './email-key.js'
import { createGroups, type Groups } from './groups.js'
import type { Journal } from './journal.js'
import { type CollaboratorEntity, type Entities, members, type UserEntity } from './models.js'
import type { Key, Row } from './row.js'
import { createTable, type Table } from './table.js'
import { createUnique, pair, type UniqueIndex } from './unique.js'

type Kept = {
  user: StoredUser
  schedule: Schedule
  resource: Stored
  booking: StoredBooking
  collaborator: Stored
  emailChange: EmailChange
}
export type TableRow<Name extends keyof Entities> = Row<Entities[Name], Kept[Name]>
export type Tables = { [Name in keyof Entities]: Table<Entities[Name], Kept[Name]> }

type GroupsOf<Name extends keyof Entities> = Groups<TableRow<Name>>
type UniqueOf<Name extends keyof Entities> = UniqueIndex<TableRow<Name>>

/** What rows are looked up by. */
export interface Indexes {
  users: GroupsOf<'user'>
  userByEmail: UniqueOf<'user'>
  schedules: GroupsOf<'schedule'>
  schedulesOfOwner: GroupsOf<'schedule'>
  resourcesOfSchedule: GroupsOf<'resource'>
  bookingsOfSchedule: GroupsOf<'booking'>
  bookingsOfResource: GroupsOf<'booking'>
  collaboratorsOfSchedule: GroupsOf<'collaborator'>
  collaboratorsOfUser: GroupsOf<'collaborator'>
  collaboratorByUser: UniqueOf<'collaborator'>
  invitationsOfEmail: GroupsOf<'collaborator'>
  changeBySecret: UniqueOf<'emailChange'>
}

export interface TablesOptions {
  /** The library's map of a model. */
  entitiesOf<Name extends keyof Entities>(name: Name): Map<Key, Entities[Name]>
  journal: Journal
  uniqueNames: UniqueNames
  /** Milliseconds since 1970, for what is written without the service. */
  now(): number
}

/** The one group of those that are listed as a whole. */
export const everyone = ''

/** The six tables: what is unique in them, what they refer to, and what goes with a row that goes. */
export function createTables({ entitiesOf, journal, uniqueNames, now }: TablesOptions): {
  tables: Tables
  indexes: Indexes
} {
  const indexes: Indexes = {
    users: createGroups(() => everyone),
    userByEmail: createUnique('user email', ({ email }: UserEntity) => emailKey(email)),
    schedules: createGroups(() => everyone),
    schedulesOfOwner: createGroups(({ owner_id }: Schedule) => owner_id),
    resourcesOfSchedule: createGroups(({ schedule_id }: Resource) => schedule_id),
    bookingsOfSchedule: createGroups(({ schedule_id }: Booking) => schedule_id),
    bookingsOfResource: createGroups(({ resource_id }: Booking) => resource_id),
    collaboratorsOfSchedule: createGroups(({ schedule_id }: CollaboratorEntity) => schedule_id),
    collaboratorsOfUser: createGroups(({ user_id }: CollaboratorEntity) => user_id ?? undefined),
    collaboratorByUser: createUnique(
      'collaborator account',
      ({ schedule_id, user_id }: CollaboratorEntity) => user_id && pair(schedule_id, user_id),
    ),
    invitationsOfEmail: createGroups(({ email, user_id }: CollaboratorEntity) =>
      user_id === null ? emailKey(email) : undefined,
    ),
    changeBySecret: createUnique(undefined, ({ secret }: EmailChange) => secret),
  }
  const nameOf = ({ schedule_id, name }: Resource) =>
    uniqueNames === 'service' ? name : pair(schedule_id, name)
  const resourceNames = createUnique<Resource, Stored>('resource name', nameOf)
  const collaboratorEmails = createUnique<CollaboratorEntity, Stored>(
    'collaborator email',
    ({ schedule_id, email }) => pair(schedule_id, emailKey(email)),
  )

  function refers(to: keyof Tables, id: Key, from: string): void {
    if (tables[to].get(id)) return
    throw new Error(`Failed to keep a ${from}: there is no ${to} ${JSON.stringify(id)}. Create it first.`)
  }

  function stays(what: string, now: { schedule_id: string }, before: { schedule_id: string } | undefined) {
    if (!before || before.schedule_id === now.schedule_id) return
    throw new Error(`Failed to keep a ${what}: it belongs to its schedule. Create another one instead.`)
  }

  function removeAll<Name extends keyof Entities>(name: Name, rows: readonly TableRow<Name>[]): void {
    const key = keys[name] as never as keyof Entities[Name]
    for (const { entity } of [...rows].reverse()) entitiesOf(name).delete(entity[key] as Key)
  }

  const complete = createCompletion({ tables: () => tables, indexes, now })
  const common = <Name extends keyof Entities>(name: Name) => ({
    entities: entitiesOf(name),
    key: keys[name] as never as keyof Entities[Name],
    journal,
    complete: (written: Entities[Name], before: Entities[Name] | undefined) => {
      const entity = complete[name](written, before)
      const problems = problemsOf(name, entity as never)
      if (problems.length === 0) return entity
      throw new Error(`Failed to keep a ${name}: ${problems.join('; ')}. Correct it where it is written.`)
    },
  })

  const tables: Tables = {
    user: createTable({
      ...common('user'),
      taken: 'user id',
      keep: keepUser,
      indexes: [indexes.users, indexes.userByEmail],
      check() {},
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
      check: ({ owner_id }) => refers('user', owner_id, 'schedule'),
      cascade({ id }) {
        removeAll('resource', indexes.resourcesOfSchedule.of(id))
        removeAll('collaborator', indexes.collaboratorsOfSchedule.of(id))
      },
    }),
    resource: createTable({
      ...common('resource'),
      keep: entity => ({ id: entity.id, json: JSON.stringify(entity, members.resource) }),
      indexes: [indexes.resourcesOfSchedule, resourceNames],
      check(entity, before) {
        refers('schedule', entity.schedule_id, 'resource')
        stays('resource', entity, before)
      },
      cascade: ({ id }) => removeAll('booking', indexes.bookingsOfResource.of(id)),
    }),
    booking: createTable({
      ...common('booking'),
      keep: keepBooking,
      indexes: [indexes.bookingsOfSchedule, indexes.bookingsOfResource],
      check(entity, before) {
        refers('resource', entity.resource_id, 'booking')
        stays('booking', entity, before)
        const { start_utc, end_utc, schedule_id, resource_id } = entity
        if (tables.resource.get(resource_id)?.entity.schedule_id !== schedule_id) {
          throw new Error(`Failed to keep a booking: resource ${resource_id} is of another schedule.`)
        }
        if (end_utc < start_utc) {
          throw new Error(`Failed to keep a booking: it ends (${end_utc}) before it starts (${start_utc}).`)
        }
      },
    }),
    collaborator: createTable({
      ...common('collaborator'),
      keep: entity => ({ id: entity.id, json: JSON.stringify(entity, members.collaborator) }),
      indexes: [
        indexes.collaboratorsOfSchedule,
        indexes.collaboratorsOfUser,
        indexes.invitationsOfEmail,
        collaboratorEmails,
        indexes.collaboratorByUser,
      ],
      check(entity, before) {
        refers('schedule', entity.schedule_id, 'collaborator')
        stays('collaborator', entity, before)
        if (entity.user_id !== null) refers('user', entity.user_id, 'collaborator')
      },
    }),
    emailChange: createTable({
      ...common('emailChange'),
      keep: ({ user_id, email, secret, expires_at }) => ({ user_id, email, secret, expires_at }),
      indexes: [indexes.changeBySecret],
      check: ({ user_id }) => refers('user', user_id, 'change of address'),
    }),
  }
  return { tables, indexes }
}

/** The member of each kind that is its key. */
const keys = {
  user: 'id',
  schedule: 'id',
  resource: 'id',
  booking: 'id',
  collaborator: 'id',
  emailChange: 'user_id',
} as const

function keepUser(entity: UserEntity): StoredUser {
  const { id, email, password_hash, timezone, request_rate_limit } = entity
  const json = JSON.stringify(entity, members.user)
  return { id, email, password_hash, timezone, request_rate_limit, json }
}

/** What `start` and `end` are depends on the reader, so the text leaves them open. */
function keepBooking(entity: Booking): StoredBooking {
  return {
    id: entity.id,
    json: JSON.stringify({ ...entity, start: null, end: null }, members.booking),
    start: secondsOf(entity.start_utc),
    end: secondsOf(entity.end_utc),
  }
}
