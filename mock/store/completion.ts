import { dateText, emailKey } from '../../server/core/index.js'
import type { Entities } from './db.js'
import type { ModelName } from './models.js'
import type { Table } from './table.js'
import { withLocalTimes, writtenInstant } from './times.js'
import type { UniqueIndex } from './unique.js'

type Dated = { created_at: string; updated_at: string }

/** The tables of the entities that others refer to. */
export type Referred = { [Name in 'user' | 'schedule' | 'resource']: Pick<Table<Entities[Name]>, 'get'> }

/** Fills in the missing members of an entity written through the library; `before` is the entity that it replaces. */
export type Completion = {
  [Name in ModelName]: (entity: Entities[Name], before: Entities[Name] | undefined) => Entities[Name]
}

/** Fills in dates, a booking's schedule and both forms of its times, and a collaborator's account. */
export function createCompletion({
  tables,
  indexes,
  now,
}: {
  tables(): Referred
  indexes: { userByEmail: Pick<UniqueIndex<Entities['user']>, 'get'> }
  now(): number
}): Completion {
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
      const resource = tables().resource.get(written.resource_id)
      const entity = { ...written, schedule_id: written.schedule_id || (resource?.schedule_id ?? '') }
      const zone = findZone(tables(), entity.schedule_id)
      const start_utc = writtenInstant('start', { entity, before, zone })
      const end_utc = writtenInstant('end', { entity, before, zone })
      return dated(withLocalTimes({ ...entity, start_utc, end_utc }, zone), before)
    },

    collaborator(entity, before) {
      const account = indexes.userByEmail.get(emailKey(entity.email))?.id ?? null
      const user_id = before ? entity.user_id : (entity.user_id ?? account)
      return dated({ ...entity, user_id }, before)
    },
  }
}

/** Returns the time zone of the schedule's owner, in which entities have `start` and `end`. */
export function findZone(tables: Pick<Referred, 'schedule' | 'user'>, schedule_id: string): string {
  const owner_id = tables.schedule.get(schedule_id)?.owner_id ?? ''
  return tables.user.get(owner_id)?.timezone ?? 'UTC'
}
