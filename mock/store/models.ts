import {
  accountDefaults,
  booking,
  collaborator,
  collaboratorCreate,
  newBooking,
  resource,
  resourceCreate,
  user,
} from '../../server/core/index.js'
import { nullable, primaryKey } from '../vendor/data.js'
import type { Entities } from './db.js'

export type ModelName = keyof Entities

interface Kind {
  /** The member that identifies an entity. */
  key: string
  /** The members that hold the key of another entity. */
  references: Readonly<Record<string, ModelName>>
}

export const kinds: Readonly<Record<ModelName, Kind>> = {
  user: { key: 'id', references: {} },
  schedule: { key: 'id', references: { owner_id: 'user' } },
  resource: { key: 'id', references: { schedule_id: 'schedule' } },
  booking: { key: 'id', references: { resource_id: 'resource', schedule_id: 'schedule' } },
  collaborator: { key: 'id', references: { schedule_id: 'schedule', user_id: 'user' } },
  emailChange: { key: 'user_id', references: { user_id: 'user' } },
}

interface Members {
  shape: Record<string, { safeParse(value: unknown): { data?: unknown } }>
}

const memberNames = ({ shape }: Members) => Object.keys(shape)

/** The members in the JSON of an object, in the order of the document. */
export const members = {
  user: memberNames(user),
  resource: memberNames(resource),
  booking: memberNames(booking),
  collaborator: memberNames(collaborator),
}

/** Defines a property for each member, with its default or an empty string. */
function properties(names: readonly string[], defaults: Record<string, unknown>): object {
  return Object.fromEntries(names.map(name => [name, () => defaults[name] ?? '']))
}

/** The defaults of a create request. */
const readDefaults = ({ shape }: Members) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(undefined).data]))

/** Defines the models of the library; `next` returns the number of the next id. */
export function createModels(
  next: (name: ModelName) => number,
  requestRateLimit: number,
): Record<ModelName, object> {
  const numbered = (name: ModelName) => primaryKey(() => next(name))
  const named = (name: ModelName) => primaryKey(() => `${name}-${next(name)}`)
  const userDefaults = { ...accountDefaults, request_rate_limit: requestRateLimit }
  const collaboratorMembers = members.collaborator.filter(name => name !== 'user')
  return {
    user: { ...properties([...members.user, 'password_hash'], userDefaults), id: named('user') },
    schedule: { id: named('schedule'), owner_id: String },
    resource: {
      ...properties(members.resource, readDefaults(resourceCreate.schema)),
      id: numbered('resource'),
    },
    booking: { ...properties(members.booking, readDefaults(newBooking)), id: numbered('booking') },
    collaborator: {
      ...properties(collaboratorMembers, readDefaults(collaboratorCreate.schema)),
      id: numbered('collaborator'),
      user_id: nullable(() => null),
    },
    emailChange: { user_id: primaryKey(String), email: String, secret: String, expires_at: Number },
  }
}
