import type { RequestHandler } from 'msw'
import type {
  FailureInput,
  Latency,
  NewSchedule,
  OutboxEntry,
  PlannedFailure,
  RequestRecord,
} from '../server/control/index.js'
import type { MovableClock, NewAccount, ResponseVariants, User } from '../server/core/index.js'
import type { MockSnapshot, MockSnapshotData } from './snapshot.js'
import type { Db } from './store/index.js'

/** The service inside a program: handlers for MSW, and all that a test wants to see and steer. */
export interface Mock {
  /** What `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)` take. */
  readonly handlers: readonly [RequestHandler]
  /** Where the API is, without a slash at the end and without `/v1`. */
  readonly baseUrl: string
  /** Resolves once the seed is planted. Requests wait for it by themselves; only `db`, `snapshot` and `restore` need it. */
  readonly ready: Promise<void>
  /** The rows in the idiom of @mswjs/data. What is written here the service sees, and the other way round. */
  readonly db: Db
  /** The time of the service. */
  readonly clock: MovableClock
  /** Every e-mail so far, the newest last. */
  readonly outbox: readonly OutboxEntry[]
  /** The last 1,000 requests: what was sent, as whom, and how it was answered; the newest last, and no credentials. */
  readonly requests: readonly RequestRecord[]
  /**
   * Back to the start: the seed's data, the clock, an empty outbox, no requests, nothing that goes wrong. Requests
   * that are under way are cut off.
   */
  reset(): void
  /** All data at this moment; `JSON.stringify` makes a text of it that `restore` takes in another process too. */
  snapshot(): MockSnapshot
  /** Back to the data of a snapshot; clock, outbox and all else stay. Requests that are under way are cut off. */
  restore(snapshot: MockSnapshot | MockSnapshotData): void
  /** Lets every answer wait: milliseconds, or anything between two bounds. */
  latency(latency: Latency): void
  /**
   * Lets requests fail that would not: the next one, or more of them, of one operation or of any.
   *
   * @example mock.fail({ operation: 'createBooking', with: 503, times: 2 })
   * @example mock.fail({ with: 'network error', when: 'after' })
   */
  fail(failure: FailureInput): PlannedFailure & { stop(): void }
  /** Ends all failures to come. */
  succeed(): void
  /** Gives every account, or that of an address, a `request_rate_limit` (section 8), and counts anew. */
  rateLimit(requests: number, email?: string): Promise<void>
  /** Answers in other forms that the document permits, from now on. */
  variety(variety: ResponseVariants): void
  /** Creates an account; the document shows no way to. */
  addUser(account: NewAccount): Promise<User>
  /** Creates a schedule of an account; the document shows no way to. */
  addSchedule(schedule: NewSchedule): Promise<{ id: string; owner: string }>
}
