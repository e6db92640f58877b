import type { Awaitable } from '../wire/call.js'
import { Refusal } from '../wire/errors.js'

/** How long a request counts against its user, in seconds (section 8: requests within 5 minutes). */
export const windowSeconds = 300

/** The requests of one user within the window. */
interface Recent {
  /** The second of the newest request, whether it was admitted or not. */
  lastSeen: number
  /** How many were admitted, by second; the oldest first. */
  readonly counts: Map<number, number>
  /** The sum of `counts`. */
  total: number
}

/** Whether one more request is admitted, and what remains after it. */
export interface Admission {
  admitted: boolean
  /** How many more requests are admitted now. */
  remaining: number
  /** Seconds until the oldest request no longer counts. */
  resetAfter: number
}

/** Counts the requests of each user: in the memory of a process, or for several of them. */
export interface RateLimiter {
  /** Counts one request of a user whose `request_rate_limit` is `limit`; `now` in milliseconds since 1970. */
  admit(user: string, limit: number, now: number): Awaitable<Admission>
  clear(): Awaitable<void>
}

/** A limiter that answers at once. */
export interface RateWindow extends RateLimiter {
  admit(user: string, limit: number, now: number): Admission
  /** How many users are remembered. */
  readonly size: number
  clear(): void
}

/**
 * Counts the requests of each user in memory, over a rolling window of 5 minutes, to the second. Users without a
 * request in that time are forgotten.
 */
export function createRateWindow(): RateWindow {
  /** Those whose newest request is longest ago come first. */
  const users = new Map<string, Recent>()

  function recentOf(user: string, second: number): Recent {
    const known = users.get(user)
    // After the clock was set back, requests that are in the future do not count.
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

    clear() {
      users.clear()
    },
  }
}

/** The refusal of a request that was not admitted. */
export function tooManyRequests(limit: number, { resetAfter }: Admission): Refusal {
  const message = `More than ${limit} requests within 5 minutes; try again in ${resetAfter} s`
  return new Refusal('rate_limited', message, [], { 'retry-after': String(resetAfter) })
}
