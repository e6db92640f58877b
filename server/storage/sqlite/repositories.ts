import { createHash } from 'node:crypto'
import {
  type CollaboratorChange,
  type Collaborators,
  type EmailChanges,
  emailKey,
  type NewCollaborator,
  type NewResource,
  type Repositories,
  type ResourceChange,
  type Role,
  type Schedules,
  type Stored,
  type StoredUser,
  type Users,
} from '../../core/index.js'
import { createBookings } from './bookings.js'
import { createCollection, insertInto, updateRows } from './collection.js'
import { noPauses, type Pauses } from './large-writes.js'
import type { SqlValue, Statements } from './statements.js'

/** Creates all repositories, on prepared statements. */
export function createRepositories(
  statements: Statements,
  pauses: Pauses = noPauses,
): Repositories & { removeAllBookings(): Promise<void> } {
  const { all, get, run } = statements
  const bookings = createBookings(statements, pauses)
  const users = createUsers(statements)
  const resources = createCollection<Stored, NewResource, ResourceChange>(statements, {
    name: 'resources',
    select: 'resources.id, json',
    keep: ([id, json]) => ({ id: Number(id), json: statements.whole(String(json)) }),
    derive: ({ schedule_id }) => ({
      schedule: get('SELECT key FROM schedules WHERE id = ?', [schedule_id])?.[0] ?? null,
    }),
  })

  /** Removes the bookings of schedules, which may be very many, before the rows that they refer to. */
  async function removeBookings(schedules: SqlValue[][]): Promise<void> {
    for (const [id] of schedules) await bookings.remove({ schedule_id: String(id) })
  }

  /** Removes all bookings, after which ids may begin anew. */
  async function removeAllBookings(): Promise<void> {
    await removeBookings(all('SELECT id FROM schedules', []))
    bookings.detachScans()
  }

  return {
    users: {
      ...users,
      async remove(id) {
        await removeBookings(all('SELECT id FROM schedules WHERE owner_id = ?', [id]))
        await users.remove(id)
      },
    },
    schedules: createSchedules(statements),
    emailChanges: createEmailChanges(statements),
    collaborators: createCollaborators(statements),
    resources: {
      ...resources,
      async remove(selection) {
        const { schedule_id, ids } = selection
        if (!ids) await bookings.remove({ schedule_id })
        for (const resource_id of ids ?? []) await bookings.remove({ schedule_id, resource_id })
        await resources.remove(selection)
      },
    },
    bookings,
    removeAllBookings,

    async clear() {
      await removeAllBookings()
      // Deleting users also deletes the schedules they own.
      for (const table of ['users', 'sqlite_sequence', 'booking_totals']) run(`DELETE FROM ${table}`, [])
      run('INSERT OR IGNORE INTO seeded VALUES (1)', [])
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

export const insertSchedule = `INSERT INTO schedules (id, owner_id, created_at, updated_at, key)
  VALUES (?1, ?2, ?3, ?3, (SELECT coalesce(max(key), 0) + 1 FROM schedules))`

export function createSchedules({ all, get, run }: Statements): Schedules {
  const keepSchedule = ([id, owner_id]: SqlValue[]) => ({ id: String(id), owner_id: String(owner_id) })
  return {
    find(id) {
      const row = get('SELECT id, owner_id FROM schedules WHERE id = ?', [id])
      return row && keepSchedule(row)
    },

    list: () => all('SELECT id, owner_id FROM schedules ORDER BY rowid', []).map(keepSchedule),

    membershipOf(schedule_id, user_id) {
      // Always one query: with two, the response time would reveal that the schedule exists.
      const [role, id] = get(part, [schedule_id, user_id, schedule_id, user_id]) ?? []
      if (role === 'owner') return { role }
      return role === undefined ? undefined : { role: role as Role, collaborator_id: Number(id) }
    },

    insert({ id, owner_id }, now) {
      run(insertSchedule, [id, owner_id, now])
    },
  }
}

/** A collaborator has the current names of its account (section 2.3), so they are added when it is read. */
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

/** A secret has 192 random bits, so a fast hash is enough. */
const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

function createEmailChanges({ get, run }: Statements): EmailChanges {
  return {
    find(secret) {
      const sql = 'SELECT user_id, email, expires_at FROM email_changes WHERE secret_hash = ?'
      const row = get(sql, [hashOf(secret)])
      if (!row) return undefined
      const [user_id, email, expires_at] = row
      return { user_id: String(user_id), email: String(email), secret, expires_at: Number(expires_at) }
    },

    put({ user_id, email, secret, expires_at }) {
      const sql = `INSERT INTO email_changes (user_id, email, secret_hash, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE
        SET email = excluded.email, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`
      run(sql, [user_id, email, hashOf(secret), expires_at])
    },

    remove(user_id) {
      run('DELETE FROM email_changes WHERE user_id = ?', [user_id])
    },
  }
}
