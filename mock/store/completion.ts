import { withTimes, writtenInstant, zoneOf } from './booking-times.js'
import { dateText } from './dates.js'
import { emailKey } from './email-key.js'
import type { Entities } from './models.js'
import type { Indexes, Tables } from './tables.js'

type Dated = { created_at: string; updated_at: string }

/** Adds what an entity lacks that was written through the library; `before` is the one in whose place it comes. */
export type Completion = {
  [Name in keyof Entities]: (entity: Entities[Name], before: Entities[Name] | undefined) => Entities[Name]
}

export interface CompletionOptions {
  tables(): Tables
  indexes: Pick<Indexes, 'userByEmail'>
  now(): number
}

/** Dates, the schedule of a booking's resource, the account behind an address, each form of a booking's times. */
export function createCompletion({ tables, indexes, now }: CompletionOptions): Completion {
  const asIs = <Entity>(entity: Entity) => entity

  function dated<Entity extends Dated>(entity: Entity, before: Entity | undefined): Entity {
    const { created_at, updated_at } = entity
    const names = Object.keys(entity) as (keyof Entity)[]
    const differs = before && names.some(name => entity[name] !== before[name])
    const stale = !updated_at || (differs && updated_at === before.updated_at)
    return {
      ...entity,
      created_at: created_at || dateText(now()),
      updated_at: stale ? dateText(now()) : updated_at,
    }
  }

  return {
    user: dated,
    schedule: asIs,
    emailChange: asIs,
    resource: dated,

    booking(written, before) {
      const of = tables().resource.get(written.resource_id)?.entity.schedule_id ?? ''
      const entity = { ...written, schedule_id: written.schedule_id || of }
      const zone = zoneOf(tables(), entity.schedule_id)
      const start_utc = writtenInstant('start', { entity, before, zone })
      const end_utc = writtenInstant('end', { entity, before, zone })
      return dated(withTimes({ ...entity, start_utc, end_utc }, zone), before)
    },

    collaborator(entity, before) {
      const account = indexes.userByEmail.get(emailKey(entity.email))?.entity.id ?? null
      const user_id = before ? entity.user_id : (entity.user_id ?? account)
      return dated({ ...entity, user_id }, before)
    },
  }
}
