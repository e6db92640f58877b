import { setTimeout as sleep } from 'node:timers/promises'
import { Interrupted } from './outcomes.js'

const window = 5 * 60 * 1000
/** How much of an account's limit the run takes: others may use the account too. */
const share = 0.9

export interface Pacing {
  /** From now on the account gets no more than 90 % of this many requests in 5 minutes (section 8). */
  limit(account: string, requestRateLimit: number): void
  /** Resolves when the next request of an account may leave. */
  turn(account: string): Promise<void>
  /** Waits because the target asked for it. */
  wait(milliseconds: number): Promise<void>
  /** Milliseconds that all requests together have waited. */
  readonly waited: number
  /** Milliseconds until the next of the requests that wait now may leave; undefined where none does. */
  readonly left: number | undefined
}

export interface PacingOptions {
  /** Requests a second at most, over all accounts. */
  readonly rate?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Keeps the run below the rate limits of its accounts. */
export function createPacing({ rate, signal }: PacingOptions = {}): Pacing {
  const limits = new Map<string, number>()
  const sent = new Map<string, number[]>()
  let waited = 0
  const ends = new Set<{ at: number }>()
  let free = 0

  const pause = async (milliseconds: number) => {
    if (milliseconds <= 0) return
    const from = Date.now()
    const end = { at: from + milliseconds }
    ends.add(end)
    try {
      // What is sent after the run was ended is clean-up, and waits like everything else.
      await sleep(milliseconds, undefined, signal && !signal.aborted ? { signal } : {})
    } catch {
      throw new Interrupted('the run was ended while a request waited for the rate limit')
    } finally {
      ends.delete(end)
      waited += Date.now() - from
    }
  }

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
      await pause((times[0] ?? now) + window - now + 1)
    }
    times.push(Date.now())
  }

  return {
    limit(account, requestRateLimit) {
      // Beyond this no run comes near the limit, and keeping the times would only cost memory.
      if (requestRateLimit < 50_000) limits.set(account, requestRateLimit)
      else limits.delete(account)
    },
    async turn(account) {
      if (rate !== undefined) {
        const now = Date.now()
        const start = Math.max(now, free)
        free = start + 1000 / rate
        await pause(start - now)
      }
      await room(account)
    },
    wait: pause,
    get waited() {
      return waited
    },
    get left() {
      return ends.size === 0
        ? undefined
        : Math.max(0, Math.min(...[...ends].map(({ at }) => at)) - Date.now())
    },
  }
}

/** Milliseconds that an answer asks to wait; undefined where it asks for nothing. */
export function waitAsked(status: number, retryAfter: string | undefined, round: number): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined
  const seconds = Number(retryAfter)
  if (retryAfter !== undefined && Number.isFinite(seconds)) return Math.max(seconds * 1000, 50)
  const date = Date.parse(retryAfter ?? '')
  if (Number.isFinite(date)) return Math.max(date - Date.now(), 50)
  return Math.min(500 * 2 ** round, 60_000)
}
