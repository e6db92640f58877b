import type {
  Booking,
  EmailChange,
  Resource,
  Schedule,
  Stored,
  StoredBooking,
  StoredUser,
} from '../../server/core/index.js'
import type { CollaboratorEntity, Entities, UserEntity } from './db.js'
import { members } from './models.js'
import { toSeconds } from './times.js'

/** The cached JSON of entities, which never change: an update creates a new entity. */
const texts = new WeakMap<object, string>()

function cachedJson<Entity extends object>(
  entity: Entity,
  names: readonly string[],
  changed?: object,
): string {
  const text = texts.get(entity) ?? JSON.stringify({ ...entity, ...changed }, names as string[])
  texts.set(entity, text)
  return text
}

/** The form in which the store port returns an entity of each kind. */
export interface StoredForms {
  user: StoredUser
  schedule: Schedule
  resource: Stored
  booking: StoredBooking
  collaborator: Stored
  emailChange: EmailChange
}

export const storedForms: {
  [Name in keyof Entities]: (entity: Entities[Name]) => StoredForms[Name]
} = {
  user(entity: UserEntity) {
    const { id, email, password_hash, timezone, request_rate_limit } = entity
    return { id, email, password_hash, timezone, request_rate_limit, json: cachedJson(entity, members.user) }
  },

  schedule: ({ id, owner_id }) => ({ id, owner_id }),

  resource: (entity: Resource) => ({ id: entity.id, json: cachedJson(entity, members.resource) }),

  /** `start` and `end` are null in the JSON, because they depend on the reader's time zone. */
  booking: (entity: Booking) => ({
    id: entity.id,
    json: cachedJson(entity, members.booking, { start: null, end: null }),
    start: toSeconds(entity.start_utc),
    end: toSeconds(entity.end_utc),
  }),

  collaborator: (entity: CollaboratorEntity) => ({
    id: entity.id,
    json: cachedJson(entity, members.collaborator),
  }),

  emailChange: ({ user_id, email, secret, expires_at }) => ({ user_id, email, secret, expires_at }),
}
