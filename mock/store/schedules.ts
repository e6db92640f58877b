import type { Schedules } from '../../server/core/index.js'
import { asEntity } from './library.js'
import { everyone, type Indexes, type Tables } from './tables.js'
import { pair } from './unique.js'

export function createSchedules({ schedule: table }: Tables, indexes: Indexes): Schedules {
  return {
    find: async id => table.get(id)?.kept,
    list: async () => indexes.schedules.of(everyone).map(({ kept }) => kept),

    async membershipOf(schedule_id, user_id) {
      const schedule = table.get(schedule_id)
      if (!schedule) return undefined
      if (schedule.kept.owner_id === user_id) return { role: 'owner' }
      const part = indexes.collaboratorByUser.get(pair(schedule_id, user_id))?.entity
      return part && { role: part.user_role, collaborator_id: part.id }
    },

    async insert({ id, owner_id }) {
      table.add(asEntity('schedule', { id, owner_id }))
    },
  }
}
