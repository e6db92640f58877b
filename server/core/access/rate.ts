import type { Awaitable } from '../wire/call.js'
import { Refusal } from '../wire/errors.js'

/** How long a request counts towards the limit, in seconds (section 8: requests within 5 minutes). */
export const windowSeconds = 300

/** The requests of one user within the window. */
interface Recent {
  /** The second of the newest request, admitted or not. */
  lastSeen: number
  /** The number of admitted requests by second, oldest first. */
  readonly counts: Map<number, number>
  /** The sum of `counts`. */
  total: number
}

/** Whether one more request is admitted, and how many remain after it. */
export interface Admission {
  admitted: boolean
  /** The number of further requests that would be admitted now. */
  remaining: number
  /** Seconds until the oldest request leaves the window. */
  resetAfter: number
}

/** Counts the requests of each user, in memory or shared by several processes. */
export interface RateLimiter {
  /** Counts a request of a user whose `request_rate_limit` is `limit`; `now` is in milliseconds since 1970. */
  admit(user: string, limit: number, now: number): Awaitable<Admission>
  /** Resets the count of a user, or of all users. */
  clear(user?: string): Awaitable<void>
}

/** A limiter that answers synchronously. */
export interface RateWindow extends RateLimiter {
  admit(user: string, limit: number, now: number): Admission
  /** The number of users in memory. */
  readonly size: number
  clear(user?: string): void
}

/**
 * Counts the requests of each user in memory, over a rolling window of 5 minutes in steps of a second. Users without a
 * request in that time are removed.
 */
export function createRateWindow(): RateWindow {
  /** The users whose newest request is oldest come first. */
  const users = new Map<string, Recent>()

  function recentOf(user: string, second: number): Recent {
    const known = users.get(user)
    // If the clock was set back, requests in the future do not count.
    const isCurrent = known !== undefined && known.lastSeen <= second
    const recent = isCurrent ? known : { lastSeen: second, counts: new Map(), total: 0 }
    recent.lastSeen = second
    users.delete(user)
    users.set(user, recent)
    return recent
  }

  function forgetUsers(second: number): void {
    for (const [user, { lastSeen }] of users) {
      if (Math.abs(second - lastSeen) < windowSeconds) return
      users.delete(user)
    }
  }

  return {
    admit(user, limit, now) {
      const second = Math.floor(now / 1000)
      forgetUsers(second)
      const recent = recentOf(user, second)
      const { counts } = recent
      for (const [counted, requests] of counts) {
        if (counted > second - windowSeconds) break
        counts.delete(counted)
        recent.total -= requests
      }
      const admitted = recent.total < limit
      if (admitted) {
        counts.set(second, (counts.get(second) ?? 0) + 1)
        recent.total++
      }
      const [oldest = second] = counts.keys()
      return {
        admitted,
        remaining: Math.max(0, limit - recent.total),
        resetAfter: oldest + windowSeconds - second,
      }
    },

    get size() {
      return users.size
    },

    clear(user) {
      if (user === undefined) users.clear()
      else users.delete(user)
    },
  }
}

/** The refusal of a request that was not admitted. */
export function tooManyRequests(limit: number, { resetAfter }: Admission): Refusal {
  const message = `More than ${limit} requests within 5 minutes; try again in ${resetAfter} s`
  return new Refusal('rate_limited', message, [], { 'retry-after': String(resetAfter) })
}
