import { type Account, type Target, UnreachableError } from '../target/target.js'
import { basic } from './actor.js'
import type { Client } from './client.js'
import { isLetIn, replyOf } from './exchange.js'
import { isObject } from './json.js'
import type { Pacing } from './pacing.js'
import { me } from './paths.js'

/** An account that checks may use up. Its address and password are those that work now. */
export interface Throwaway {
  email: string
  password: string
  /** The password that the target was given with. */
  readonly original: string
  readonly number: number
}

/** The throwaway accounts: each belongs to one check at a time. */
export interface Pool {
  readonly size: number
  /** The next one; undefined where none is left. Waits where all are in use. */
  take(): Promise<Throwaway | undefined>
  /** Back to the others, or gone for good. */
  give(account: Throwaway, alive: boolean): void
  /** Those that are left. */
  list(): readonly Throwaway[]
}

export function createPool(accounts: readonly Account[]): Pool {
  const free: Throwaway[] = accounts.map(({ email, password }, index) => ({
    email,
    password,
    original: password,
    number: index + 1,
  }))
  const waiting: ((account: Throwaway | undefined) => void)[] = []
  let size = free.length
  return {
    get size() {
      return size
    },
    async take() {
      const next = free.shift()
      if (next || size === 0) return next
      return new Promise(resolve => waiting.push(resolve))
    },
    give(account, alive) {
      if (!alive) {
        size--
        if (size === 0) for (const resolve of waiting.splice(0)) resolve(undefined)
        return
      }
      const next = waiting.shift()
      if (next) next(account)
      else free.push(account)
    },
    list: () => free,
  }
}

/** A limit that can be used up without a flood. */
const low = 100

/** A throwaway account with a low rate limit. */
export interface LimitedAccount extends Account {
  /** Its request_rate_limit. */
  readonly rate: number
  /** It had not to wait for the first request: nobody had used it up shortly before. */
  readonly fresh: boolean
}

/**
 * Looks at every throwaway account: all must be able to log in, since a check that gets one believes in its password. The
 * first one with a low rate limit stands apart, the limits of the others are taken note of.
 */
export async function createLimited(
  { baseUrl, disposable }: Pick<Target, 'baseUrl' | 'disposable'>,
  client: Client,
  pacing: Pick<Pacing, 'limit'>,
): Promise<{ limited: LimitedAccount | undefined; others: readonly Account[] }> {
  let limited: LimitedAccount | undefined
  for (const account of disposable) {
    const { email, password } = account
    const { waits } = client
    const authorization = basic(email, password)
    const request = { method: 'GET', path: me, query: '', authorization, as: 'throwaway' }
    const exchange = await client.send(request, { check: 'preparation', trail: [], account: email })
    const reply = replyOf(exchange)
    if (!isLetIn(reply)) {
      const answer = `${reply.status} ${reply.text.slice(0, 200)}`
      throw new UnreachableError(
        `The disposable account ${email} can't log in: GET ${baseUrl}${me} answered ${answer}`,
      )
    }
    const { data } = reply
    const limit = isObject(data) ? data.request_rate_limit : undefined
    if (typeof limit !== 'number' || limit <= 0) continue
    if (limit <= low && !limited) limited = { ...account, rate: limit, fresh: client.waits === waits }
    else pacing.limit(email, limit)
  }
  return { limited, others: disposable.filter(({ email }) => email !== limited?.email) }
}
