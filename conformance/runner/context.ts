import type { Kind } from '../areas/members.js'
import type { Reply } from './exchange.js'
import type { Json, JsonObject } from './json.js'
import type { Random } from './random.js'

/** Query parameters: arrays are joined by commas, which stay commas; a string is sent as it stands. */
export type Query = string | Readonly<Record<string, string | number | readonly (string | number)[]>>

/** The answer to a list that was read without fault: it was OK, with an array of objects and a pagination object. */
export interface Page {
  readonly items: readonly JsonObject[]
  readonly pagination: JsonObject
  readonly reply: Reply
}

/**
 * Somebody who sends requests: a user with right or wrong credentials, or nobody.
 *
 * `get`, `post`, `put`, `delete` and `send` return whatever was answered: they are for what is checked.
 * `read`, `list`, `all` and `change` are for preparation and for looking at a state: when such a request is not
 * answered as the document says, the check is blocked by the rule that is broken, or fails where it is its own.
 */
export interface Actor {
  /** `owner`, `editor`, `viewer`, `stranger`, `throwaway`, `nobody`, or a description such as `owner with a wrong password`. */
  readonly name: string
  /** Empty for nobody. */
  readonly email: string
  readonly password: string
  get(path: string, query?: Query): Promise<Reply>
  post(path: string, body: Json, query?: Query): Promise<Reply>
  put(path: string, body: Json, query?: Query): Promise<Reply>
  delete(path: string, query?: Query): Promise<Reply>
  /** Sends a request with any method and any text for a body. */
  send(method: string, path: string, options?: { query?: Query; text?: string }): Promise<Reply>
  /** Sends a GET to a whole URL, such as a link of a list; never to another origin than the target's: then a Violation. */
  follow(url: string): Promise<Reply>
  /** The `data` object of a single read. */
  read(path: string, query?: Query): Promise<JsonObject>
  /** One page of a list. */
  list(path: string, query?: Query): Promise<Page>
  /** Every object of a list, whatever the target's page size is. */
  all(path: string, query?: Query): Promise<readonly JsonObject[]>
  /** A PUT that prepares something. */
  change(path: string, body: JsonObject, query?: Query): Promise<void>
  /** A POST that prepares something; the created object's id as it was answered. */
  create(path: string, body: JsonObject): Promise<number | string>
}

/** Somebody whose requests can be used up. */
export interface Limited extends Actor {
  /** The request_rate_limit that was read before the first check. */
  readonly rate: number
  /** That read had not to wait: nobody had used the account up shortly before. */
  readonly fresh: boolean
}

/** A schedule of the owner: the paths of section 4. */
export interface Schedule {
  readonly id: string
  /** `/v1/schedules/{scheduleId}` */
  readonly path: string
  readonly resources: string
  readonly bookings: string
  readonly collaborators: string
}

/** An object that the check made, and what its maker read of it right after. */
export interface Made {
  readonly kind: Kind
  readonly id: number
  readonly path: string
  readonly schedule: Schedule
  /** What was sent to create it. */
  readonly sent: JsonObject
  /** The whole object as it was read after it was created, by whoever made it. */
  readonly was: JsonObject
  /** Who made it, and reads it again. */
  readonly maker: Actor
}

export interface MadeResource extends Made {
  readonly kind: 'resource'
  readonly name: string
  /** The path of its bookings (RB). */
  readonly bookings: string
}

export interface MadeBooking extends Made {
  readonly kind: 'booking'
}

export interface MadeCollaborator extends Made {
  readonly kind: 'collaborator'
  readonly email: string
}

/** As many as were asked for. */
export type Several<T, Count extends number> = Count extends 2
  ? [T, T]
  : Count extends 3
    ? [T, T, T]
    : Count extends 4
      ? [T, T, T, T]
      : T[]

/** Where to make an object, and as whom; by default in the schedule, as the owner. */
export interface Where {
  readonly in?: Schedule
  readonly as?: Actor
}

/** Makes what a check needs; everything is deleted after the check, by id. */
export interface Given {
  /** A resource with a name of its own, or the one given. */
  resource(members?: JsonObject, where?: Where): Promise<MadeResource>
  resources<Count extends number>(
    count: Count,
    members?: (index: number) => JsonObject,
    where?: Where,
  ): Promise<Several<MadeResource, Count>>
  /** A booking of a resource: half an hour of 2023 that no other booking of this check has, unless `start` and `end` are given. */
  booking(resource: MadeResource, members?: JsonObject, where?: Omit<Where, 'in'>): Promise<MadeBooking>
  bookings<Count extends number>(
    resource: MadeResource,
    count: Count,
    members?: (index: number) => JsonObject,
    where?: Omit<Where, 'in'>,
  ): Promise<Several<MadeBooking, Count>>
  /** A collaborator with an address that has no account, unless `email` is given. */
  collaborator(members?: JsonObject, where?: Pick<Where, 'in'>): Promise<MadeCollaborator>
  collaborators<Count extends number>(
    count: Count,
    members?: (index: number) => JsonObject,
    where?: Pick<Where, 'in'>,
  ): Promise<Several<MadeCollaborator, Count>>
  /**
   * Takes over what the check itself created by `actor.post`: reads it, so that `unchanged` knows it. (Clean-up does
   * not need it: every create that was answered OK is remembered anyhow.)
   */
  adopt(kind: 'resource', id: number | string, sent: JsonObject, where?: Where): Promise<MadeResource>
}

/** An e-mail in the mailbox of the target. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** What a check gets. */
export interface Context {
  readonly owner: Actor
  /** Collaborator of `schedule` as editor, added by the run; there is one only where `needs` says so. */
  readonly editor: Actor
  /** Collaborator of `schedule` as viewer. */
  readonly viewer: Actor
  /** A registered user with no part in any of the schedules. */
  readonly stranger: Actor
  /** Somebody with an account, whoever it is: the stranger where there is one, so that the owner is free for others. */
  readonly anyone: Actor
  /** No credentials at all. */
  readonly nobody: Actor
  /** An account of this check's own while it runs; it may be locked out, renamed and deleted. */
  readonly throwaway: Actor
  /** A throwaway account whose request_rate_limit is 100 or lower. Answers 429 come back as they are, nothing waits. */
  readonly limited: Limited

  /** Shared by all checks that run at the same time: look only at what you made (`ids=`, your resource's bookings). */
  readonly schedule: Schedule
  /** Another schedule of the same owner; shared too. */
  readonly second: Schedule
  /** A third one, for this check alone while it runs: what is in it may be changed and deleted. */
  readonly spare: Schedule

  readonly given: Given
  /** The same, but what it makes stays until the end of the run: for `once`. Nobody may change these objects. */
  readonly shared: Given
  readonly random: Random
  /** A text that occurs nowhere else on the target and is part of every name below. */
  readonly token: string
  /** A name for a resource that nobody else uses; with `length` exactly that many characters. */
  name(length?: number): string
  /** An address without an account, of the target's mail domain; with `length` exactly that many characters. */
  address(length?: number): string
  /** The n-th free half hour of this check: `start` and `end` as `2023-..T..:..:00Z`. */
  slot(): { start: string; end: string }

  /** Somebody with these credentials, right or wrong. `name` says who it is in words. */
  as(credentials: { email: string; password: string }, name: string): Actor
  /** Somebody with this very Authorization header. */
  withHeader(authorization: string, name: string): Actor
  /** The same people, but all their requests go over one and the same connection. */
  overOneConnection<T extends readonly Actor[]>(...actors: T): Promise<{ [K in keyof T]: Actor }>

  /** Changes settings of an account listed in `changes` of the check; they are put back after it. */
  settings(actor: Actor, members: JsonObject): Promise<void>
  /** The address and password that a check gave the throwaway account, so that clean-up and later checks know them. */
  renamed(actor: Actor, credentials: { email?: string; password?: string }): Actor
  /** The e-mails to an address; waits until there are `atLeast` many (1), or `within` milliseconds (5000) have gone by. */
  mails(address: string, wanted?: { atLeast?: number; within?: number }): Promise<readonly Mail[]>
  /** Does something once per run and gives every check that asks the same result. */
  once<T>(key: string, act: () => Promise<T>): Promise<T>
  wait(milliseconds: number): Promise<void>

  /** Something is not as it should be, and no rule at level must forbids it. The check goes on. */
  warn(message: string, ...replies: Reply[]): void
  /** What the target does where the document is silent. */
  observe(message: string, ...replies: Reply[]): void
  /** Ends the check: it can't be exercised here, for a reason that only now shows. */
  skip(reason: string): never
}
