import type { SqlValue } from 'sql.js'
import type { Role, Schedules } from '../core/index.js'
import type { Statements } from './statements.js'

export function createSchedules({ all, get, run }: Statements): Schedules {
  const keepSchedule = ([id, owner_id]: SqlValue[]) => ({ id: String(id), owner_id: String(owner_id) })
  return {
    async find(id) {
      const row = get('SELECT id, owner_id FROM schedules WHERE id = ?', [id])
      return row && keepSchedule(row)
    },

    list: async () => all('SELECT id, owner_id FROM schedules ORDER BY rowid', []).map(keepSchedule),

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
