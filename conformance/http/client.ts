import { setTimeout as sleep } from 'node:timers/promises'
import { type CircuitBreaker, shownWithBody } from './circuit-breaker.js'
import { debug } from './debug.js'
import type { Ending } from './ending.js'
import { type Answer, type Exchange, replyOf, type SentRequest } from './exchange.js'
import { Interrupted, messageOf } from './interrupted.js'
import { isObject } from './json.js'
import { type Pacing, waitAsked } from './pacing.js'
import { urlOf } from './paths.js'
import type { Transport } from './transport.js'

/** What a request is sent for. */
export interface RequestContext {
  /** The id of the check, sent as the header `schedkit-check`. */
  readonly check: string
  /** Collects every exchange of the check, in order, as evidence. */
  readonly trail: Exchange[]
  /** The account whose rate limit applies. */
  readonly account: string
  /** Return responses that ask to wait instead of waiting. */
  readonly returnRateLimited?: boolean | undefined
  readonly transport?: Transport | undefined
}

export interface ClientOptions {
  readonly baseUrl: string
  readonly transport: Transport
  readonly pacing: Pacing
  readonly breaker: CircuitBreaker
  readonly ending: Pick<Ending, 'stop'>
  /** Removes secrets from bodies of error pages, which messages quote. */
  readonly clean?: (text: string) => string
  /** Milliseconds before an interrupted read is retried; longer each time. */
  readonly retryDelay: number
  /** Called with every request as it is sent. The result is called with the outcome, at once and only once. */
  onSend?(request: SentRequest): Settle
  /** Called with every exchange, except the last ones, with statuses from 500, of a target that stopped answering. */
  onExchange(answered: Answered): void
}

/** An exchange with the check that it is for, and all exchanges of that check so far. */
export interface Answered {
  readonly exchange: Exchange
  readonly check: string
  readonly trail: readonly Exchange[]
}

/** Called with the response to a request, even if that asks to wait, or without one if none came. */
export type Settle = (answered?: Answered) => void

/** Milliseconds that a target may ask to wait in total: a window of the rate limit, and a little more. */
const longestWait = 330_000

/** Whether a response asks all accounts to wait. */
const isBusy = ({ status, headers }: Answer) => status === 503 && headers['retry-after'] !== undefined

const gatewayTimeout = 504

/**
 * Whether a page with one of these statuses is from a gateway that did not reach the service, or did not wait for it: a
 * response of the service has `success` (section 1).
 */
function isFromGateway(exchange: Exchange): boolean {
  const { answer } = exchange
  if (![502, 503, gatewayTimeout].includes(answer.status) || isBusy(answer)) return false
  const { body } = replyOf(exchange)
  return !(isObject(body) && 'success' in body)
}

/** Sends requests to the target: paces them, waits when the target asks for it, and retries interrupted reads. */
export interface Client {
  readonly baseUrl: string
  send(request: SentRequest, context: RequestContext): Promise<Exchange>
  /** A transport with a single connection. */
  single(): Transport
  /** The number of requests sent. */
  readonly requests: number
  /** The number of responses that asked to wait. */
  readonly waits: number
  /** Milliseconds per response: the lower quartile of the first requests, as a login takes longer. */
  readonly responseTime: number
  /** The number of responses that a delayed acknowledgement held up. */
  readonly delayed: number
  /** The number of responses that a cache in front of the target had stored. */
  readonly cached: number
  /** Passes withheld exchanges to onExchange: the target has not stopped answering after them. */
  release(): void
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, transport, pacing, breaker, ending, clean, onExchange, retryDelay } = options
  const onSend: NonNullable<ClientOptions['onSend']> = options.onSend ?? (() => () => {})
  const held: Answered[] = []
  let requests = 0
  let waits = 0
  let cached = 0
  const delays = createDelays()
  const times: number[] = []

  const once = async (request: SentRequest, context: RequestContext): Promise<[Exchange, Settle]> => {
    const { method, path, authorization, body, accept = 'application/json' } = request
    const url = urlOf(baseUrl, request)
    const headers = {
      ...(accept !== null && { accept }),
      'schedkit-check': context.check,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    await breaker.admit()
    requests++
    breaker.sent(request, context.check)
    const settle = onSend(request)
    const sentAt = Date.now()
    const started = performance.now()
    const answer = await (context.transport ?? transport).send(url, request, headers).catch(error => {
      settle()
      breaker.failed(request, messageOf(error))
      if (error instanceof Interrupted) error.request = request
      throw error
    })
    const took = performance.now() - started
    delays.add(took)
    if (times.length < 100) times.push(took)
    if (isFromCache(answer)) cached++
    const exchange = { request, answer, sentAt, took }
    // Requests sent before the target asked to wait reveal nothing new.
    if (isBusy(answer) && pacing.isDeferred) breaker.postponed(request)
    else breaker.answered(exchange)
    debug('%s %s %s %d in %d ms', context.check, method, path, answer.status, Math.round(took))
    if (isFromGateway(exchange)) {
      settle()
      const isLate = answer.status === gatewayTimeout
      throw Object.assign(new Interrupted(shownWithBody(exchange, clean)), { request, exchange, isLate })
    }
    return [exchange, settle]
  }

  const release = () => {
    for (const answered of held.splice(0)) onExchange(answered)
  }
  const show = (answered: Answered) => {
    if (answered.exchange.answer.status >= 500) return void held.push(answered)
    release()
    onExchange(answered)
  }

  /** The target asks to wait: with 429 this account, with 503 all accounts. */
  const defer = (status: number, account: string, asked: number, waited: number) => {
    const what = status === 429 ? `429 to ${account}` : String(status)
    pacing.defer(status === 429 ? account : undefined, asked, `the target, which answered ${what}`)
    if (waited <= longestWait) return
    const reason = waited === asked ? asksTooMuch(what, asked) : asksForEver(what)
    ending.stop(reason)
    throw Object.assign(new Interrupted(reason), { asksToWait: true })
  }

  const inTurn = async (request: SentRequest, context: RequestContext): Promise<[Exchange, Settle]> => {
    await pacing.turn(context.account)
    return retry(() => once(request, context), {
      // After an interrupted write the state is unknown: the whole check starts over instead.
      limit: request.method === 'GET' ? attempts.read : 1,
      async pause(attempt) {
        await pacing.wait(retryDelay * attempt, 'the connection, which broke')
        await pacing.turn(context.account)
      },
    })
  }

  return {
    baseUrl,
    async send(request: SentRequest, context: RequestContext): Promise<Exchange> {
      let waited = 0
      for (let round = 0; ; round++) {
        const [exchange, settle] = await inTurn(request, context)
        const { status, headers } = exchange.answer
        const asked = context.returnRateLimited ? undefined : waitAsked(status, headers['retry-after'], round)
        const answered = { exchange, check: context.check, trail: context.trail }
        if (asked === undefined) {
          context.trail.push(exchange)
          settle(answered)
          show(answered)
          return exchange
        }
        settle(answered)
        waits++
        waited += asked
        debug('%s waits %d ms, as the target asks to (%d)', context.check, asked, status)
        defer(status, context.account, asked, waited)
      }
    },
    single: (): Transport => transport.single(new URL(baseUrl).origin),
    get requests(): number {
      return requests
    },
    get waits(): number {
      return waits
    },
    get responseTime(): number {
      return [...times].sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0
    },
    get delayed(): number {
      return delays.among(requests)
    },
    get cached(): number {
      return cached
    },
    release,
  }
}

/** A stored response has an Age (RFC 9111, section 5.1), or a header in which a cache says so (RFC 9211, section 2.1). */
const isFromCache = ({ headers }: Exchange['answer']) =>
  Number(headers.age) > 0 ||
  ['cache-status', 'x-cache', 'cf-cache-status'].some(name => /\bhit\b/i.test(headers[name] ?? ''))

const most = `${longestWait / 1000} s`

function asksTooMuch(what: string, asked: number): string {
  const until = new Date(Date.now() + asked).toISOString().slice(0, 19)
  return `The target answered ${what} and asked to wait ${Math.round(asked / 1000)} s, until ${until}Z; the kit waits ${most} at most. Start the run again after that.`
}

const asksForEver = (what: string) =>
  `The target kept answering ${what} for ${most}, although the kit waited as asked.`

/**
 * Counts responses that took about 40 ms: TCP delays acknowledgements for that long, and a target waits for one if it sends
 * headers and body separately, without `TCP_NODELAY`. A slow or distant target has other response times, too.
 */
export function createDelays() {
  let fast = 0
  let between = 0
  let delayed = 0

  return {
    /** Adds the time of a response, in milliseconds. */
    add(took: number): void {
      if (took < 20) fast++
      else if (took < 38) between++
      else if (took < 60) delayed++
    },
    /** Returns how many responses to this many requests were delayed; 0 unless they are many, and stand apart from the others. */
    among(requests: number): number {
      const standApart = between <= requests / 20 && fast >= requests / 50
      return standApart && requests >= 100 && delayed >= requests / 3 ? delayed : 0
    },
  }
}

/** The maximum number of attempts of each kind of work while the connection breaks. */
export const attempts = {
  /** One GET, which changes nothing. */
  read: 3,
  /** A step of setup or clean-up, which may be repeated. */
  step: 3,
  /** A whole check, with new names each time, that ends at the same request each time. */
  check: 5,
  /** A whole check whose attempts end at different requests: enough for a check of a hundred writes if 1 % of writes fail. */
  unluckyCheck: 15,
} as const

export interface RetryOptions {
  /** The maximum number of attempts. */
  readonly limit: number
  /** Waits before the next attempt; by default 200 ms longer each time. */
  readonly pause?: (attempt: number) => Promise<void>
  /** Whether another attempt is still wanted. */
  readonly isWanted?: () => boolean
}

const pauseBefore = (attempt: number) => sleep(200 * attempt)

/** Repeats an action from the start as long as it ends with a broken connection. */
export async function retry<T>(
  act: () => Promise<T>,
  { limit, pause = pauseBefore, isWanted = () => true }: RetryOptions = { limit: attempts.step },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof Interrupted) || attempt === limit || !isWanted()) throw error
      debug('retry after attempt %d of %d: %s', attempt, limit, error.message)
      await pause(attempt)
    }
  }
}
