import {
  type BookingChange,
  type CollaboratorChange,
  type Collaborators,
  dateText,
  type EmailChanges,
  emailKey,
  type NewBooking,
  type NewCollaborator,
  type NewResource,
  type Repositories,
  type ResourceChange,
  type Schedules,
  type Stored,
  type StoredBooking,
  type Users,
  utcText,
  withChange,
} from '../../server/core/index.js'
import { createCollection } from './collection.js'
import { zoneOf } from './completion.js'
import { pair } from './indexes.js'
import { asEntity } from './library.js'
import { everyone, type Indexes, type TableRow, type Tables } from './tables.js'
import { withLocalTimes } from './times.js'

/** The store port over the tables. */
export function createRepositories(tables: Tables, indexes: Indexes): Repositories {
  return {
    users: createUsers(tables, indexes),
    schedules: createSchedules(tables, indexes),
    emailChanges: createEmailChanges(tables, indexes),
    collaborators: createCollaborators(tables, indexes),
    bookings: createCollection<'booking', StoredBooking, NewBooking, BookingChange>({
      name: 'booking',
      table: tables.booking,
      ofSchedule: indexes.bookingsOfSchedule,
      ofResource: indexes.bookingsOfResource,
      membersOf: bookingMembers,
      finish: entity => withLocalTimes(entity, zoneOf(tables, entity.schedule_id)),
    }),
    resources: createCollection<'resource', Stored, NewResource, ResourceChange>({
      name: 'resource',
      table: tables.resource,
      ofSchedule: indexes.resourcesOfSchedule,
    }),

    clear() {
      for (const table of Object.values(tables)) table.clear()
    },
  }
}

function createUsers({ user: table }: Tables, { users, userByEmail }: Indexes): Users {
  return {
    find: id => table.get(id)?.kept,
    findByEmail: email => userByEmail.get(emailKey(email))?.kept,
    list: () => users.of(everyone).map(({ kept }) => kept),

    insert(user, now) {
      table.add(asEntity('user', { ...user, updated_at: dateText(now), created_at: dateText(now) }))
    },

    change(id, change, now) {
      const entity = table.get(id)?.entity
      const changed = entity && withChange(entity, change, now)
      if (changed) table.put(changed)
    },

    remove: id => table.remove(id),
  }
}

function createSchedules({ schedule: table }: Tables, indexes: Indexes): Schedules {
  return {
    find: id => table.get(id)?.kept,
    list: () => indexes.schedules.of(everyone).map(({ kept }) => kept),

    membershipOf(schedule_id, user_id) {
      const schedule = table.get(schedule_id)
      if (!schedule) return undefined
      if (schedule.kept.owner_id === user_id) return { role: 'owner' }
      const collaborator = indexes.collaboratorByUser.get(pair(schedule_id, user_id))?.entity
      return collaborator && { role: collaborator.user_role, collaborator_id: collaborator.id }
    },

    insert({ id, owner_id }) {
      table.add(asEntity('schedule', { id, owner_id }))
    },
  }
}

function createEmailChanges({ emailChange: table }: Tables, { changeBySecret }: Indexes): EmailChanges {
  return {
    find: secret => changeBySecret.get(secret)?.kept,
    put: change => table.put(asEntity('emailChange', change)),
    remove: user_id => table.remove(user_id),
  }
}

function createCollaborators(tables: Tables, indexes: Indexes): Collaborators {
  /** Adds the current names of the account (section 2.3). */
  function show({ entity, kept }: TableRow<'collaborator'>): Stored {
    const account = entity.user_id === null ? undefined : tables.user.get(entity.user_id)
    if (!account) return kept
    const person = JSON.stringify(account.entity, ['email', 'firstname', 'lastname'])
    return { id: kept.id, json: `${kept.json.slice(0, -1)},"user":${person}}` }
  }

  return {
    ...createCollection<'collaborator', Stored, NewCollaborator, CollaboratorChange>({
      name: 'collaborator',
      table: tables.collaborator,
      ofSchedule: indexes.collaboratorsOfSchedule,
      show,
    }),

    invitations: email =>
      indexes.invitationsOfEmail
        .of(emailKey(email))
        .map(({ entity: { id, schedule_id } }) => ({ id, schedule_id })),

    link(id, user_id) {
      const row = tables.collaborator.get(id)
      if (row) tables.collaborator.put({ ...row.entity, user_id })
    },

    countOf: user_id => indexes.collaboratorsOfUser.of(user_id).length,
  }
}

/** The port counts booking times in seconds; entities hold text. */
function bookingMembers({ start, end, ...values }: NewBooking | BookingChange) {
  return {
    ...values,
    ...(start !== undefined && { start_utc: utcText(start) }),
    ...(end !== undefined && { end_utc: utcText(end) }),
  }
}
