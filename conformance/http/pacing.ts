import { setTimeout as sleep } from 'node:timers/promises'
import { debug } from './debug.js'
import type { Ending } from './ending.js'
import { Interrupted } from './interrupted.js'

/** The window of the rate limit in milliseconds (section 8). */
export const window = 5 * 60 * 1000
/** The share of an account's limit that the run uses: others may use the account too. */
const share = 0.9
/** The number of requests that may be sent at once when a run is spread over its time. */
const burst = 10

/** Returns how many requests an account with this limit may send in a window. */
export const allowance = (requestRateLimit: number) => Math.max(1, Math.floor(requestRateLimit * share))

/** No run comes near a higher limit; storing the times of requests would only cost memory. */
const isBoundless = (requestRateLimit: number) => requestRateLimit >= 50_000

/** Returns the milliseconds that an account with this limit needs for these requests; 0 if they may be sent at once. */
export const timeOf = (requests: number, requestRateLimit: number) =>
  isBoundless(requestRateLimit) || requests <= allowance(requestRateLimit)
    ? 0
    : ((requests - burst) / allowance(requestRateLimit)) * window

/** A wait of a run: until when, in milliseconds since 1970, and for what. */
export interface Wait {
  readonly until: number
  /** Continues "waiting for": `the rate limit of ada@example.test`. */
  readonly reason: string
}

/** Waits shorter than this, in milliseconds, only spread the requests. */
const worthTelling = 2000

interface Account {
  /** The account's request_rate_limit. */
  readonly limit: number
  /** The times of the requests in the last window. */
  readonly times: number[]
  /** When the next request is due, if they are spread. */
  due: number
}

interface PacingOptions {
  readonly rate?: number | undefined
  readonly ending?: Pick<Ending, 'signal' | 'left' | 'reason'> | undefined
}

export interface Pacing {
  /** Keeps an account below 90 % of this many requests in 5 minutes (section 8). */
  limit(name: string, requestRateLimit: number): void
  /** Returns the request_rate_limit of an account, if known. */
  limitOf(name: string): number | undefined
  /** Sets how many requests an account will send: if its limit does not allow them at once, they are spread evenly. */
  expect(name: string, requests: number): void
  /** Resolves when the next request of an account may be sent. Throws `Interrupted` if the run ends first. */
  turn(name: string): Promise<void>
  /** Sends nothing for some milliseconds, because the target asks for it: for one account, or for all if undefined. */
  defer(name: string | undefined, milliseconds: number, reason: string): void
  /** Whether the target has asked all accounts to wait, and the time is not over. */
  readonly isDeferred: boolean
  /** Returns the milliseconds that the target still asks an account to wait. */
  deferral(name: string): number
  wait(milliseconds: number, reason: string): Promise<void>
  /** Milliseconds spent waiting; simultaneous waits count once. */
  readonly waited: number
  /** Returns the wait that will end soonest; undefined if every wait is too short to be shown. */
  readonly waiting: Wait | undefined
}

/** Keeps the run below the rate limits of its accounts, and below `rate` requests per second over all of them. */
export function createPacing({ rate, ending }: PacingOptions = {}): Pacing {
  const waits = new Set<Wait>()
  const accounts = new Map<string, Account>()
  const expected = new Map<string, number>()
  const deferred = new Map<string | undefined, Wait>()
  let waited = 0
  let waitingSince = 0
  let free = 0
  // If somebody ends the run, the first request of the clean-up finds out whether the target still asks to wait.
  ending?.signal.addEventListener('abort', () => {
    if (ending.reason === undefined) deferred.clear()
  })

  /** Waits, but not to the end if somebody ends the run. Throws `Interrupted` if the target ends it, or no time is left. */
  const wait = async (milliseconds: number, reason: string): Promise<void> => {
    if (milliseconds <= 0) return
    const from = Date.now()
    const isEnding = ending?.signal.aborted === true
    if (isEnding && milliseconds > ending.left()) {
      throw new Interrupted(`the run was ended, and there is no time left to wait for ${reason}`)
    }
    const entry = { until: from + milliseconds, reason }
    if (waits.size === 0) waitingSince = from
    waits.add(entry)
    try {
      // Requests after the abort are clean-up, and wait without the signal.
      await sleep(milliseconds, undefined, ending && !isEnding ? { signal: ending.signal } : {})
    } catch {
      // If somebody ends the run, this request may belong to the clean-up: it continues at once, as far as possible.
      if (ending?.reason !== undefined) throw interrupted(reason)
    } finally {
      waits.delete(entry)
      if (waits.size === 0) waited += Date.now() - waitingSince
    }
  }

  /** Waits while the target has asked this account, or all accounts, to send nothing. */
  const obey = async (key: string | undefined) => {
    for (;;) {
      const { until, reason } = deferred.get(key) ?? { until: 0, reason: '' }
      const left = until - Date.now()
      if (left <= 0) return deferred.delete(key)
      const isEnding = ending?.signal.aborted === true
      await wait(left, reason)
      // A request that the target has just deferred is not sent again only because somebody ends the run.
      if (ending?.signal.aborted && !isEnding) throw interrupted(reason)
    }
  }

  /** Waits until an account has sent less than its share in the window. */
  const room = async (name: string, account: Account) => {
    const { times, limit } = account
    const reason = `the rate limit of ${name}`
    const isEnding = () => ending?.signal.aborted === true
    if ((expected.get(name) ?? 0) > allowance(limit) && !isEnding()) {
      const interval = window / allowance(limit)
      account.due = Math.max(account.due, Date.now() - burst * interval) + interval
      await wait(account.due - Date.now(), reason)
    }
    for (;;) {
      const now = Date.now()
      const stale = times.findIndex(time => time > now - window)
      times.splice(0, stale === -1 ? times.length : stale)
      // The clean-up of an ending run may use the rest of the limit.
      if (times.length < (isEnding() ? limit : allowance(limit))) break
      const left = (times[0] ?? now) + window - now + 1
      debug('%s waits %d ms for its rate limit', name, left)
      await wait(left, reason)
    }
    times.push(Date.now())
  }

  return {
    limit(name: string, requestRateLimit: number): void {
      const { times, due } = accounts.get(name) ?? { times: [], due: 0 }
      accounts.set(name, { limit: requestRateLimit, times, due })
    },
    limitOf: (name: string) => accounts.get(name)?.limit,
    expect: (name: string, requests: number) => void expected.set(name, requests),
    async turn(name: string): Promise<void> {
      if (deferred.size > 0) {
        await obey(undefined)
        await obey(name)
      }
      const account = accounts.get(name)
      if (account && !isBoundless(account.limit)) await room(name, account)
      // Applied last, so that requests which waited for something else do not all start at once.
      if (rate !== undefined) {
        const now = Date.now()
        const start = Math.max(now, free)
        free = start + 1000 / rate
        await wait(start - now, 'its turn at --rate')
      }
    },
    defer(name: string | undefined, milliseconds: number, reason: string): void {
      const until = Date.now() + milliseconds
      if (until > (deferred.get(name)?.until ?? 0)) deferred.set(name, { until, reason })
    },
    get isDeferred(): boolean {
      return (deferred.get(undefined)?.until ?? 0) > Date.now()
    },
    deferral: (name: string) =>
      Math.max(0, ...[undefined, name].map(key => (deferred.get(key)?.until ?? 0) - Date.now())),
    wait,
    get waited(): number {
      return waited
    },
    get waiting(): Wait | undefined {
      const long = [...waits].filter(({ until }) => until - Date.now() >= worthTelling)
      return long.sort((a, b) => a.until - b.until)[0]
    },
  }
}

const interrupted = (reason: string) =>
  new Interrupted(`the run was ended while a request waited for ${reason}`)

/** The part of the progress that explains why nothing happens. */
export const waitingOf = ({ waiting }: Pick<Pacing, 'waiting'>) =>
  waiting === undefined ? {} : { waiting: waiting.until - Date.now(), waitingFor: waiting.reason }

/**
 * Returns the milliseconds to wait before a retry, after `round` earlier ones; undefined if the response does not ask for a
 * wait. If it gives no time, or one that has passed, the wait doubles with each retry.
 */
export function waitAsked(status: number, retryAfter: string | undefined, round: number): number | undefined {
  if (status !== 429 && !(status === 503 && retryAfter !== undefined)) return undefined
  const seconds = Number(retryAfter)
  if (retryAfter !== undefined && Number.isFinite(seconds))
    return Math.min(longest, Math.max(seconds * 1000, backOff(50, round)))
  const date = Date.parse(retryAfter ?? '')
  if (Number.isFinite(date)) return Math.min(longest, Math.max(date - Date.now(), backOff(50, round)))
  return backOff(500, round)
}

/** Milliseconds that a timer can wait; a run does not wait so long. */
const longest = 2 ** 31 - 1

const backOff = (first: number, round: number) => Math.min(first * 2 ** round, 60_000)
