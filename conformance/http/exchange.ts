import { isObject, type Json, type JsonObject, parseJson } from './json.js'
import { isDotSegment } from './paths.js'

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string
  /** From `/v1` on, without the query. */
  readonly path: string
  /** As in the URL, without the question mark. */
  readonly query: string
  /** The text of the body; undefined sends none. */
  readonly body?: string
  /** The Authorization header; undefined sends none. */
  readonly authorization?: string
  /** The Accept header: `application/json` by default; null sends no such header. */
  readonly accept?: string | null
  /** Name of the sender: `owner`, `stranger`, `nobody`. */
  readonly as: string
}

/** The path and the query of a request. */
export const addressOf = ({ path, query }: Pick<SentRequest, 'path' | 'query'>) =>
  query === '' ? path : `${path}?${query}`

/** The Authorization header of section 5: e-mail address and password in UTF-8. */
export const basic = (email: string, password: string) =>
  `Basic ${Buffer.from(`${email}:${password}`, 'utf8').toString('base64')}`

/** A response as it was received. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The text of the body; only its beginning if it exceeds a limit. */
  readonly text: string
  /** Whether the body began with a byte order mark, which `text` omits. */
  readonly hasByteOrderMark?: true
  /** Why the body can't be judged, such as `is larger than 16 MB (--max-response)`; undefined if it can. */
  readonly excess?: string
}

/** A request and its response. */
export interface Exchange {
  readonly request: SentRequest
  readonly answer: Answer
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number
  /** Milliseconds from the request to the end of the response. */
  readonly took: number
}

/** A response as a check sees it. */
export interface Reply extends Answer {
  /** The body is a JSON object with `success === true`, whatever the status is (sections 1 and 7). */
  readonly ok: boolean
  /** The parsed body; undefined if it is not JSON. */
  readonly body: Json | undefined
  /** `data` of the body, of any type. */
  readonly data: Json | undefined
  /** `pagination` of the body, of any type. */
  readonly pagination: Json | undefined
  readonly exchange: Exchange
}

const replies = new WeakMap<Exchange, Reply>()

/** Returns the reply of an exchange, parsed only once. */
export function replyOf(exchange: Exchange): Reply {
  const known = replies.get(exchange)
  if (known) return known
  const reply = parsed(exchange)
  replies.set(exchange, reply)
  return reply
}

function parsed(exchange: Exchange): Reply {
  const { text, excess } = exchange.answer
  const body = excess === undefined ? parseJson(text) : undefined
  const { success, data, pagination }: JsonObject = isObject(body) ? body : {}
  return { ok: success === true, ...exchange.answer, body, data, pagination, exchange }
}

/** The part of a finding that shows the response. */
export const answerOf = (reply: Reply) => ({ actual: reply.body ?? reply.text, replies: [reply] })

/** Whether the reply means success without saying so with the boolean true. */
export const meansSuccess = ({ body }: Pick<Reply, 'body'>): boolean =>
  isObject(body) && (body.success === 1 || body.success === 'true')

/** Whether the request was let in. Faults in the form of the reply are for the checks to report. */
export const isLetIn = ({ ok, body, data }: Reply): boolean =>
  ok || (isObject(body) && body.success !== false && body.success !== undefined && data !== undefined)

/** Whether an object can be requested by this id. A faulty target may have ids of any type. */
export const isId = (id: unknown): id is number | string =>
  typeof id === 'number' || (typeof id === 'string' && id !== '' && !isDotSegment(id))

/**
 * Returns the ids in the reply to a create, in any shape, because the clean-up must find them on a faulty target too. An
 * integer that a JavaScript number can't hold is returned as its digits.
 */
export function createdIds({ data, text = '' }: Pick<Reply, 'data'> & Partial<Reply>): (number | string)[] {
  const ids = [data]
    .flat()
    .filter(isObject)
    .map(({ id }) => id)
    .filter(isId)
  return ids.length === 1 && ids.some(isInexact) ? [inexactIdIn(text) ?? String(ids[0])] : ids
}

/** Whether a JSON number is an integer that was rounded when it was parsed. */
export const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value)

/** The digits of the first id in a JSON text that a JavaScript number can't hold. */
export const inexactIdIn = (text: string): string | undefined =>
  [...text.matchAll(/"id"\s*:\s*(-?\d{16,20})(?!\d)/g)]
    .map(([, digits = '']) => digits)
    .find(digits => isInexact(Number(digits)))

/** Explains why a target whose ids this kit can't read can't be certified; undefined if the response to a create has no such id. */
export function whyUnreadable(exchange: Exchange): string | undefined {
  const { method, path } = exchange.request
  if (method !== 'POST' || !createLists.test(path)) return undefined
  const { ok, data, text } = replyOf(exchange)
  const isHere = ok && [data].flat().some(each => isObject(each) && isInexact(each.id))
  return isHere ? unreadableText(path, inexactIdIn(text) ?? '') : undefined
}

const createLists = /\/(resources|bookings|collaborators)$/

export const unreadableText = (list: string, id: string): string =>
  `${list} has the id ${id}, and this kit reads no integer beyond ${Number.MAX_SAFE_INTEGER} exactly: certify a service with smaller ids.`
