import type { RequestHandler } from 'msw'
import type {
  FailureInput,
  Latency,
  NewSchedule,
  OutboxEntry,
  PlannedFailure,
} from '../server/control/index.js'
import type { WorldOptions } from '../server/control/worlds/index.js'
import type {
  CheckedSeed,
  CorsOrigins,
  Instant,
  MovableClock,
  NewAccount,
  OperationId,
  ResponseVariants,
  SeedInput,
  UniqueNames,
  User,
} from '../server/core/index.js'
import type { ReceivedRequest, RecordedRequest } from './engine/requests.js'
import type { MockSnapshot, MockSnapshotData } from './engine/snapshot.js'
import type { Passthrough } from './msw/passthrough.js'
import {
  aBoolean,
  aFunction,
  anything,
  aString,
  either,
  integerFrom,
  type OptionRules,
  oneOf,
  originList,
} from './options.js'
import type { Db } from './store/index.js'

export interface MockOptions extends WorldOptions {
  /** The URL of the API without `/v1`: an origin, optionally with a path prefix (`https://example.com/api`). */
  baseUrl: string
  /** The data that the mock starts with and that a reset restores; none by default. */
  seed?: SeedInput | CheckedSeed | undefined
  /**
   * `as:EMAIL` treats requests without credentials as sent by that account of the seed. By default they are refused, as by
   * the server.
   */
  auth?: `as:${string}` | undefined
  /**
   * The challenge in the response to wrong credentials: `basic`, as sent by the server, or `hidden`, so that browsers do not
   * open their own password dialog. `basic` by default, `hidden` in browsers.
   */
  challenge?: 'basic' | 'hidden' | undefined
  /**
   * Freezes the clock at a time: milliseconds since 1970, a Date, or text such as `2026-11-23T09:00:00Z`. By default, the
   * clock runs in real time.
   */
  now?: Instant | undefined
  /** The scope in which resource names are unique (section 2.1); `service` by default. */
  uniqueNames?: UniqueNames | undefined
  /** The default `request_rate_limit` of accounts: requests within 5 minutes; 100,000 by default. */
  requestRateLimit?: number | undefined
  /** Other response forms that the document permits, used in all responses. */
  variety?: ResponseVariants | undefined
  /**
   * Applies the CORS rules to cross-origin requests, as a browser does: requests that a preflight would not permit fail, and
   * headers are hidden. True allows the page; an array lists the origins that the server would allow, as `--cors` does. By
   * default, CORS is not applied.
   */
  cors?: boolean | CorsOrigins | undefined
  /**
   * Requests that go through to a real service at the same URL: those of some operations, or those for which a function
   * returns true. None by default.
   */
  passthrough?: Passthrough | undefined
  /** Called with a message about a client mistake that the client itself may not show; by default it is logged to the console. */
  onMistake?: ((message: string) => void) | undefined
}

/** Rejects statuses below 400. */
type ErrorStatus<Status> = Status extends number
  ? `${Status}` extends `${1 | 2 | 3}${number}`
    ? never
    : Status
  : Status

/** Selects requests: those of some operations, or all, optionally only those for which a function returns true. */
export interface RequestCondition<Id extends OperationId | undefined = OperationId | undefined> {
  /** The operation, or several; all requests if it is absent. */
  operation?: Id | readonly NonNullable<Id>[] | undefined
  /**
   * Returns whether a request is selected. It receives what was sent, without passwords. If it throws or returns a promise,
   * the request is not selected, and the console says so.
   */
  if?: ((request: ReceivedRequest<Id>) => boolean) | undefined
}

/** Selected requests: one or more operations, or a condition. */
type Meant<Id extends OperationId | undefined> = OperationId | readonly OperationId[] | RequestCondition<Id>

/** Requests that wait until a test answers them. */
export interface HeldRequests {
  /** The number of waiting requests, without those that their clients gave up, where the mock is told so. */
  readonly waiting: number
  /** Answers the request that has waited longest; if none waits, the next one is not held. */
  release(): void
  /** Like `release`, but the request fails: with a network error, or as described. */
  fail(failure?: Omit<FailureInput, 'operation' | 'times'>): void
  /** Answers all waiting requests, and holds no more. */
  stop(): void
}

/** The options without those of worlds, which pages load on demand. */
export type PlainMockOptions = Omit<MockOptions, keyof WorldOptions>

/** The rules for the options of a mock; the seed, the account and the response forms are checked elsewhere. */
export const mockOptionRules: OptionRules<PlainMockOptions> = {
  baseUrl: aString,
  seed: anything,
  auth: aString,
  challenge: oneOf('basic', 'hidden'),
  now: anything,
  uniqueNames: oneOf('service', 'schedule'),
  requestRateLimit: integerFrom(1),
  variety: anything,
  cors: either(aBoolean, originList),
  passthrough: either({ form: 'an array of operations', fits: Array.isArray }, aFunction),
  onMistake: aFunction,
}

/** The whole service inside a program: MSW handlers, and everything that a test inspects and controls. */
export interface Mock {
  /** Handlers for `setupServer(...mock.handlers)` and `setupWorker(...mock.handlers)`. */
  readonly handlers: readonly [RequestHandler]
  /** The URL of the API, without `/v1` and without a trailing slash. */
  readonly baseUrl: string
  /** Resolves once the seed is loaded. Requests wait for it; await it before you use `db`, `snapshot` or `restore`. */
  readonly ready: Promise<void>
  /** The rows, with the model API of @mswjs/data. The service sees every change made here, and the reverse. */
  readonly db: Db
  /** The clock of the service. */
  readonly clock: MovableClock
  /** The last 1,000 e-mails, oldest first. */
  readonly outbox: readonly OutboxEntry[]
  /** The last 1,000 requests with account, body and reply, oldest first. They contain no credentials. */
  readonly requests: readonly RecordedRequest[]
  /**
   * Restores the initial state: the seed's data, the clock, an empty outbox, no requests, no latency, no planned failures.
   * Requests in progress are answered at once from the previous data, and leave nothing behind.
   */
  reset(): void
  /**
   * Replaces the seed and resets to it: later resets restore this seed.
   *
   * @example await mock.load({ users: [{ email: 'ada@example.com', password: 'secret1' }] })
   * @throws SeedError if the seed is not valid, an Error if `auth` names none of its accounts: nothing changes
   */
  load(seed: SeedInput | CheckedSeed): Promise<void>
  /** Resolves once no request is in progress, except held ones, and the responses have led to no further request. */
  idle(): Promise<void>
  /** Takes a snapshot of all data. Converted by `JSON.stringify`, it can be restored in another process too. */
  snapshot(): MockSnapshot
  /**
   * Restores the data of a snapshot; clock and outbox stay as they are. Requests in progress are answered at once from the
   * previous data, and leave nothing behind.
   */
  restore(snapshot: MockSnapshot | MockSnapshotData): void
  /**
   * Delays responses by a number of milliseconds, or by a random time between two bounds: all responses, or those of one or
   * more operations. Fake timers, if a test has installed them, control the delay.
   *
   * @example mock.latency([200, 800])
   * @example mock.latency(3_000, 'listBookings')
   * @example mock.latency(3_000, { operation: 'listBookings', if: ({ query }) => query.offset === '20' })
   */
  latency<Id extends OperationId | undefined = OperationId | undefined>(
    latency: Latency,
    operation?: Meant<Id>,
  ): void
  /**
   * Makes requests wait until the test releases them: all, or those of one or more operations.
   *
   * @example
   * const held = mock.hold('createBooking')
   * // ... the page shows that it is saving
   * held.release()
   */
  hold<Id extends OperationId | undefined = OperationId | undefined>(operation?: Meant<Id>): HeldRequests
  /**
   * Makes the next request fail, or the next several: of one operation or of any.
   *
   * @example mock.fail({ operation: 'createBooking', with: 503, times: 2 })
   * @example mock.fail({ with: 'network error', when: 'after' })
   * @example mock.fail({ operation: 'createBooking', if: ({ body }) => body?.title === 'Party', with: 403 })
   */
  fail<Status extends FailureInput['with'], Id extends OperationId | undefined = OperationId | undefined>(
    failure: Omit<FailureInput, 'operation'> &
      RequestCondition<Id> & {
        /** A status from 400 to 599, or `network error`. */
        with: ErrorStatus<Status>
      },
  ): PlannedFailure & {
    /** Cancels the failure. */
    stop(): void
  }
  /** Cancels all planned failures. */
  succeed(): void
  /** Sets the `request_rate_limit` (section 8) of every account, or of one, and starts counting again. */
  rateLimit(requests: number, email?: string): Promise<void>
  /** Switches responses to other forms that the document permits. */
  variety(variety: ResponseVariants): void
  /** Creates an account, for which the document has no operation. */
  addUser(account: NewAccount): Promise<User>
  /** Creates a schedule of an account, for which the document has no operation. */
  addSchedule(schedule: NewSchedule): Promise<{
    /** The id of the schedule in paths. */
    id: string
    /** The address of its owner. */
    owner: string
  }>
}

/** Adds or replaces members of a mock; getters stay getters. */
export const extendMock = <More extends object>(mock: Mock, more: More): Mock & More =>
  Object.defineProperties({} as Mock & More, {
    ...Object.getOwnPropertyDescriptors(mock),
    ...Object.getOwnPropertyDescriptors(more),
  })
