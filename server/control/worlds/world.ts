import {
  type Awaitable,
  type Call,
  type Handler,
  markOf,
  type OperationId,
  type Reply,
  safeBody,
  senderOf,
} from '../../core/index.js'
import { operationOf } from '../requests.js'
import { sleep } from '../sleep.js'

/*
 * Worlds: situations that a client may encounter without having made a mistake. A right world is a service that complies with
 * the whole document and differs where it is silent, a hard world is a problem that can happen to any client, and a time
 * world is a special moment.
 */

export type WorldKind = 'right' | 'hard' | 'time'

/** A call, the handler that answers it as usual, and its operation, if there is one. */
export interface Visit {
  call: Call
  usual: Handler
  operation: OperationId | undefined
}

/** Answers a call as a world does. */
export type Manner = (visit: Visit) => Awaitable<Reply>

export interface World {
  /** A permanent name, such as `newest-first`. */
  readonly name: string
  readonly kind: WorldKind
  /** What the service does, in the present tense without a subject: `lists the newest objects first`. */
  readonly title: string
  /** Why a client has to cope with it, with the section of the document. */
  readonly because: string
  /** The initial time of the service's clock, as ISO 8601. @default the real time */
  readonly now?: string
  /** The time zone of the client's machine. @default its own */
  readonly timezone?: string
  /** Creates the manner; called once per server, whose state it keeps. @default as usual */
  readonly begin?: () => Manner
}

/** Declares a right world. `because` says where the document leaves this open. */
export const right = <const Name extends string>(
  name: Name,
  title: string,
  because: string,
  manner: Manner,
) => ({
  ...{ name, title, because, kind: 'right' as const },
  begin: () => manner,
})

/** A request and its response in a world, from which the behaviour of the client is judged. */
export interface WorldExchange {
  /** When the request arrived, in milliseconds since 1970 by the system clock. */
  at: number
  /** When the response was ready, or when the client gave up. */
  answered: number
  /** Identifies the service instance: it differs between servers and changes with each reset. */
  server?: string
  method: string
  /** Path and query, without secrets. */
  target: string
  operation?: OperationId | undefined
  /** The address in the credentials. */
  as?: string | undefined
  /** The request body, without secrets. */
  body: string
  /** Differs for most requests that differ only in secrets: a checksum of credentials and body. */
  checksum?: number
  /** The status the client received; 0 if the connection was dropped. */
  status: number
  /** The seconds that `Retry-After` asked the client to wait. */
  retryAfter?: number
  /** Whether the client gave up before the response. */
  aborted?: true
  /** Whether a hard world damaged the body of the response. */
  damaged?: true
  /** The status of the service before the world altered it; absent if the service was not called. */
  served?: number
  /** Why the service refused it: code and message. */
  refusal?: { code: string; message: string } | undefined
}

/** Milliseconds before a client learns that its request failed. */
const pause = 100

/** Wraps a handler so that it fails or waits as a test has planned. */
type Plan = (answer: Handler) => Handler

/**
 * Wraps the handler of one server in a world and records each exchange. What a test has planned happens to each request of the
 * client once, before it meets the world: a world may send requests of its own.
 */
export function inhabit(
  world: World | undefined,
  note: (exchange: WorldExchange) => void = () => {},
): (answer: Handler, planned: Plan) => Handler {
  const manner: Manner = world?.begin?.() ?? (({ call, usual }) => usual(call))
  const server = String(Math.random())
  return (answer, planned) => async sent => {
    const at = Date.now()
    let gaveUp: number | undefined
    const stopListening = sent.onAborted?.(() => {
      gaveUp = Date.now()
    })
    const call = await received(sent)
    const operation = operationOf(call)
    /** The reply of the service to the client's request, and that of the world. */
    let served: Reply | undefined
    let met: Reply | undefined
    const usual: Handler = async passed => {
      const reply = await answer(passed)
      if (!passed.isExtra) served ??= reply
      return reply
    }
    const meet: Handler = async call => {
      met = await (call.method === 'OPTIONS' ? usual(call) : manner({ call, usual, operation }))
      return met
    }
    const reply = await planned(meet)(call)
    // What a test has planned is not the doing of the world.
    if (reply !== met) served = reply
    // Requests that a client sends concurrently arrive before this response, so they are not retries of it.
    if (world?.begin && (reply.status === 0 || reply.status === 429 || reply.status >= 500))
      await sleep(pause)
    stopListening?.()
    const { as, secrets, target } = senderOf(call)
    const answered = gaveUp ?? Date.now()
    const retryAfter = secondsUntil(reply.headers['retry-after'], answered)
    // Another status says by itself that something went wrong.
    const isDamaged = world?.kind === 'hard' && served?.status === reply.status && served.body !== reply.body
    note({
      ...{ at, answered, server, method: call.method, target, operation, as },
      body: safeBody(call.body, Number.POSITIVE_INFINITY, secrets),
      checksum: checksumOf(call),
      status: reply.status,
      ...(retryAfter !== undefined && { retryAfter }),
      ...((gaveUp !== undefined || sent.isAborted?.()) && { aborted: true }),
      ...(isDamaged && { damaged: true }),
      ...(served && { served: served.status, refusal: served.error }),
    })
    return reply
  }
}

/** Returns a checksum too short to guess a password from. */
const checksumOf = ({ header, body }: Call) =>
  markOf({ email: header('authorization') ?? '', password: new TextDecoder().decode(body) }) % 65_536

/** Parses `Retry-After`: a number of seconds, or a date. */
function secondsUntil(advice: string | undefined, now: number): number | undefined {
  if (advice === undefined) return undefined
  const seconds = /^\d+$/.test(advice) ? Number(advice) : (Date.parse(advice) - now) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Receives the whole body of a call and disables replies in parts: worlds inspect both as a whole. */
async function received(call: Call): Promise<Call> {
  const { receive, inParts: _, ...rest } = call
  if (!receive) return rest
  // Problems with the body are left to the service.
  const body = await receive().catch(() => undefined)
  return body ? { ...rest, body } : { ...rest, receive }
}
