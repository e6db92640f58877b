import { createHash } from 'node:crypto'
import type { SqlValue } from 'sql.js'
import type {
  BookingChange,
  CollaboratorChange,
  Collaborators,
  EmailChanges,
  NewBooking,
  NewCollaborator,
  NewResource,
  Repositories,
  ResourceChange,
  Role,
  Schedules,
  Stored,
  StoredBooking,
  StoredUser,
  Users,
} from '../../core/index.js'
import { createCollection, insertInto, updateRows } from './collection.js'
import type { Statements } from './statements.js'

/** All repositories, on prepared statements. */
export function createRepositories(statements: Statements): Repositories {
  return {
    users: createUsers(statements),
    schedules: createSchedules(statements),
    emailChanges: createEmailChanges(statements),
    collaborators: createCollaborators(statements),
    resources: createCollection<Stored, NewResource, ResourceChange>(statements, {
      name: 'resources',
      select: 'resources.id, json',
      keep: ([id, json]) => ({ id, json }) as Stored,
    }),
    bookings: createCollection<StoredBooking, NewBooking, BookingChange>(statements, {
      name: 'bookings',
      select: 'bookings.id, json, start, "end"',
      keep: ([id, json, start, end]) => ({ id, json, start, end }) as StoredBooking,
    }),

    async clear() {
      // Deleting users also deletes the schedules they own.
      statements.run('DELETE FROM users', [])
      statements.run('DELETE FROM sqlite_sequence', [])
      statements.run('INSERT OR IGNORE INTO planted VALUES (1)', [])
    },
  }
}

/** The case-insensitive form of an address, by which it is unique. */
export const emailKey = (email: string): string => email.toLowerCase()

const selectUser = 'SELECT id, email, password_hash, timezone, request_rate_limit, json FROM users'

const userOf = ([id, email, password_hash, timezone, request_rate_limit, json]: SqlValue[]) =>
  ({ id, email, password_hash, timezone, request_rate_limit, json }) as StoredUser

const withKey = <Row extends { email?: string | undefined }>(row: Row) =>
  row.email === undefined ? row : { ...row, email_key: emailKey(row.email) }

export function createUsers({ all, get, run }: Statements): Users {
  const first = (row: SqlValue[] | undefined) => row && userOf(row)
  return {
    find: async id => first(get(`${selectUser} WHERE id = ?`, [id])),
    findByEmail: async email => first(get(`${selectUser} WHERE email_key = ?`, [emailKey(email)])),
    list: async () => all(`${selectUser} ORDER BY rowid`, []).map(userOf),

    async insert(user, now) {
      const columns = { ...withKey(user), created_at: now, updated_at: now }
      get(insertInto('users', columns as never), Object.values(columns) as never)
    },

    async change(id, change, now) {
      const where = { sql: 'id = ?', values: [id] }
      updateRows({ run }, 'users', { change: withKey(change) as never, where, now })
    },

    async remove(id) {
      run('DELETE FROM users WHERE id = ?', [id])
    },
  }
}

const part = `SELECT 'owner', NULL FROM schedules WHERE id = ? AND owner_id = ?
  UNION ALL SELECT user_role, id FROM collaborators WHERE schedule_id = ? AND user_id = ?`

export function createSchedules({ all, get, run }: Statements): Schedules {
  const keepSchedule = ([id, owner_id]: SqlValue[]) => ({ id: String(id), owner_id: String(owner_id) })
  return {
    async find(id) {
      const row = get('SELECT id, owner_id FROM schedules WHERE id = ?', [id])
      return row && keepSchedule(row)
    },

    list: async () => all('SELECT id, owner_id FROM schedules ORDER BY rowid', []).map(keepSchedule),

    async membershipOf(schedule_id, user_id) {
      // One query whatever comes out: two would tell by their time that there is a schedule.
      const [role, id] = get(part, [schedule_id, user_id, schedule_id, user_id]) ?? []
      if (role === 'owner') return { role }
      return role === undefined ? undefined : { role: role as Role, collaborator_id: Number(id) }
    },

    async insert({ id, owner_id }, now) {
      run('INSERT INTO schedules (id, owner_id, created_at, updated_at) VALUES (?, ?, ?, ?)', [
        id,
        owner_id,
        now,
        now,
      ])
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

    async invitations(email) {
      const sql =
        'SELECT id, schedule_id FROM collaborators WHERE email_key = ? AND user_id IS NULL ORDER BY id'
      return all(sql, [emailKey(email)]).map(([id, schedule_id]) => ({
        id: Number(id),
        schedule_id: String(schedule_id),
      }))
    },

    async link(id, user_id) {
      run('UPDATE collaborators SET user_id = ? WHERE id = ?', [user_id, id])
    },

    async countOf(user_id) {
      return Number(get('SELECT count(*) FROM collaborators WHERE user_id = ?', [user_id])?.[0])
    },
  }
}

/** A secret has 192 random bits, so a fast hash is enough. */
const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

export function createEmailChanges({ get, run }: Statements): EmailChanges {
  return {
    async find(secret) {
      const sql = 'SELECT user_id, email, expires_at FROM email_changes WHERE secret_hash = ?'
      const row = get(sql, [hashOf(secret)])
      if (!row) return undefined
      const [user_id, email, expires_at] = row
      return { user_id: String(user_id), email: String(email), secret, expires_at: Number(expires_at) }
    },

    async put({ user_id, email, secret, expires_at }) {
      const sql = `INSERT INTO email_changes (user_id, email, secret_hash, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE
        SET email = excluded.email, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`
      run(sql, [user_id, email, hashOf(secret), expires_at])
    },

    async remove(user_id) {
      run('DELETE FROM email_changes WHERE user_id = ?', [user_id])
    },
  }
}
