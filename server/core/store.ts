import type { Booking } from './contract/booking.js'
import type { Collaborator, Role } from './contract/collaborator.js'
import type { Resource } from './contract/resource.js'
import type { User } from './contract/user.js'

/*
 * The port behind which rows are kept. It is asynchronous, so that an engine over a network can stand behind it.
 * Objects come out as the JSON text an answer passes on, unparsed, beside the few values that decisions need.
 */

export interface Store {
  /** Runs reads that see one state of the rows. */
  read<T>(work: (rows: Repositories) => Promise<T>): Promise<T>
  /** Runs reads and writes as one transaction, alone; whatever the work throws undoes all of it. */
  write<T>(work: (rows: Repositories) => Promise<T>): Promise<T>
}

export interface Repositories {
  users: Users
  schedules: Schedules
  resources: Collection<Stored, NewResource, ResourceChange>
  bookings: Collection<StoredBooking, NewBooking, BookingChange>
  collaborators: Collaborators
  emailChanges: EmailChanges
  /** Removes every row and lets the numbers start again at 1. */
  clear(): Promise<void>
}

/** A resource, booking or collaborator as it is kept. */
export interface Stored {
  id: number
  /** The object as JSON text. */
  json: string
}

/** A booking as it is kept: in its text `start` and `end` are null, for they depend on who reads. */
export interface StoredBooking extends Stored {
  /** Seconds since 1970. */
  start: number
  end: number
}

/** Which objects of a schedule are meant. Absent members do not restrict; only bookings know the last three. */
export interface Selection {
  schedule_id: string
  ids?: readonly number[]
  resource_id?: number
  /** Seconds since 1970: only bookings that start then or later (section 4.2). */
  time_min?: number
  /** Seconds since 1970: only bookings that end before then (section 4.2). */
  time_max?: number
}

/** A stretch of a list in ascending order of ids; a limit of 0 means all that follow. */
export interface Slice {
  offset: number
  limit: number
}

/** The objects of one kind. `now` is in milliseconds since 1970. */
export interface Collection<Kept extends Stored, New, Change> {
  find(schedule_id: string, id: number): Promise<Kept | undefined>
  list(selection: Selection, stretch: Slice): Promise<Kept[]>
  count(selection: Selection): Promise<number>
  /** Which of the selected ids exist. */
  ids(selection: Selection): Promise<number[]>
  insert(row: New, now: number): Promise<number>
  /** Changes all that are selected; `updated_at` moves only where a value did. */
  change(selection: Selection, change: Change, now: number): Promise<void>
  remove(selection: Selection): Promise<void>
}

type Kept = 'id' | 'updated_at' | 'created_at'

/** Some of the members; one that is undefined counts as absent. */
type Some<Value> = { [Name in keyof Value]?: Value[Name] | undefined }

export type NewResource = Omit<Resource, Kept>
export type ResourceChange = Some<Omit<NewResource, 'schedule_id'>>

type Instants = { start: number; end: number }
export type NewBooking = Omit<Booking, Kept | 'start' | 'end' | 'start_utc' | 'end_utc'> & Instants
export type BookingChange = Some<Omit<NewBooking, 'schedule_id'>>

export interface NewCollaborator {
  schedule_id: string
  email: string
  /** The account behind the address; null as long as there is none. */
  user_id: string | null
  user_role: Role
}
export type CollaboratorChange = Some<Pick<Collaborator, 'user_role'>>

export interface Collaborators extends Collection<Stored, NewCollaborator, CollaboratorChange> {
  /** The invitations of an address that have no account yet, oldest first. */
  invitations(email: string): Promise<{ id: number; schedule_id: string }[]>
  /** Gives an invitation its account. */
  link(id: number, user_id: string): Promise<void>
  /** How many schedules an account is a collaborator of. */
  countOf(user_id: string): Promise<number>
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

type UserValues = Omit<User, 'updated_at' | 'created_at'> & { password_hash: string }
export type NewUser = UserValues
export type UserChange = Some<Omit<UserValues, 'id'>>

export interface Users {
  find(id: string): Promise<StoredUser | undefined>
  /** Without regard to letter case. */
  findByEmail(email: string): Promise<StoredUser | undefined>
  list(): Promise<StoredUser[]>
  insert(user: NewUser, now: number): Promise<void>
  change(id: string, change: UserChange, now: number): Promise<void>
  /** With the schedules the user owns, and the collaborations. */
  remove(id: string): Promise<void>
}

export interface Schedule {
  id: string
  owner_id: string
}

/** What an account is to a schedule: its collaborator object's id comes with the role. */
export interface Membership {
  role: 'owner' | Role
  collaborator_id?: number
}

export interface Schedules {
  find(id: string): Promise<Schedule | undefined>
  list(): Promise<Schedule[]>
  /** What the account is to the schedule; nothing where there is no such schedule, or it has no part in it. */
  membershipOf(schedule_id: string, user_id: string): Promise<Membership | undefined>
  insert(schedule: Schedule, now: number): Promise<void>
}

/** A new address that waits for its link to be followed: one a user, the newest. */
export interface EmailChange {
  user_id: string
  email: string
  secret: string
  /** Milliseconds since 1970. */
  expires_at: number
}

export interface EmailChanges {
  find(secret: string): Promise<EmailChange | undefined>
  put(change: EmailChange): Promise<void>
  remove(user_id: string): Promise<void>
}

/** What of a row is unique, by the name that a breach of it is reported under. */
export type Unique =
  | 'resource name'
  | 'collaborator email'
  | 'collaborator account'
  | 'user email'
  | 'user id'
  | 'schedule id'

/** Thrown by a store when a write would keep a value twice that is unique. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly what: Unique

  constructor(what: Unique) {
    super(`Failed to write: this ${what} is already in use`)
    this.what = what
  }
}

/**
 * Thrown by a store that can't do what is asked of it for now. `full`: nothing of it was done, and there may be room
 * again. `failed`: what was under way may or may not have been kept, and nothing more is until a new start.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly why: 'full' | 'failed'

  constructor(why: 'full' | 'failed', options?: ErrorOptions) {
    super(`The storage ${why === 'full' ? 'is full' : 'has failed'}`, options)
    this.why = why
  }
}
