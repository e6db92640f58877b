import type { ResponseVariants, SeedInput, UniqueNames } from '../server/core/index.js'

/** Everything about a mock that can be chosen. */
export interface MockOptions {
  /** Where the API is, without `/v1`: an origin, with a prefix if it has one (`https://example.com/api`). */
  baseUrl: string
  /** What the mock starts with, and goes back to on a reset; nothing by default. */
  seed?: SeedInput
  /**
   * `as:EMAIL` takes requests without credentials as that account's, which the seed must have; by default they are
   * refused, as by the server.
   */
  auth?: `as:${string}`
  /**
   * What an answer to wrong credentials asks for: `basic`, as the server does, or `hidden`, which no browser opens its
   * own password box for. `basic` by default, and `hidden` in browsers.
   */
  challenge?: 'basic' | 'hidden'
  /** A time at which the clock stands still: milliseconds since 1970, or a Date. By default it is the real time. */
  now?: number | Date
  /** Where resource names are unique (section 2.1); `service` by default. */
  uniqueNames?: UniqueNames
  /** `request_rate_limit` of accounts that name none: requests within 5 minutes; 100,000 by default. */
  requestRateLimit?: number
  /** Forms that the document permits beside the usual ones, for all answers. */
  variety?: ResponseVariants
  /** Hears of requests to the API that name none of its operations; by default they are shown on the console. */
  onMistake?: (message: string) => void
}
