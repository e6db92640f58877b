import { setTimeout as sleep } from 'node:timers/promises'
import { debug } from './debug.js'
import { Interrupted } from './outcomes.js'

const window = 5 * 60 * 1000
/** The part of an account's limit that the run uses: others may use the account too. */
const share = 0.9

export interface Pacing {
  /** Keeps an account below 90 % of this many requests in 5 minutes (section 8). */
  limit(account: string, requestRateLimit: number): void
  /** Resolves when the next request of an account may be sent. */
  turn(account: string): Promise<void>
  /** Waits because the target asks to. */
  wait(milliseconds: number): Promise<void>
  /** Milliseconds that all requests have waited in total. */
  readonly waited: number
  /** Milliseconds until the first of the waiting requests is sent; undefined where none waits. */
  readonly left: number | undefined
}

/** Keeps the run below the rate limits of its accounts, and below `rate` requests per second over all of them. */
export function createPacing({
  rate,
  signal,
}: {
  rate?: number | undefined
  signal?: AbortSignal | undefined
} = {}): Pacing {
  const ends = new Set<{ at: number }>()
  let waited = 0
  const limits = new Map<string, number>()
  const sent = new Map<string, number[]>()
  let free = 0

  const wait = async (milliseconds: number) => {
    if (milliseconds <= 0) return
    const from = Date.now()
    const end = { at: from + milliseconds }
    ends.add(end)
    try {
      // Requests after the abort are clean-up, and wait without the signal.
      await sleep(milliseconds, undefined, signal && !signal.aborted ? { signal } : {})
    } catch {
      throw new Interrupted('the run was ended while a request waited for the rate limit')
    } finally {
      ends.delete(end)
      waited += Date.now() - from
    }
  }

  /** Waits until an account has sent less than its share in the window. */
  const room = async (account: string) => {
    const limit = limits.get(account)
    if (limit === undefined) return
    const most = Math.max(1, Math.floor(limit * share))
    const times = sent.get(account) ?? []
    sent.set(account, times)
    for (;;) {
      const now = Date.now()
      const stale = times.findIndex(time => time > now - window)
      times.splice(0, stale === -1 ? times.length : stale)
      if (times.length < most) break
      const left = (times[0] ?? now) + window - now + 1
      debug('%s waits %d ms for its rate limit', account, left)
      await wait(left)
    }
    times.push(Date.now())
  }

  return {
    limit(account, requestRateLimit) {
      // No run comes near a limit beyond this; keeping the times would only cost memory.
      if (requestRateLimit < 50_000) limits.set(account, requestRateLimit)
      else limits.delete(account)
    },
    async turn(account) {
      if (rate !== undefined) {
        const now = Date.now()
        const start = Math.max(now, free)
        free = start + 1000 / rate
        await wait(start - now)
      }
      await room(account)
    },
    wait,
    get waited() {
      return waited
    },
    get left() {
      if (ends.size === 0) return undefined
      return Math.max(0, Math.min(...[...ends].map(({ at }) => at)) - Date.now())
    },
  }
}

/** Milliseconds that an answer asks to wait; undefined where it does not ask. */
export function waitAsked(status: number, retryAfter: string | undefined, round: number): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined
  const seconds = Number(retryAfter)
  if (retryAfter !== undefined && Number.isFinite(seconds)) return Math.max(seconds * 1000, 50)
  const date = Date.parse(retryAfter ?? '')
  if (Number.isFinite(date)) return Math.max(date - Date.now(), 50)
  return Math.min(500 * 2 ** round, 60_000)
}
