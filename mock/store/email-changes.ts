import type { EmailChanges } from '../../server/core/index.js'
import { asEntity } from './library.js'
import type { Indexes, Tables } from './tables.js'

export function createEmailChanges(
  { emailChange: table }: Tables,
  { changeBySecret }: Indexes,
): EmailChanges {
  return {
    find: async secret => changeBySecret.get(secret)?.kept,
    put: async change => table.put(asEntity('emailChange', change)),
    remove: async user_id => table.remove(user_id),
  }
}
