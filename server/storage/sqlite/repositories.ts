import {
  type CollaboratorChange,
  type Collaborators,
  emailKey,
  type NewCollaborator,
  type NewResource,
  type ResourceChange,
  type Role,
  type Schedules,
  type Stored,
  type StoredUser,
  type Users,
} from '../../core/index.js'
import { createBookingScans } from './booking-scans.js'
import { createBookingScopes } from './booking-scopes.js'
import { createBookings } from './bookings.js'
import { type Condition, conditionOf, createCollection, insertInto, updateRows } from './collection.js'
import type { SqlValue } from './connection.js'
import { createEmailChanges } from './email-changes.js'
import { removeBookingsFirst } from './large-removals.js'
import { createLargeWrites, type LargeWrites } from './large-writes.js'
import { cachePeople } from './people-cache.js'
import type { Statements } from './statements.js'

const everything: Condition = { sql: '1', values: [] }
const ofOwner = 'schedule IN (SELECT key FROM schedules WHERE owner_id = ?)'

/** What a store knows besides its rows: caches, and totals that are not stored yet. It follows the transactions. */
export type StoreState = ReturnType<typeof createRepositories>['state']

/** All repositories, on prepared statements, and what the store knows besides the rows. */
export function createRepositories(statements: Statements, large: LargeWrites = createLargeWrites()) {
  const scopes = createBookingScopes(statements)
  const scans = createBookingScans(statements)
  const parts = { statements, scopes, scans, large }
  const bookings = createBookings(parts)

  /** The bookings that meet a condition are about to go with others: those of one schedule, or any. */
  function beforeCascade(condition: Condition, schedule_id?: string): void {
    const key = schedule_id === undefined ? undefined : scopes.keyOf(schedule_id)
    scans.save(condition, key)
    scopes.forget()
    bookings.forget()
  }

  const resources = createCollection<Stored, NewResource, ResourceChange>(statements, {
    name: 'resources',
    select: 'resources.id, json',
    keep: ([id, json]) => ({ id, json: statements.whole(String(json)) }) as Stored,
    derive: ({ schedule_id }) => ({ schedule: scopes.keyOf(schedule_id) ?? null }),
  })
  const users = createUsers(statements)
  const people = cachePeople({
    users: {
      ...users,
      remove(id) {
        beforeCascade({ sql: ofOwner, values: [id] })
        return users.remove(id)
      },
    },
    schedules: createSchedules(statements),
    emailChanges: createEmailChanges(statements),
    collaborators: createCollaborators(statements),
    resources: {
      ...resources,
      remove(selection) {
        const { sql, values } = conditionOf(selection)
        const condition = { sql: `resource_id IN (SELECT id FROM resources WHERE ${sql})`, values }
        beforeCascade(condition, selection.schedule_id)
        return resources.remove(selection)
      },
    },
    bookings,

    clear() {
      beforeCascade(everything)
      // Deleting users also deletes the schedules they own.
      for (const table of ['users', 'sqlite_sequence', 'booking_totals'])
        statements.run(`DELETE FROM ${table}`, [])
      statements.run('INSERT OR IGNORE INTO planted VALUES (1)', [])
    },
  })

  const written = { ...people.rows, bookings: large.writing(bookings, scopes.keyOf) }
  return {
    /** For writers. */
    rows: removeBookingsFirst(written, parts),
    /** For reads. */
    readRows: { ...people.rows, bookings: large.reading(bookings, scopes.keyOf) },
    state: {
      /** A writer begins. */
      begin: people.begin,
      /** The work of the writer was undone. */
      undo() {
        large.end()
        scopes.forget()
        bookings.forget()
        people.undo()
      },
      /** The transaction has ended. */
      commit: large.end,
      /** All rows are about to be replaced, as a part of the transaction. */
      beforeReplacement() {
        beforeCascade(everything)
        people.forget()
      },
      /** The transaction was undone. */
      forget() {
        large.end()
        scopes.forget()
        bookings.forget()
        people.forget()
      },
    },
  }
}

const selectUser = 'SELECT id, email, password_hash, timezone, request_rate_limit, json FROM users'

const userOf = ([id, email, password_hash, timezone, request_rate_limit, json]: SqlValue[]) =>
  ({ id, email, password_hash, timezone, request_rate_limit, json }) as StoredUser

const withKey = <Row extends { email?: string | undefined }>(row: Row) =>
  row.email === undefined ? row : { ...row, email_key: emailKey(row.email) }

export function createUsers({ all, get, run }: Statements): Users {
  const first = (row: SqlValue[] | undefined) => row && userOf(row)
  return {
    find: id => first(get(`${selectUser} WHERE id = ?`, [id])),
    findByEmail: email => first(get(`${selectUser} WHERE email_key = ?`, [emailKey(email)])),
    list: () => all(`${selectUser} ORDER BY rowid`, []).map(userOf),

    insert(user, now) {
      const columns = { ...withKey(user), created_at: now, updated_at: now }
      get(insertInto('users', columns as never), Object.values(columns) as never)
    },

    change(id, change, now) {
      const where = { sql: 'id = ?', values: [id] }
      updateRows({ run }, 'users', { change: withKey(change) as never, where, now })
    },

    remove(id) {
      run('DELETE FROM users WHERE id = ?', [id])
    },
  }
}

const part = `SELECT 'owner', NULL FROM schedules WHERE id = ? AND owner_id = ?
  UNION ALL SELECT user_role, id FROM collaborators WHERE schedule_id = ? AND user_id = ?`

const insertSchedule = `INSERT INTO schedules (id, owner_id, created_at, updated_at, key)
  VALUES (?, ?, ?, ?, (SELECT coalesce(max(key), 0) + 1 FROM schedules))`

export function createSchedules({ all, get, run }: Statements): Schedules {
  const keepSchedule = ([id, owner_id]: SqlValue[]) => ({ id: String(id), owner_id: String(owner_id) })
  return {
    find(id) {
      const row = get('SELECT id, owner_id FROM schedules WHERE id = ?', [id])
      return row && keepSchedule(row)
    },

    list: () => all('SELECT id, owner_id FROM schedules ORDER BY rowid', []).map(keepSchedule),

    membershipOf(schedule_id, user_id) {
      // Always one query: with two, the response time would tell that the schedule exists.
      const [role, id] = get(part, [schedule_id, user_id, schedule_id, user_id]) ?? []
      if (role === 'owner') return { role }
      return role === undefined ? undefined : { role: role as Role, collaborator_id: Number(id) }
    },

    insert({ id, owner_id }, now) {
      run(insertSchedule, [id, owner_id, now, now])
    },
  }
}

/** A collaborator shows the current names of its account (section 2.3), so they are added on read. */
const collaboratorJson = `CASE WHEN user_id IS NULL THEN json ELSE
  substr(json, 1, length(json) - 1) || ',"user":' || (SELECT person FROM users WHERE users.id = user_id) || '}' END`

export function createCollaborators(statements: Statements): Collaborators {
  const { all, get, run } = statements
  return {
    ...createCollection<Stored, NewCollaborator, CollaboratorChange>(statements, {
      name: 'collaborators',
      select: `collaborators.id, ${collaboratorJson}`,
      keep: ([id, json]) => ({ id: Number(id), json: String(json) }),
      derive: ({ email }) => ({ email_key: emailKey(email) }),
    }),

    invitations(email) {
      const sql =
        'SELECT id, schedule_id FROM collaborators WHERE email_key = ? AND user_id IS NULL ORDER BY id'
      return all(sql, [emailKey(email)]).map(([id, schedule_id]) => ({
        id: Number(id),
        schedule_id: String(schedule_id),
      }))
    },

    link(id, user_id) {
      run('UPDATE collaborators SET user_id = ? WHERE id = ?', [user_id, id])
    },

    countOf(user_id) {
      return Number(get('SELECT count(*) FROM collaborators WHERE user_id = ?', [user_id])?.[0])
    },
  }
}
