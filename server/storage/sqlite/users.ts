import type { SqlValue } from 'sql.js'
import type { StoredUser, Users } from '../../core/index.js'
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
    list: async () => all(`${select} ORDER BY rowid`, []).map(keep),

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
