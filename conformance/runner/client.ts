import { debug } from './debug.js'
import type { Exchange, SentRequest } from './exchange.js'
import { Interrupted } from './outcomes.js'
import { type Pacing, waitAsked } from './pacing.js'
import { attempts, retry } from './retry.js'
import type { Transport } from './transport.js'

/** What a request is sent for. */
export interface RequestContext {
  /** The id of the check, sent as the header `schedkit-check`. */
  readonly check: string
  /** Collects every exchange of the check, in order, as evidence. */
  readonly trail: Exchange[]
  /** The account whose rate limit applies. */
  readonly account: string
  /** Return answers that ask to wait instead of waiting. */
  readonly returnRateLimited?: boolean | undefined
  readonly transport?: Transport | undefined
}

/** Sends requests to the target: paces them, waits where the target asks to, and repeats interrupted reads. */
export interface Client {
  readonly baseUrl: string
  send(request: SentRequest, context: RequestContext): Promise<Exchange>
  /** A transport with a single connection. */
  single(): Transport
  readonly requests: number
  /** Answers that asked to wait. */
  readonly waits: number
}

export interface ClientOptions {
  readonly baseUrl: string
  readonly transport: Transport
  readonly pacing: Pacing
  /** Sees every exchange. */
  witness(exchange: Exchange, check: string): void
}

/** Milliseconds that a target may ask to wait in total: a window of the rate limit, and a little more. */
const longestWait = 330_000

export function createClient({ baseUrl, transport, pacing, witness }: ClientOptions): Client {
  let requests = 0
  let waits = 0

  const once = async (request: SentRequest, context: RequestContext): Promise<Exchange> => {
    const { method, path, query, authorization, body } = request
    const url = `${baseUrl}${path}${query ? `?${query}` : ''}`
    const headers = {
      accept: 'application/json',
      'schedkit-check': context.check,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    requests++
    const sentAt = Date.now()
    const started = performance.now()
    const answer = await (context.transport ?? transport).send(url, request, headers)
    const took = performance.now() - started
    debug('%s %s %s %d in %d ms', context.check, method, path, answer.status, Math.round(took))
    return { request, answer, sentAt, took }
  }

  const inTurn = async (request: SentRequest, context: RequestContext): Promise<Exchange> => {
    await pacing.turn(context.account)
    return retry(() => once(request, context), {
      // After an interrupted write the state is unknown: the whole check starts again instead.
      limit: request.method === 'GET' ? attempts.read : 1,
      async pause(attempt) {
        await pacing.wait(100 * attempt)
        await pacing.turn(context.account)
      },
    })
  }

  return {
    baseUrl,
    async send(request, context) {
      let waited = 0
      for (let round = 0; ; round++) {
        const exchange = await inTurn(request, context)
        const { status, headers } = exchange.answer
        const asked = context.returnRateLimited ? undefined : waitAsked(status, headers['retry-after'], round)
        if (asked === undefined) {
          context.trail.push(exchange)
          witness(exchange, context.check)
          return exchange
        }
        waits++
        waited += asked
        if (waited > longestWait) {
          throw new Interrupted(
            `the target went on answering ${status} for ${Math.round(longestWait / 1000)} s`,
          )
        }
        debug('%s waits %d ms, as the target asks to (%d)', context.check, asked, status)
        await pacing.wait(asked)
      }
    },
    single: () => transport.single(new URL(baseUrl).origin),
    get requests() {
      return requests
    },
    get waits() {
      return waits
    },
  }
}
