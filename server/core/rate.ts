/** How long a request counts against its user, in seconds (section 8: requests within 5 minutes). */
const windowSeconds = 300

interface Second {
  second: number
  count: number
}

interface Recent {
  seconds: Second[]
  total: number
}

/** Whether one more request is admitted, and if not, after how many seconds the next one will be. */
export type Admission = { admitted: true } | { admitted: false; retryAfter: number }

export interface RateWindow {
  /** Counts one request of a user whose `request_rate_limit` is `limit`; `now` in milliseconds since 1970. */
  admit(user: string, limit: number, now: number): Admission
  clear(): void
}

/** Counts the requests of each user over a rolling window of 5 minutes, to the second. */
export function createRateWindow(): RateWindow {
  const users = new Map<string, Recent>()

  return {
    admit(user, limit, now) {
      const second = Math.floor(now / 1000)
      const recent = users.get(user) ?? { seconds: [], total: 0 }
      users.set(user, recent)
      forgetOld(recent, second)
      if (recent.total >= limit) {
        const oldest = recent.seconds[0]?.second ?? second
        return { admitted: false, retryAfter: oldest + windowSeconds - second }
      }
      count(recent, second)
      return { admitted: true }
    },

    clear() {
      users.clear()
    },
  }
}

/** Drops what has left the window, and all of it where the clock was set back. */
function forgetOld(recent: Recent, second: number): void {
  const newest = recent.seconds.at(-1)
  if (newest && newest.second > second) {
    recent.seconds = []
    recent.total = 0
  }
  while (recent.seconds[0] && recent.seconds[0].second <= second - windowSeconds) {
    recent.total -= recent.seconds.shift()?.count ?? 0
  }
}

function count(recent: Recent, second: number): void {
  const newest = recent.seconds.at(-1)
  if (newest?.second === second) newest.count++
  else recent.seconds.push({ second, count: 1 })
  recent.total++
}
