import { accepted, holds } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import { Interrupted } from '../../http/interrupted.js'
import { isObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import { toBase64 } from '../authentication/authentication.js'

const window = 5 * 60_000
/** The number of requests that the run itself may already have sent with the account. */
const spent = 5
const beyond = 5

/** Milliseconds to wait before a refusal is believed: the target may only be busy for a moment. */
const pauses = [1100, 3000] as const

interface Burst {
  readonly limit: number
  /** The number of successful responses before the first failure. */
  readonly served: number
  readonly took: number
  /** The first response that is not a success. */
  readonly stopped?: Reply
  /** The target closed the connection without a response. */
  readonly isDropped?: true
  /** A request of another user right after that, and how many milliseconds it had to wait. */
  readonly other?: { readonly reply: Reply; readonly waited: number } | undefined
}

/** Uses up the limit of the account, sequentially; once for all checks. */
const burst = (context: Context): Promise<Burst> =>
  context.once('as many requests as the limited account may make', async () => {
    const { limited } = context
    const started = Date.now()
    let reply = await believed(context)
    // The account was let in before the first check: if it no longer is, the limit that was read then applies.
    const limit = isObject(reply.data) ? Number(reply.data.request_rate_limit) : limited.rate
    if (reply.ok && !(limit >= 1 && limit <= 100)) {
      context.skip('the request_rate_limit of the limited account is not from 1 to 100 any more')
    }
    let served = 0
    while (reply.ok) {
      served++
      if (served >= limit + beyond || Date.now() - started >= window) {
        return { limit, served, took: Date.now() - started }
      }
      const next = served < limit - spent ? await believed(context) : await unlessDropped(limited)
      if (!next) {
        return { limit, served, took: Date.now() - started, isDropped: true, other: await another(context) }
      }
      reply = next
    }
    return { limit, served, took: Date.now() - started, stopped: reply, other: await another(context) }
  })

/**
 * Returns the response to an account that may have reached its limit: what happens beyond is not shown (section 8).
 * Undefined if there is none.
 */
async function unlessDropped(limited: Context['limited']): Promise<Reply | undefined> {
  try {
    return await limited.get(me)
  } catch (error) {
    if (error instanceof Interrupted) return undefined
    throw error
  }
}

/** Returns the response to the limited account; a refusal only if it is repeated. */
async function believed({ limited, wait }: Context): Promise<Reply> {
  let reply = await limited.get(me)
  for (const pause of pauses) {
    if (reply.ok) break
    await wait(pause)
    reply = await limited.get(me)
  }
  return reply
}

/** Sends a request of the owner at once; any wait is one that the target asked for. */
async function another({ owner, withHeader }: Context): Promise<Burst['other']> {
  const header = `Basic ${toBase64(`${owner.email}:${owner.password}`)}`
  const started = Date.now()
  const reply = await withHeader(header, 'owner').get(me)
  return { reply, waited: reply.exchange.sentAt - started }
}

/** Explains why too few successful requests may not be the target's fault; undefined if nothing else explains them. */
function excuse({ limited }: Context, { limit, took, stopped, other }: Burst): string | undefined {
  if (limit <= spent)
    return `a request_rate_limit of ${limit} may be used up by what the run itself has to know`
  if (took > window) return `the target needs more than 5 minutes for ${limit} requests`
  if (!limited.fresh) return 'the limited account had been used up shortly before the run'
  if (stopped && stopped.status >= 500) return `the limited account was answered ${stopped.status}`
  if (other && (!other.reply.ok || other.waited > pauses[0])) return 'the owner was not served at once either'
  return undefined
}

export const limitChecks: readonly Check[] = [
  check('LIMIT-01', 'the limits of an account are members of the user object', async ({ owner }) => {
    const user = await owner.read(me)

    for (const name of ['collaboration_limit', 'request_rate_limit', 'schedules_limit']) {
      holds(Number.isInteger(user[name]), `${name} of the user object must be an integer`, {
        expected: 'an integer',
        actual: user[name],
      })
    }
  }),

  check(
    'LIMIT-02',
    'as many requests as request_rate_limit says are served',
    { needs: ['limited account'], danger: 'lock' },
    async context => {
      const all = await burst(context)
      const { limit, served, stopped } = all
      const enough = served >= Math.max(1, limit - spent)

      const reason = enough ? undefined : excuse(context, all)
      if (reason !== undefined) context.skip(reason)
      holds(enough, `request_rate_limit is ${limit}, and only ${served} requests were served`, {
        expected: `${limit} requests in 5 minutes`,
        actual: served,
        replies: stopped ? [stopped] : [],
      })
    },
  ),

  check('LIMIT-03', 'requests beyond request_rate_limit', { needs: ['limited account'] }, async context => {
    const { limit, served, stopped, isDropped } = await burst(context)

    if (isDropped)
      return context.observe(
        `after ${served} of ${limit} requests the next gets no answer: the connection is closed`,
      )
    if (!stopped)
      return context.observe(`all of ${served} requests are served where request_rate_limit is ${limit}`)
    const { status, headers } = stopped
    const after = headers['retry-after']
    const hint = after === undefined ? 'without Retry-After' : `with Retry-After: ${after}`
    const message = `after ${served} of ${limit} requests the next is refused with status ${status}, ${hint}`
    context.observe(message, stopped)
  }),

  check('LIMIT-04', 'users do not share a rate limit', { needs: ['limited account'] }, async context => {
    const { other } = await burst(context)

    if (!other) return context.skip('the target refuses no request beyond request_rate_limit')
    accepted(other.reply, 'a request of the owner after the limited account was used up')
    holds(other.waited < 10_000, 'the owner had to wait after the limited account was used up', {
      expected: 'an answer at once',
      actual: `an answer after ${Math.round(other.waited / 1000)} s`,
      replies: [other.reply],
    })
  }),

  check('LIMIT-05', 'a list with a very large limit', { danger: 'own' }, async context => {
    const { owner, schedule, given, observe } = context
    const { id } = await given.resource()

    for (const limit of [1_000_000, 10_000_000_000]) {
      const reply = await owner.get(schedule.resources, { ids: [id], limit })
      const shown = isObject(reply.pagination) ? JSON.stringify(reply.pagination.limit) : 'none'
      observe(`limit=${limit} is ${reply.ok ? `accepted; pagination.limit is ${shown}` : 'refused'}`, reply)
    }
  }),
]
