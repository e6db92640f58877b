import { type Check, check } from '../../run/check.js'
import type { Context } from '../../run/context.js'
import { isObject } from '../../run/json.js'
import { accepted, holds } from '../../run/judge.js'
import type { Reply } from '../../run/reply.js'
import { me } from '../operations/account.js'
import { encoded } from './encoded.js'

const window = 5 * 60_000
/** Requests that the run itself may have made for the account before. */
const spent = 5
const beyond = 5

interface Burst {
  readonly limit: number
  /** How many requests were answered with success before one was not. */
  readonly served: number
  readonly took: number
  /** The first answer without success. */
  readonly stopped?: Reply
  /** A request of another user right after that, and the milliseconds that it had to wait. */
  readonly other?: { readonly reply: Reply; readonly waited: number } | undefined
}

/** Uses the account up, one request after the other: once for all checks that look at it. */
const burst = (context: Context): Promise<Burst> =>
  context.once('as many requests as the limited account may make', async () => {
    const started = Date.now()
    const first = await context.limited.get(me)
    const limit = isObject(first.data) ? Number(first.data.request_rate_limit) : Number.NaN
    if (!first.ok || !(limit >= 1 && limit <= 100)) {
      context.skip('the limited account can not be read, or its request_rate_limit is not from 1 to 100')
    }
    let served = 1
    while (served < limit + beyond && Date.now() - started < window) {
      let reply = await context.limited.get(me)
      if (!reply.ok && served < limit - spent) {
        // It may be busy for a moment, and not at the limit.
        await context.wait(1100)
        reply = await context.limited.get(me)
      }
      if (!reply.ok)
        return { limit, served, took: Date.now() - started, stopped: reply, other: await another(context) }
      served++
    }
    return { limit, served, took: Date.now() - started }
  })

/** A request of the owner, which the run sends at once; the wait is one that the target asked for. */
async function another({ owner, withHeader }: Context): Promise<Burst['other']> {
  const header = `Basic ${encoded(`${owner.email}:${owner.password}`)}`
  const started = Date.now()
  const reply = await withHeader(header, 'owner').get(me)
  return { reply, waited: reply.exchange.sentAt - started }
}

const limitMembers = ['collaboration_limit', 'request_rate_limit', 'schedules_limit'] as const

export const limitChecks: readonly Check[] = [
  check('LIMIT-01', 'the limits of an account are members of the user object', {}, async ({ owner }) => {
    const user = await owner.read(me)

    for (const name of limitMembers) {
      holds(Number.isInteger(user[name]), `${name} of the user object must be an integer`, {
        expected: 'an integer',
        actual: user[name],
      })
    }
  }),

  check(
    'LIMIT-02',
    'as many requests as request_rate_limit says are served',
    {
      needs: ['limited account'],
      danger: 'lock',
    },
    async context => {
      const { limit, served, took, stopped } = await burst(context)

      if (took > window) context.skip(`the target needs more than 5 minutes for ${limit} requests`)
      holds(
        served >= limit - spent,
        `request_rate_limit is ${limit}, and only ${served} requests were served`,
        {
          expected: `${limit} requests in 5 minutes`,
          actual: served,
          replies: stopped ? [stopped] : [],
        },
      )
    },
  ),

  check(
    'LIMIT-03',
    'what comes of requests beyond request_rate_limit',
    {
      needs: ['limited account'],
    },
    async context => {
      const { limit, served, stopped } = await burst(context)

      if (!stopped)
        return context.observe(`all of ${served} requests are served where request_rate_limit is ${limit}`)
      const { status, headers } = stopped
      const after = headers['retry-after']
      const hint = after === undefined ? 'without Retry-After' : `with Retry-After: ${after}`
      context.observe(
        `after ${served} of ${limit} requests the next is refused with status ${status}, ${hint}`,
        stopped,
      )
    },
  ),

  check(
    'LIMIT-04',
    'the requests of one user do not use up those of another',
    {
      needs: ['limited account'],
    },
    async context => {
      const { other } = await burst(context)

      if (!other) return context.skip('the target refuses no request beyond request_rate_limit')
      accepted(other.reply, 'a request of the owner after the limited account was used up')
      holds(other.waited < 10_000, 'the owner had to wait after the limited account was used up', {
        expected: 'an answer at once',
        actual: `an answer after ${Math.round(other.waited / 1000)} s`,
        replies: [other.reply],
      })
    },
  ),

  check(
    'LIMIT-05',
    'a list with a very large limit',
    { danger: 'own' },
    async ({ owner, schedule, given, observe }) => {
      const { id } = await given.resource()

      for (const limit of [1_000_000, 10_000_000_000]) {
        const reply = await owner.get(schedule.resources, { ids: [id], limit })
        const shown = isObject(reply.pagination) ? JSON.stringify(reply.pagination.limit) : 'none'
        observe(`limit=${limit} is ${reply.ok ? `accepted; pagination.limit is ${shown}` : 'refused'}`, reply)
      }
    },
  ),
]
