import {
  type Awaitable,
  type Call,
  type Handler,
  type OperationId,
  type Reply,
  senderOf,
} from '../../core/index.js'
import { operationOf } from '../requests.js'
import { sleep } from '../sleep.js'

/*
 * Worlds: what a client may meet although it has done nothing wrong. A right world is a service that obeys every sentence of the
 * document and differs where it is silent, a hard world is what happens to anybody, and a time world is a special moment.
 */

export type WorldKind = 'right' | 'hard' | 'time'

/** A call, what answers it as usual, and which operation it is, if it is one. */
export interface Visit {
  call: Call
  usual: Handler
  operation: OperationId | undefined
}

/** Answers a call in the manner of a world. */
export type Manner = (visit: Visit) => Awaitable<Reply>

export interface World {
  /** Permanent: `newest-first`. */
  readonly name: string
  readonly kind: WorldKind
  /** What the service does, in the present tense, without a subject: `lists the newest objects first`. */
  readonly title: string
  /** Why a client has to live with it, with the section of the document. */
  readonly because: string
  /** The time at which the clock of the service starts, as ISO 8601. @default the real time */
  readonly now?: string
  /** The time zone of the client's machine. @default its own */
  readonly timezone?: string
  /** Creates what answers; it is called once for each server, whose state it keeps. @default as usual */
  readonly begin?: () => Manner
}

/** Declares a right world. `because` says where the document leaves it open. */
export const right = <const Name extends string>(
  name: Name,
  title: string,
  because: string,
  manner: Manner,
) => ({
  ...{ name, title, because, kind: 'right' as const },
  begin: () => manner,
})

/** What a client sent and got in a world, for the judgement of its record. */
export interface WorldExchange {
  /** When the request arrived, in milliseconds since 1970 by the clock of the machine. */
  at: number
  /** When its answer was ready. */
  answered: number
  /** Identifies the service that was asked: it differs between servers, and after each reset. */
  server?: string
  method: string
  /** Path and query, without secrets. */
  target: string
  operation?: OperationId | undefined
  /** The address in the credentials. */
  as?: string | undefined
  /** The body as it was sent. */
  body: string
  /** What the client got; 0 if the connection was cut. */
  status: number
  /** The seconds that the client was asked to wait from then on, by `Retry-After`. */
  retryAfter?: number
  /** Whether the client gave up before it was answered. */
  aborted?: true
  /** The status with which the service answered before the world altered it; absent if it was not asked. */
  served?: number
  /** Why the service refused it: the code and the message. */
  refusal?: { code: string; message: string } | undefined
}

/** Milliseconds before a client learns that its request has failed. */
const pause = 100

/** Wraps the handler of one server in a world, and notes each exchange. */
export function inhabit(
  world: World | undefined,
  note: (exchange: WorldExchange) => void = () => {},
): (answer: Handler) => Handler {
  const manner: Manner = world?.begin?.() ?? (({ call, usual }) => usual(call))
  const server = String(Math.random())
  return answer => async sent => {
    const at = Date.now()
    const call = await received(sent)
    let served: Reply | undefined
    const usual: Handler = async passed => {
      const reply = await answer(passed)
      served ??= reply
      return reply
    }
    const operation = operationOf(call)
    const reply = call.method === 'OPTIONS' ? await usual(call) : await manner({ call, usual, operation })
    // Requests that a client sends at the same time arrive before this response: they are not retries of it.
    if (world?.begin && (reply.status === 0 || reply.status === 429 || reply.status >= 500))
      await sleep(pause)
    const { as, target } = senderOf(call)
    const answered = Date.now()
    const retryAfter = secondsUntil(reply.headers['retry-after'], answered)
    note({
      ...{ at, answered, server, method: call.method, target, operation, as },
      body: new TextDecoder().decode(call.body),
      status: reply.status,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(sent.isAborted?.() && { aborted: true }),
      ...(served && { served: served.status, refusal: served.error }),
    })
    return reply
  }
}

/** The seconds that `Retry-After` asks to wait: it is a number of them, or a date. */
function secondsUntil(advice: string | undefined, now: number): number | undefined {
  if (advice === undefined) return undefined
  const seconds = /^\d+$/.test(advice) ? Number(advice) : (Date.parse(advice) - now) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** The call with its whole body, which is answered as a whole: worlds look into both. */
async function received(call: Call): Promise<Call> {
  const { receive, inParts: _, ...rest } = call
  if (!receive) return rest
  // What is wrong with the body is for the service to say.
  const body = await receive().catch(() => undefined)
  return body ? { ...rest, body } : { ...rest, receive }
}
