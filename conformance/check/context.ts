import type { Kind } from '../catalogue/members.js'
import type { Reply } from '../http/exchange.js'
import type { Json, JsonObject } from '../http/json.js'
import type { scheduleOf } from '../http/paths.js'
import type { LimitedAccount } from '../session/accounts.js'
import type { Hands } from '../session/hands.js'
import type { ReceivedMail } from '../target/target.js'
import type { Given } from './given.js'
import type { Names } from './names.js'

/** Query parameters. Arrays are joined by commas, which are not escaped; a string is sent unchanged. */
export type Query = string | Readonly<Record<string, string | number | readonly (string | number)[]>>

/** One page of a list that was read successfully. */
export interface Page {
  readonly items: readonly JsonObject[]
  readonly pagination: JsonObject
  readonly reply: Reply
}

/**
 * A sender of requests: a user with right or wrong credentials, or nobody.
 *
 * `get`, `post`, `put`, `delete` and `send` return any answer: use them for what is checked. `read`, `list`, `all`,
 * `change` and `create` are for preparation and for reading a state: an answer that the document does not allow blocks the
 * check by the rule that it breaks, or fails the check where the rule is its own.
 */
export interface Actor {
  /** `owner`, `editor`, `viewer`, `stranger`, `throwaway`, `nobody`, or a description such as `owner with a wrong password`. */
  readonly name: string
  /** Empty for nobody. */
  readonly email: string
  readonly password: string
  /** Does something for each item, for several at once where the run may: their order must not matter. */
  readonly each: Hands['each']
  get(path: string, query?: Query): Promise<Reply>
  post(path: string, body: Json, query?: Query): Promise<Reply>
  put(path: string, body: Json, query?: Query): Promise<Reply>
  delete(path: string, query?: Query): Promise<Reply>
  /** Sends a request with any method and any text as its body. */
  send(method: string, path: string, options?: { query?: Query | undefined; text?: string }): Promise<Reply>
  /** Sends a GET to a URL, such as a link of a list. A URL outside the target is a Violation and nothing is sent. */
  follow(url: string): Promise<Reply>
  /** The `data` object of a single read. */
  read(path: string, query?: Query): Promise<JsonObject>
  /** One page of a list. */
  list(path: string, query?: Query): Promise<Page>
  /** Every object of a list, whatever the page size of the target is. */
  all(path: string, query?: Query): Promise<readonly JsonObject[]>
  /** A PUT for preparation. */
  change(path: string, body: JsonObject, query?: Query): Promise<void>
  /** A POST for preparation. Returns the id of the created object. */
  create(path: string, body: JsonObject): Promise<number | string>
}

/** An actor whose rate limit can be used up. */
export interface Limited extends Actor, Pick<LimitedAccount, 'rate' | 'fresh'> {}

/** A schedule of the owner, with the paths of section 4. */
export type Schedule = ReturnType<typeof scheduleOf>

/** An object that the check created, with what a read showed right after. */
export interface Made {
  readonly kind: Kind
  readonly id: number
  readonly path: string
  readonly schedule: Schedule
  /** What was sent to create it. */
  readonly sent: JsonObject
  /** The object as its maker read it right after the create. */
  readonly was: JsonObject
  /** Who created it, and reads it again. */
  readonly maker: Actor
}

export interface MadeResource extends Made {
  readonly kind: 'resource'
  readonly name: string
  /** The path of its bookings. */
  readonly bookings: string
}

export interface MadeBooking extends Made {
  readonly kind: 'booking'
}

export interface MadeCollaborator extends Made {
  readonly kind: 'collaborator'
  readonly email: string
}

/** A tuple of as many as were asked for. */
export type Several<T, Count extends number> = Count extends 2 ? [T, T] : Count extends 3 ? [T, T, T] : T[]

/** Where to create an object; by default in `schedule`. */
export interface Where {
  readonly in?: Schedule
}

/** Everything that a check works with. */
export interface Context extends Names {
  readonly owner: Actor
  /** An editor of `schedule`, added by the run. Like most people below it must be named in `needs`. */
  readonly editor: Actor
  /** A viewer of `schedule`. */
  readonly viewer: Actor
  /** A registered user without access to any of the schedules. */
  readonly stranger: Actor
  /** Any user with an account: the stranger where there is one, which leaves the owner to other checks. */
  readonly anyone: Actor
  /** A sender without credentials. */
  readonly nobody: Actor
  /** An account for this check alone while it runs; it may be locked out, renamed and deleted. */
  readonly throwaway: Actor
  /** A disposable account with a request_rate_limit of 100 or lower. Answers with status 429 are returned without waiting. */
  readonly limited: Limited

  /** Shared by all running checks: look only at what you created (`ids=`, the bookings of your resource). */
  readonly schedule: Schedule
  /** Another schedule of the owner, also shared. */
  readonly second: Schedule
  /** A third schedule, for this check alone while it runs: everything in it may be changed and deleted. */
  readonly spare: Schedule

  readonly given: Given
  /** Creates objects that stay until the end of the run, for `once`. No check may change them. */
  readonly shared: Given

  /** An actor with these credentials, right or wrong; `name` describes it in reports. */
  as(credentials: { email: string; password: string }, name: string): Actor
  /** An actor with exactly this Authorization header. */
  withHeader(authorization: string, name: string): Actor
  /** The same actors, with all requests over a single connection. */
  overOneConnection<T extends readonly Actor[]>(...actors: T): Promise<{ [K in keyof T]: Actor }>

  /** Changes settings of an account that the check names in `changes`; they are restored after it. */
  settings(actor: Actor, members: JsonObject): Promise<void>
  /** Records that the check gave the disposable account another address or password. Returns an actor with them. */
  renamed(actor: Actor, credentials: { email?: string; password?: string }): Actor
  /** The e-mails to an address. Waits for `atLeast` of them (1 by default), at most `within` milliseconds (5,000). */
  mails(address: string, wanted?: { atLeast?: number; within?: number }): Promise<readonly ReceivedMail[]>
  /** Does something once per run; every check that asks gets the same result. */
  once<T>(key: string, act: () => Promise<T>): Promise<T>
  wait(milliseconds: number): Promise<void>

  /** Reports something that is not as it should be, without breaking a must. The check goes on. */
  warn(message: string, ...replies: Reply[]): void
  /** Reports what the target does where the document is silent. */
  observe(message: string, ...replies: Reply[]): void
  /** Ends the check as skipped: it can't be exercised on this target. */
  skip(reason: string): never
}
