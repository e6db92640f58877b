import { nullable, primaryKey } from '@mswjs/data'
import {
  accountDefaults,
  type Booking,
  booking,
  bookingCreate,
  type Collaborator,
  collaborator,
  collaboratorCreate,
  type EmailChange,
  type Resource,
  resource,
  resourceCreate,
  type Schedule,
  type User,
  user,
} from '../../server/core/index.js'

/*
 * What the library keeps: the documented members of each object and, besides, what only the service knows.
 * The `start` and `end` of a booking are as the owner of the schedule read them when it was written.
 */

export type UserEntity = User & { password_hash: string }
export type CollaboratorEntity = Omit<Collaborator, 'user'> & {
  /** The account behind the address; null as long as there is none. */
  user_id: string | null
}

export interface Entities {
  user: UserEntity
  schedule: Schedule
  resource: Resource
  booking: Booking
  collaborator: CollaboratorEntity
  emailChange: EmailChange
}

const nullableText = () => nullable<string>(() => null as never)

/** A text that may be null, which the library's own type leaves out. */
type NullableText = Omit<ReturnType<typeof nullableText>, 'getValue'> & { getValue(): string | null }
type Property<Value> = null extends Value ? NullableText : () => Value
export type Model<Entity, Key extends keyof Entity> = {
  [Name in keyof Entity]: Name extends Key
    ? ReturnType<typeof primaryKey<Entity[Name] & (string | number)>>
    : Property<Entity[Name]>
}
export type Models = {
  [Name in keyof Entities]: Model<
    Entities[Name],
    (Name extends 'emailChange' ? 'user_id' : 'id') & keyof Entities[Name]
  >
}

interface Members {
  shape: Record<string, { safeParse(value: unknown): { data?: unknown } }>
}

const membersOf = ({ shape }: Members) => Object.keys(shape)

/** The members that the text of an object shows, in the order of the document. */
export const members = {
  user: membersOf(user),
  resource: membersOf(resource),
  booking: membersOf(booking),
  collaborator: membersOf(collaborator),
}

/** A property for each member, which starts with the default of a create request, else empty. */
function properties(names: readonly string[], defaults: Record<string, unknown>): object {
  return Object.fromEntries(names.map(name => [name, () => defaults[name] ?? '']))
}

const defaultsOf = ({ shape }: Members) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(undefined).data]))

/** The models of the library; `next` gives the number that an id is made of. */
export function createModels(next: (name: keyof Entities) => number, requestRateLimit: number): Models {
  const numbered = (name: keyof Entities) => primaryKey(() => next(name))
  const named = (name: keyof Entities) => primaryKey(() => `${name}-${next(name)}`)
  const models = {
    user: {
      ...properties([...members.user, 'password_hash'], {
        ...accountDefaults,
        request_rate_limit: requestRateLimit,
      }),
      id: named('user'),
    },
    schedule: { id: named('schedule'), owner_id: String },
    resource: {
      ...properties(members.resource, defaultsOf(resourceCreate.schema)),
      id: numbered('resource'),
    },
    booking: { ...properties(members.booking, defaultsOf(bookingCreate.schema)), id: numbered('booking') },
    collaborator: {
      ...properties(
        members.collaborator.filter(name => name !== 'user'),
        defaultsOf(collaboratorCreate.schema),
      ),
      id: numbered('collaborator'),
      user_id: nullableText(),
    },
    emailChange: { user_id: primaryKey(String), email: String, secret: String, expires_at: Number },
  }
  return models as unknown as Models
}
