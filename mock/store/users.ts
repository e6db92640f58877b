import type { Users } from '../../server/core/index.js'
import { dateText } from './dates.js'
import { emailKey } from './email-key.js'
import { asEntity } from './library.js'
import { everyone, type Indexes, type Tables } from './tables.js'

export function createUsers({ user: table }: Tables, { users, userByEmail }: Indexes): Users {
  return {
    find: async id => table.get(id)?.kept,
    findByEmail: async email => userByEmail.get(emailKey(email))?.kept,
    list: async () => users.of(everyone).map(({ kept }) => kept),

    async insert(user, now) {
      table.add(asEntity('user', { ...user, updated_at: dateText(now), created_at: dateText(now) }))
    },

    async change(id, change, now) {
      const entity = table.get(id)?.entity
      if (!entity) return
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      if (given.every(([member, value]) => entity[member as keyof typeof entity] === value)) return
      table.put({ ...entity, ...Object.fromEntries(given), updated_at: dateText(now) })
    },

    remove: async id => table.remove(id),
  }
}
