import type { Awaitable } from '../wire/call.js'
import { Refusal } from '../wire/errors.js'

/** How long a request counts against its user, in seconds (section 8: requests within 5 minutes). */
export const windowSeconds = 300

/** The requests of one user: those of the newest second, and those of earlier seconds. */
interface Recent {
  second: number
  count: number
  total: number
  /** Alternating seconds and counts, oldest first; most users have none. */
  older: number[] | undefined
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
 * request in that time are forgotten at most 5 minutes later.
 */
export function createRateWindow(): RateWindow {
  let current = new Map<string, Recent>()
  let previous = new Map<string, Recent>()
  let turned = Number.NEGATIVE_INFINITY

  /** A user not seen for two turns has no requests left in the window. */
  function turn(second: number): void {
    if (Math.abs(second - turned) < windowSeconds) return
    previous = current
    current = new Map()
    turned = second
  }

  function recentOf(user: string, second: number): Recent {
    const known = current.get(user)
    if (known) return known
    const recent = previous.get(user) ?? { second, count: 0, total: 0, older: undefined }
    previous.delete(user)
    current.set(user, recent)
    return recent
  }

  return {
    admit(user, limit, now) {
      const second = Math.floor(now / 1000)
      turn(second)
      const recent = recentOf(user, second)
      forgetOld(recent, second)
      const admitted = recent.total < limit
      if (admitted) count(recent, second)
      const oldest = recent.older?.[0] ?? recent.second
      return {
        admitted,
        remaining: Math.max(0, limit - recent.total),
        resetAfter: oldest + windowSeconds - second,
      }
    },

    get size() {
      return current.size + previous.size
    },

    clear() {
      current.clear()
      previous.clear()
    },
  }
}

/** Drops what has left the window, or everything if the clock was set back. */
function forgetOld(recent: Recent, second: number): void {
  const oldestThatCounts = second - windowSeconds + 1
  if (recent.second > second || recent.second < oldestThatCounts) {
    Object.assign(recent, { second, count: 0, total: 0, older: undefined })
    return
  }
  const { older } = recent
  if (!older) return
  let gone = 0
  while (gone < older.length && (older[gone] ?? 0) < oldestThatCounts) {
    recent.total -= older[gone + 1] ?? 0
    gone += 2
  }
  if (gone > 0) older.splice(0, gone)
  if (older.length === 0) recent.older = undefined
}

function count(recent: Recent, second: number): void {
  if (recent.second !== second) {
    if (recent.count > 0) {
      recent.older ??= []
      recent.older.push(recent.second, recent.count)
    }
    recent.second = second
    recent.count = 0
  }
  recent.count++
  recent.total++
}

/** The refusal of a request that was not admitted. */
export function tooManyRequests(limit: number, { resetAfter }: Admission): Refusal {
  const message = `More than ${limit} requests within 5 minutes; try again in ${resetAfter} s`
  return new Refusal('rate_limited', message, [], { 'retry-after': String(resetAfter) })
}
