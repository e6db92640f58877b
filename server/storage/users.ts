import type { SqlValue } from 'sql.js'
import type { EmailChanges, Role, Schedules, StoredUser, Users } from '../core/index.js'
import { insertInto, updateOf } from './collection.js'
import type { Statements } from './statements.js'

/** An address without its letter case, by which it is unique. */
export const emailKey = (email: string): string => email.toLowerCase()

const select = 'SELECT id, email, password_hash, timezone, request_rate_limit, json FROM users'

const keep = ([id, email, password_hash, timezone, request_rate_limit, json]: SqlValue[]) =>
  ({ id, email, password_hash, timezone, request_rate_limit, json }) as StoredUser

const withKey = <Row extends { email?: string | undefined }>(row: Row) =>
  row.email === undefined ? row : { ...row, email_key: emailKey(row.email) }

export function createUsers({ all, get, run }: Statements): Users {
  const first = (row: SqlValue[] | undefined) => row && keep(row)
  return {
    find: async id => first(get(`${select} WHERE id = ?`, [id])),
    findByEmail: async email => first(get(`${select} WHERE email_key = ?`, [emailKey(email)])),
    list: async () => all(`${select} ORDER BY created_at, rowid`, []).map(keep),

    async insert(user, now) {
      const columns = { ...withKey(user), created_at: now, updated_at: now }
      get(insertInto('users', columns as never), Object.values(columns) as never)
    },

    async change(id, change, now) {
      const update = updateOf(withKey(change) as never)
      if (!update) return
      run(`UPDATE users SET ${update.set}, updated_at = ? WHERE id = ? AND (${update.differs})`, [
        ...update.values,
        now,
        id,
        ...update.values,
      ])
    },

    async remove(id) {
      run('DELETE FROM users WHERE id = ?', [id])
    },
  }
}

export function createEmailChanges({ get, run }: Statements): EmailChanges {
  return {
    async find(secret) {
      const row = get('SELECT user_id, email, expires_at FROM email_changes WHERE secret = ?', [secret])
      if (!row) return undefined
      const [user_id, email, expires_at] = row
      return { user_id: String(user_id), email: String(email), secret, expires_at: Number(expires_at) }
    },

    async put({ user_id, email, secret, expires_at }) {
      run('INSERT OR REPLACE INTO email_changes (user_id, email, secret, expires_at) VALUES (?, ?, ?, ?)', [
        user_id,
        email,
        secret,
        expires_at,
      ])
    },

    async remove(user_id) {
      run('DELETE FROM email_changes WHERE user_id = ?', [user_id])
    },
  }
}

export function createSchedules({ all, get, run }: Statements): Schedules {
  const keepSchedule = ([id, owner_id]: SqlValue[]) => ({ id: String(id), owner_id: String(owner_id) })
  return {
    async find(id) {
      const row = get('SELECT id, owner_id FROM schedules WHERE id = ?', [id])
      return row && keepSchedule(row)
    },

    list: async () =>
      all('SELECT id, owner_id FROM schedules ORDER BY created_at, rowid', []).map(keepSchedule),

    async partOf(schedule_id, user_id) {
      const [owner] = get('SELECT owner_id FROM schedules WHERE id = ?', [schedule_id]) ?? []
      if (owner === undefined) return undefined
      if (owner === user_id) return { role: 'owner' }
      const sql = 'SELECT user_role, id FROM collaborators WHERE schedule_id = ? AND user_id = ?'
      const [role, id] = get(sql, [schedule_id, user_id]) ?? []
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
