import type { Reply } from '../http/exchange.js'
import type { JsonObject } from '../http/json.js'
import type { Schedule } from '../http/paths.js'
import type { Actor } from '../session/actor.js'
import type { LimitedAccount } from '../session/pool.js'
import type { ReceivedMail } from '../target/target.js'
import type { Given, Names } from './created.js'

/** An actor whose rate limit can be used up. */
export interface Limited extends Actor, Pick<LimitedAccount, 'rate' | 'fresh'> {}

/** Everything that a check works with. */
export interface Context extends Names {
  readonly owner: Actor
  /** An editor of `schedule`, added by the run. Like most people below, it must be named in `needs`. */
  readonly editor: Actor
  /** A viewer of `schedule`. */
  readonly viewer: Actor
  /** A registered user without access to any of the schedules. */
  readonly stranger: Actor
  /** Any user with an account: the stranger if there is one, so that the owner is free for other checks. */
  readonly anyone: Actor
  /** A sender without credentials. */
  readonly nobody: Actor
  /** An account for this check alone while it runs; it may be locked out, renamed and deleted. */
  readonly throwaway: Actor
  /** The same account with its current address and password, as far as the run knows. */
  readonly throwawayNow: Actor
  /** A disposable account with a request_rate_limit of 100 or lower. Responses with status 429 are returned without waiting. */
  readonly limited: Limited

  /** Shared by all running checks: look only at what you created (`ids=`, the bookings of your resource). */
  readonly schedule: Schedule
  /** Another schedule of the owner, also shared. */
  readonly second: Schedule
  /** A third schedule, for this check alone while it runs: everything in it may be changed and deleted. */
  readonly spare: Schedule

  readonly given: Given
  /** Creates objects that last until the end of the run, for `once`. No check may change them. */
  readonly shared: Given

  /** An actor with these credentials, right or wrong; `name` describes it in reports. */
  as(credentials: { email: string; password: string }, name: string): Actor
  /** An actor with exactly this Authorization header. */
  withHeader(authorization: string, name: string): Actor
  /** The same actor with another Accept header, or with none. */
  accepting(actor: Actor, accept: string | null): Actor
  /** The same actors, with all requests over a single connection. */
  overOneConnection<T extends readonly Actor[]>(...actors: T): Promise<{ [K in keyof T]: Actor }>

  /** Changes settings of an account that the check names in `changes`; they are restored after it. */
  settings(actor: Actor, members: JsonObject): Promise<void>
  /** Records that the check gave the disposable account another password. Returns an actor with it. */
  renamed(actor: Actor, credentials: { password: string }): Actor
  /**
   * Logs in with another address and the password of the disposable account. If that shows the id of this account, the run
   * uses the address as its own from now on, and `actor` has it. Otherwise `actor` is undefined: the address may belong to
   * somebody with the same password.
   */
  moved(email: string): Promise<{ login: Reply; actor: Actor | undefined }>
  /** Returns the e-mails to an address. Waits up to `within` milliseconds (by default the run's) for `atLeast` of them (1). */
  mails(address: string, wanted?: { atLeast?: number; within?: number }): Promise<readonly ReceivedMail[]>
  /** Does something once per run; every check that asks gets the same result. */
  once<T>(key: string, act: () => Promise<T>): Promise<T>
  wait(milliseconds: number): Promise<void>

  /** Reports something that is not as it should be, without breaking a must. The check continues. */
  warn(message: string, ...replies: Reply[]): void
  /** Reports what the target does where the document is silent. */
  observe(message: string, ...replies: Reply[]): void
  /** Ends the check as skipped: it can't be exercised on this target, as the replies show. */
  skip(reason: string, ...replies: Reply[]): never
}
