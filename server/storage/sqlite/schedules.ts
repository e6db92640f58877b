import type { SqlValue } from 'sql.js'
import type { Role, Schedules } from '../../core/index.js'
import type { Statements } from './statements.js'

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
