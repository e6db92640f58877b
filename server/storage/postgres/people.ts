import { createHash } from 'node:crypto'
import {
  dateText,
  type EmailChanges,
  type Membership,
  type Role,
  type Schedules,
  type StoredUser,
  type Users,
  user,
  withChange,
} from '../../core/index.js'
import type { BookingTotals } from './booking-totals.js'
import { milliseconds } from './collection.js'
import { emailKey, restored, storable } from './texts.js'
import type { Row, Transaction } from './transaction.js'

const members = Object.keys(user.shape)
const selectUser = 'SELECT password_hash, object FROM users'

export function userOf([password_hash, json]: Row): StoredUser {
  const { id, email, timezone, request_rate_limit } = JSON.parse(String(json))
  return { id, email, password_hash: String(password_hash), timezone, request_rate_limit, json: String(json) }
}

const insertUser = 'INSERT INTO users (id, email_key, password_hash, object) VALUES ($1, $2, $3, $4)'
const updateUser = 'UPDATE users SET email_key = $2, password_hash = $3, object = $4 WHERE id = $1'

/** Accounts. Removing them also removes bookings, which must be subtracted from the totals first. */
export function createUsers({ all, first, run }: Transaction, totals: Pick<BookingTotals, 'store'>): Users {
  async function find(id: string): Promise<StoredUser | undefined> {
    const row = await first(`${selectUser} WHERE id = $1`, [storable(id)])
    return row && userOf(row)
  }

  return {
    find,

    async findByEmail(email) {
      const row = await first(`${selectUser} WHERE email_key = $1`, [emailKey(email)])
      return row && userOf(row)
    },

    list: async () => (await all(`${selectUser} ORDER BY number`)).map(userOf),

    async insert(row, now) {
      const date = dateText(now)
      const json = JSON.stringify({ ...row, updated_at: date, created_at: date }, members)
      await run(insertUser, [storable(row.id), emailKey(row.email), row.password_hash, json])
    },

    async change(id, change, now) {
      const kept = await find(id)
      if (!kept) return
      const before = { ...JSON.parse(kept.json), password_hash: kept.password_hash }
      const after = withChange(before, change, now)
      if (!after) return
      await run(updateUser, [
        storable(id),
        emailKey(after.email),
        after.password_hash,
        JSON.stringify(after, members),
      ])
    },

    async remove(id) {
      totals.store()
      await run('DELETE FROM users WHERE id = $1', [storable(id)])
    },
  }
}

const membership = `SELECT 'owner', NULL FROM schedules WHERE id = $1 AND owner_id = $2
  UNION ALL SELECT user_role, id FROM collaborators WHERE schedule_id = $1 AND user_id = $2 LIMIT 1`

const scheduleOf = ([id, owner_id]: Row) => ({
  id: restored(String(id)),
  owner_id: restored(String(owner_id)),
})

const membershipOf = ([role, id]: Row): Membership =>
  role === 'owner' ? { role } : { role: role as Role, collaborator_id: Number(id) }

export function createSchedules({ all, first, run }: Transaction): Schedules {
  return {
    async find(id) {
      const row = await first('SELECT id, owner_id FROM schedules WHERE id = $1', [storable(id)])
      return row && scheduleOf(row)
    },

    list: async () => (await all('SELECT id, owner_id FROM schedules ORDER BY number')).map(scheduleOf),

    async membershipOf(schedule_id, user_id) {
      const found = await first(membership, [storable(schedule_id), storable(user_id)])
      return found && membershipOf(found)
    },

    async insert({ id, owner_id }) {
      await run('INSERT INTO schedules (id, owner_id) VALUES ($1, $2)', [storable(id), storable(owner_id)])
    },
  }
}

/** A secret has 192 random bits, so a fast hash is enough. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const putChange = `INSERT INTO email_changes (user_id, email, secret_hash, expires_at) VALUES ($1, $2, $3, to_timestamp($4 / 1000.0))
  ON CONFLICT (user_id) DO UPDATE
  SET email = excluded.email, secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`

export function createEmailChanges({ first, run }: Transaction): EmailChanges {
  return {
    async find(secret) {
      const sql = `SELECT user_id, email, ${milliseconds('expires_at')} FROM email_changes WHERE secret_hash = $1`
      const row = await first(sql, [hashOf(secret)])
      if (!row) return undefined
      const [user_id, email, expires_at] = row
      return {
        user_id: restored(String(user_id)),
        email: restored(String(email)),
        secret,
        expires_at: Number(expires_at),
      }
    },

    async put({ user_id, email, secret, expires_at }) {
      await run(putChange, [storable(user_id), storable(email), hashOf(secret), expires_at])
    },

    async remove(user_id) {
      await run('DELETE FROM email_changes WHERE user_id = $1', [storable(user_id)])
    },
  }
}
