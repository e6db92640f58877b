import type { Exchange } from './exchange.js'
import { isObject, type Json, type JsonObject, parseJson } from './json.js'

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
