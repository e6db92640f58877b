import type { Booking, Collaborator, EmailChange, Resource, Schedule, User } from '../../server/core/index.js'

export type UserEntity = User & { password_hash: string }
export type CollaboratorEntity = Omit<Collaborator, 'user'> & {
  /** The account with this address; null if there is none. */
  user_id: string | null
}

/**
 * The entities of each model: the documented members of an object, and internal ones. `start` and `end` of a booking are in
 * the time zone that the schedule's owner had when it was written.
 */
export interface Entities {
  /** An account; its password is stored as returned by `passwordHash`. */
  user: UserEntity
  /** A schedule and its owner. */
  schedule: Schedule
  /** A resource (section 2.1). */
  resource: Resource
  /** A booking (section 2.2). */
  booking: Booking
  /** An address with access to a schedule (section 2.3). */
  collaborator: CollaboratorEntity
  /** A new address that is not confirmed yet. */
  emailChange: EmailChange
}

/** The models of @mswjs/data, one for each kind of object. */
export type Db = { readonly [Name in keyof Entities]: Model<Entities[Name]> }

/** A model of @mswjs/data. Its results are frozen copies. */
export interface Model<Entity> {
  /** Creates an entity. Omitted members get their defaults. */
  create(values?: Partial<Entity>): Entity
  count(query?: Query<Entity>): number
  getAll(): Entity[]
  findFirst<Options extends Strict>(query: Options & Query<Entity>): Result<Options, Entity>
  findMany(query: Strict & Partial<Query<Entity>> & Page<Entity>): Entity[]
  update<Options extends Strict>(query: Options & Query<Entity> & Update<Entity>): Result<Options, Entity>
  updateMany<Options extends Strict>(
    query: Options & Query<Entity> & Update<Entity>,
  ): Result<Options, Entity[]>
  delete<Options extends Strict>(query: Options & Query<Entity>): Result<Options, Entity>
  deleteMany<Options extends Strict>(query: Options & Query<Entity>): Result<Options, Entity[]>
}

/** With `strict`, a query without a match throws; otherwise it returns null. */
export interface Strict {
  strict?: boolean
}
export type Result<Options extends Strict, Value> = Options['strict'] extends true ? Value : Value | null

export interface Query<Entity> {
  where: { [Name in keyof Entity]?: Condition<Entity[Name]> }
}

/** Conditions on a value, all of which must be true. */
export type Condition<Value> = Value extends string
  ? Partial<Comparison<string> & Record<'contains' | 'notContains', string>>
  : Value extends number
    ? Partial<Comparison<number> & Record<'between' | 'notBetween', [number, number]>>
    : Value extends boolean
      ? Partial<Record<'equals' | 'notEquals', boolean>>
      : never

type Comparison<Value> = Record<'equals' | 'notEquals' | 'gt' | 'gte' | 'lt' | 'lte', Value> &
  Record<'in' | 'notIn', Value[]>

/** New values, or functions that compute them from the previous value and entity. */
export interface Update<Entity> {
  data: {
    [Name in keyof Entity]?: Entity[Name] | ((value: Entity[Name], entity: Entity) => Entity[Name])
  }
}

export interface Page<Entity> {
  take?: number
  skip?: number
  /** The key of the entity that precedes the first result. */
  cursor?: string | number | null
  orderBy?: Order<Entity> | Order<Entity>[]
}
type Order<Entity> = { [Name in keyof Entity]?: 'asc' | 'desc' }
