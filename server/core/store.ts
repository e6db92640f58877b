import type { Booking } from './contract/booking.js'
import type { Collaborator, Role } from './contract/collaborator.js'
import type { Resource } from './contract/resource.js'
import type { User } from './contract/user.js'
import type { Scan } from './scan.js'
import { dateText } from './times/times.js'
import type { Requester } from './turns/lanes.js'
import type { Awaitable } from './wire/call.js'

/*
 * The storage port. A store with its data in memory returns plain values, a database promises; callers await both. Objects
 * are returned as the JSON text of the response, unparsed, with the few values needed for decisions.
 */

export interface Store {
  /** Runs reads that see one consistent state. A store may retry the work; the result is that of the last run. */
  read<T>(work: (rows: Repositories) => Awaitable<T>, options?: ReadOptions): Promise<T>
  /**
   * Runs reads and writes as an exclusive transaction, rolled back if the work throws. If it is retried, only one run is
   * committed.
   */
  write<T>(work: (rows: Repositories) => Awaitable<T>, options?: WriteOptions): Promise<T>
}

/** How to read, and for whom: a store that makes requests wait lets network addresses take turns, and the accounts of each. */
export interface ReadOptions extends Some<Requester> {
  /** Whether all reads must see the same state: a store may be faster if not. @default true */
  consistent?: boolean
  /**
   * Whether another read or write follows before the request is answered: only the last one waits until the data it has seen
   * is on disk. If the first one also waited, all requests that arrive during a sync would run at once when it ends (the
   * attack "filters"). Ignored by stores with `entry`. @default false
   */
  isFirst?: boolean
}

export interface WriteOptions extends Some<Requester> {
  /** Whether it removes rows or replaces all of them: a store without free space then attempts it anyway. @default false */
  frees?: boolean
  /** Whether its last step inserts one object and no other step writes: if it fails, there is nothing to undo. @default false */
  once?: boolean
  /**
   * For such a write of a booking that reads only the `entry`: the account and role that a read has just found. A store may
   * use this as its answer and insert the booking only if it still holds and what the booking refers to exists; otherwise it
   * runs the work again with a fresh read.
   */
  found?: Entry | undefined
}

export interface Repositories {
  users: Users
  schedules: Schedules
  resources: Collection<Stored, NewResource, ResourceChange>
  bookings: Collection<StoredBooking, NewBooking, BookingChange>
  collaborators: Collaborators
  emailChanges: EmailChanges
  /** Reads everything that a request needs first, all at once. @default each part is read separately */
  entry?(question: EntryQuestion): Awaitable<Entry>
  /** Removes all rows and restarts ids at 1. */
  clear(): Awaitable<void>
}

export interface EntryQuestion {
  /** The address of the account. */
  email: string
  /** The schedule in which the account needs a role, and which contains the object and the page. */
  schedule_id: string | undefined
  object: { kind: ObjectKind; id: number } | undefined
  page?: { kind: ObjectKind; selection: Selection; slice: Slice } | undefined
}

export type ObjectKind = 'resources' | 'bookings' | 'collaborators'

export interface Entry {
  user: StoredUser | undefined
  membership: Membership | undefined
  /** Null if there is no such object; missing if it was not requested. */
  object?: Stored | null
  /** The requested page, and the number of objects on all pages. */
  page?: { total: number; objects: Stored[] }
}

/** A stored resource, booking or collaborator; `json` is the text of the object. */
export interface Stored {
  id: number
  json: string
}

/** A stored booking: `start` and `end` are null in its text because they depend on the reader. */
export interface StoredBooking extends Stored {
  /** Seconds since 1970. */
  start: number
  end: number
}

/** Selects objects of a schedule. Missing fields do not restrict it; the last three are for bookings only. */
export interface Selection {
  schedule_id: string
  ids?: readonly number[]
  resource_id?: number
  /** Seconds since 1970: only bookings that start then or later (section 4.2). */
  time_min?: number
  /** Seconds since 1970: only bookings that end before then (section 4.2). */
  time_max?: number
}

/** A slice of a list in ascending order of ids; a limit of 0 means no limit. */
export interface Slice {
  offset: number
  limit: number
}

/** The objects of one type. `now` is in milliseconds since 1970. */
export interface Collection<Kept extends Stored, New, Change> {
  find(schedule_id: string, id: number): Awaitable<Kept | undefined>
  list(selection: Selection, slice: Slice): Awaitable<Kept[]>
  /**
   * Reads a list in parts, with writes in between: all parts together show the state in which the scan was opened. Open it in
   * a read, which may end before the scan does, and close it when no more parts are needed.
   */
  scan(selection: Selection, slice: Slice): Awaitable<Scan<Kept>>
  count(selection: Selection): Awaitable<number>
  /** Returns which of the selected ids exist. */
  ids(selection: Selection): Awaitable<number[]>
  insert(row: New, now: number): Awaitable<number>
  /** Changes all selected objects; `updated_at` changes only if a value does. */
  change(selection: Selection, change: Change, now: number): Awaitable<void>
  remove(selection: Selection): Awaitable<void>
}

type Kept = 'id' | 'updated_at' | 'created_at'

/** All fields are optional; undefined counts as missing. */
type Some<Value> = { [Name in keyof Value]?: Value[Name] | undefined }

export type NewResource = Omit<Resource, Kept>
export type ResourceChange = Some<Omit<NewResource, 'schedule_id'>>

type Instants = { start: number; end: number }
export type NewBooking = Omit<Booking, Kept | 'start' | 'end' | 'start_utc' | 'end_utc'> & Instants
export type BookingChange = Some<Omit<NewBooking, 'schedule_id'>>

export interface NewCollaborator {
  schedule_id: string
  email: string
  /** The account with this address; null if there is none. */
  user_id: string | null
  user_role: Role
}
export type CollaboratorChange = Some<Pick<Collaborator, 'user_role'>>

export interface Collaborators extends Collection<Stored, NewCollaborator, CollaboratorChange> {
  /** The invitations of an address that are not linked to an account, oldest first. */
  invitations(email: string): Awaitable<{ id: number; schedule_id: string }[]>
  /** Links an invitation to an account. */
  link(id: number, user_id: string): Awaitable<void>
  /** The number of schedules that an account is a collaborator of. */
  countOf(user_id: string): Awaitable<number>
}

export interface StoredUser {
  id: string
  email: string
  password_hash: string
  timezone: string
  request_rate_limit: number
  /** The user object as JSON text. */
  json: string
}

export type NewUser = Omit<User, 'updated_at' | 'created_at'> & { password_hash: string }
export type UserChange = Some<Omit<NewUser, 'id'>>

export interface Users {
  find(id: string): Awaitable<StoredUser | undefined>
  /** Case-insensitive. */
  findByEmail(email: string): Awaitable<StoredUser | undefined>
  list(): Awaitable<StoredUser[]>
  insert(user: NewUser, now: number): Awaitable<void>
  change(id: string, change: UserChange, now: number): Awaitable<void>
  /** Also removes the schedules that the user owns, and the collaborations. */
  remove(id: string): Awaitable<void>
}

export interface Schedule {
  id: string
  owner_id: string
}

/** The role of an account in a schedule, with the id of its collaborator object. */
export interface Membership {
  role: 'owner' | Role
  collaborator_id?: number
}

export interface Schedules {
  find(id: string): Awaitable<Schedule | undefined>
  list(): Awaitable<Schedule[]>
  /** Returns the role of an account in a schedule; undefined if it has none or the schedule does not exist. */
  membershipOf(schedule_id: string, user_id: string): Awaitable<Membership | undefined>
  insert(schedule: Schedule, now: number): Awaitable<void>
}

/** A new address that is not confirmed yet; each user has at most one, the newest. */
export interface EmailChange {
  user_id: string
  email: string
  secret: string
  /** Milliseconds since 1970. */
  expires_at: number
}

export interface EmailChanges {
  find(secret: string): Awaitable<EmailChange | undefined>
  put(change: EmailChange): Awaitable<void>
  remove(user_id: string): Awaitable<void>
}

/** The unique values, by their names in a UniqueViolation. */
export type Unique =
  | 'resource name'
  | 'collaborator email'
  | 'collaborator account'
  | 'user email'
  | 'user id'
  | 'schedule id'

/** Thrown by a store if a write would duplicate a unique value. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly what: Unique

  constructor(what: Unique) {
    super(`Failed to write: this ${what} is already in use`)
    this.what = what
  }
}

/**
 * Thrown by a store that cannot work. `full`, `contended`, `denied`: nothing was changed. `failed`: writes in progress may or
 * may not have been saved, and none are accepted until a restart. `unreachable`: the same, until the database is back.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  constructor(
    readonly why: keyof typeof states,
    options?: ErrorOptions,
  ) {
    super(`The storage ${states[why]}`, options)
  }
}

const states = {
  full: 'is full',
  failed: 'has failed',
  unreachable: 'does not answer',
  contended: 'is busy',
  denied: 'denies this',
}

/** Returns an entity with the defined values of a change and a new `updated_at`; undefined if no value differs. */
export function withChange<Entity extends object>(
  entity: Entity,
  change: object,
  now: number,
): Entity | undefined {
  const defined = Object.entries(change).filter(([, value]) => value !== undefined)
  if (defined.every(([member, value]) => entity[member as keyof Entity] === value)) return undefined
  return { ...entity, ...Object.fromEntries(defined), updated_at: dateText(now) }
}
