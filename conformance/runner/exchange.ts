import { isObject, type Json, type JsonObject, parseJson } from './json.js'

/** A request as a check wants it. */
export interface Request {
  readonly method: string
  /** From `/v1` on, without a query. */
  readonly path: string
  /** As it stands in the URL, without the question mark. */
  readonly query: string
  /** The text of the body; nothing is sent without it. */
  readonly body?: string
  /** The value of the Authorization header; none is sent without it. */
  readonly authorization?: string
  /** Who it is sent as, in words: `owner`, `stranger`, `nobody`. */
  readonly as: string
}

/** An answer as it came. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** One request and its answer. */
export interface Exchange {
  readonly request: Request
  readonly answer: Answer
  /** Milliseconds since the epoch, when the request was sent. */
  readonly sentAt: number
  /** Milliseconds from the request to the end of the answer. */
  readonly took: number
}

/** An answer as a check sees it. */
export interface Reply {
  /** The body is a JSON object with `success === true`; the status has no say (sections 1 and 7). */
  readonly ok: boolean
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed body; undefined where it is no JSON. */
  readonly body: Json | undefined
  /** `data` of the body, whatever it is. */
  readonly data: Json | undefined
  /** `pagination` of the body, whatever it is. */
  readonly pagination: Json | undefined
  readonly exchange: Exchange
}

const known = new WeakMap<Exchange, Reply>()

/** The answer of an exchange, which is parsed once, however many look at it. */
export function replyOf(exchange: Exchange): Reply {
  const reply = known.get(exchange) ?? parsed(exchange)
  known.set(exchange, reply)
  return reply
}

function parsed(exchange: Exchange): Reply {
  const { status, headers, text } = exchange.answer
  const body = parseJson(text)
  const members: JsonObject = isObject(body) ? body : {}
  return {
    ok: members.success === true,
    status,
    headers,
    text,
    body,
    data: members.data,
    pagination: members.pagination,
    exchange,
  }
}

/** Success was meant, and not said by the boolean true. */
export const meansSuccess = ({ body }: Pick<Reply, 'body'>): boolean =>
  isObject(body) && (body.success === 1 || body.success === 'true')

/** Was the request let in? What may be wrong with the form of the answer is for the checks to say. */
export const isLetIn = ({ ok, body, data }: Reply): boolean =>
  ok || (isObject(body) && body.success !== false && body.success !== undefined && data !== undefined)
