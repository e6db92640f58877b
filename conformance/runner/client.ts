import type { Exchange, Request } from './exchange.js'
import { Interrupted } from './outcomes.js'
import { type Pacing, waitAsked } from './pacing.js'
import type { Transport } from './transport.js'

/** Whom a request belongs to, and what becomes of it. */
export interface RequestContext {
  /** The id of the check, sent along in a header. */
  readonly check: string
  /** Every exchange of the check, in order; kept for the proof of a failure. */
  readonly trail: Exchange[]
  /** Whose rate limit counts. */
  readonly account: string
  /** Answers that ask to wait come back as they are. */
  readonly returnRateLimited?: boolean
  readonly transport?: Transport
}

/** The way to the target: waits where the target asks for it, tries again what may be tried again, counts. */
export interface Client {
  readonly baseUrl: string
  send(request: Request, context: RequestContext): Promise<Exchange>
  /** A transport of one connection. */
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

/** As long as a window of the rate limit, and a little. */
const patience = 330_000
const attempts = 3

export function createClient({ baseUrl, transport, pacing, witness }: ClientOptions): Client {
  let requests = 0
  let waits = 0

  const once = async (request: Request, context: RequestContext): Promise<Exchange> => {
    const { path, query, authorization, body } = request
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
    return { request, answer, sentAt, took: performance.now() - started }
  }

  const persistent = async (request: Request, context: RequestContext): Promise<Exchange> => {
    for (let attempt = 1; ; attempt++) {
      await pacing.turn(context.account)
      try {
        return await once(request, context)
      } catch (error) {
        // What only reads may be sent again; after anything else the state is unknown and the check starts anew.
        const harmless = request.method === 'GET' && error instanceof Interrupted
        if (!harmless || attempt === attempts) throw error
        await pacing.wait(100 * attempt)
      }
    }
  }

  return {
    baseUrl,
    async send(request, context) {
      let spent = 0
      for (let round = 0; ; round++) {
        const exchange = await persistent(request, context)
        const { status, headers } = exchange.answer
        const asked = context.returnRateLimited ? undefined : waitAsked(status, headers['retry-after'], round)
        if (asked === undefined) {
          context.trail.push(exchange)
          witness(exchange, context.check)
          return exchange
        }
        waits++
        spent += asked
        if (spent > patience) {
          throw new Interrupted(`the target went on answering ${status} for ${Math.round(patience / 1000)} s`)
        }
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
