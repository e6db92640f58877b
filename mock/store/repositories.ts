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
  type Users,
  utcText,
  withChange,
} from '../../server/core/index.js'
import { createCollection } from './collection.js'
import { findZone } from './completion.js'
import type { CollaboratorEntity, UserEntity } from './db.js'
import { asEntity } from './library.js'
import { storedForms } from './stored.js'
import type { Indexes, Tables } from './tables.js'
import { withLocalTimes } from './times.js'
import { pair } from './unique.js'

/** Implements the store port on the tables. */
export function createRepositories(tables: Tables, indexes: Indexes): Repositories {
  return {
    users: createUsers(tables, indexes),
    schedules: createSchedules(tables, indexes),
    emailChanges: createEmailChanges(tables, indexes),
    collaborators: createCollaborators(tables),
    bookings: createCollection<'booking', NewBooking, BookingChange>({
      name: 'booking',
      table: tables.booking,
      membersOf: bookingMembers,
      finish: entity => withLocalTimes(entity, findZone(tables, entity.schedule_id)),
    }),
    resources: createCollection<'resource', NewResource, ResourceChange>({
      name: 'resource',
      table: tables.resource,
    }),

    clear() {
      for (const table of Object.values(tables)) table.clear()
    },
  }
}

function createUsers({ user: table }: Tables, { userByEmail }: Indexes): Users {
  const show = (entity: UserEntity | undefined) => entity && storedForms.user(entity)

  return {
    find: id => show(table.get(id)),
    findByEmail: email => show(userByEmail.get(emailKey(email))),
    list: () => [...table.all()].map(storedForms.user),

    insert(user, now) {
      table.add(asEntity('user', { ...user, updated_at: dateText(now), created_at: dateText(now) }))
    },

    change(id, change, now) {
      const entity = table.get(id)
      const changed = entity && withChange(entity, change, now)
      if (changed) table.put(changed)
    },

    remove: id => table.remove(id),
  }
}

function createSchedules({ schedule: table }: Tables, indexes: Indexes): Schedules {
  return {
    find(id) {
      const schedule = table.get(id)
      return schedule && storedForms.schedule(schedule)
    },
    list: () => [...table.all()].map(storedForms.schedule),

    membershipOf(schedule_id, user_id) {
      const schedule = table.get(schedule_id)
      if (!schedule) return undefined
      if (schedule.owner_id === user_id) return { role: 'owner' }
      const collaborator = indexes.collaboratorByUser.get(pair(schedule_id, user_id))
      return collaborator && { role: collaborator.user_role, collaborator_id: collaborator.id }
    },

    insert({ id, owner_id }) {
      table.add(asEntity('schedule', { id, owner_id }))
    },
  }
}

function createEmailChanges({ emailChange: table }: Tables, { changeBySecret }: Indexes): EmailChanges {
  return {
    find(secret) {
      const change = changeBySecret.get(secret)
      return change && storedForms.emailChange(change)
    },
    put: change => table.put(asEntity('emailChange', change)),
    remove: user_id => table.remove(user_id),
  }
}

function createCollaborators(tables: Tables): Collaborators {
  /** Adds the current names of the account (section 2.3). */
  function show(entity: CollaboratorEntity): Stored {
    const { id, json } = storedForms.collaborator(entity)
    const account = entity.user_id === null ? undefined : tables.user.get(entity.user_id)
    if (!account) return { id, json }
    const person = JSON.stringify(account, ['email', 'firstname', 'lastname'])
    return { id, json: `${json.slice(0, -1)},"user":${person}}` }
  }

  const all = () => [...tables.collaborator.all()]

  return {
    ...createCollection<'collaborator', NewCollaborator, CollaboratorChange>({
      name: 'collaborator',
      table: tables.collaborator,
      show,
    }),

    invitations: email =>
      all()
        .filter(each => each.user_id === null && emailKey(each.email) === emailKey(email))
        .map(({ id, schedule_id }) => ({ id, schedule_id })),

    link(id, user_id) {
      const entity = tables.collaborator.get(id)
      if (entity) tables.collaborator.put({ ...entity, user_id })
    },

    countOf: user_id => all().filter(each => each.user_id === user_id).length,
  }
}

/** Converts booking times, which are seconds in the port, to the text in entities. */
function bookingMembers({ start, end, ...values }: NewBooking | BookingChange) {
  return {
    ...values,
    ...(start !== undefined && { start_utc: utcText(start) }),
    ...(end !== undefined && { end_utc: utcText(end) }),
  }
}
