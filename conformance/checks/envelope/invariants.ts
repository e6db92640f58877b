import { type Invariant, invariant } from '../../check/check.js'
import { type Exchange, replyOf } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import { waitAsked } from '../../http/pacing.js'

const paths = /^\/v1\/(?:users\/me|schedules\/[^/]+\/(?:resources|bookings|collaborators)(?:\/.*)?)$/

/**
 * The rows of section 4. The document says nothing about other methods and paths, such as the link of an e-mail; the effect
 * of another Accept header is left to ENV-18.
 */
const isDocumented = ({ request: { method, path, accept } }: Exchange) =>
  ['GET', 'POST', 'PUT', 'DELETE'].includes(method) && paths.test(path) && accept === undefined

/**
 * The request is not refused but postponed: a patient client waits and never sees this response. It may come from a proxy
 * in front of the target.
 */
const isPutOff = ({ answer: { status, headers } }: Exchange) =>
  waitAsked(status, headers['retry-after'], 0) !== undefined

const isJudged = (exchange: Exchange) => isDocumented(exchange) && !isPutOff(exchange)

/** What sections 1 and 7 require of every response, whatever the request was. */
export const envelopeInvariants: readonly Invariant[] = [
  invariant('ENV-03', 'success is never a number or a text that stands for true', exchange => {
    const { body } = replyOf(exchange)
    if (!isObject(body) || body.success === undefined) return undefined
    if (typeof body.success === 'boolean' || !body.success) return true
    return {
      message: 'an answer claims success with something other than the JSON boolean true',
      expected: true,
      actual: body.success,
    }
  }),

  invariant('ENV-04', 'a refusal is a JSON object with success = false', exchange => {
    const { ok, body, text } = replyOf(exchange)
    if (ok || !isJudged(exchange)) return undefined
    if (isObject(body) && body.success === false) return true
    return {
      message:
        'a refusal should be a JSON object with "success": false, as section 1 requires of every response',
      expected: { success: false },
      actual: body ?? text,
    }
  }),

  invariant('ENV-14.media-type', 'every answer is declared as JSON', exchange => {
    if (!isJudged(exchange)) return undefined
    const type = exchange.answer.headers['content-type']
    if (type !== undefined && /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim())) return true
    return {
      message: 'the Content-Type of an answer should be a JSON media type',
      expected: 'application/json',
      actual: type ?? 'no Content-Type',
    }
  }),

  invariant('ENV-14.byte-order-mark', 'no answer begins with a byte order mark', exchange => {
    if (!isJudged(exchange)) return undefined
    if (!exchange.answer.hasByteOrderMark) return true
    return {
      message:
        'an answer should not begin with a byte order mark, which is not part of JSON (RFC 8259, section 8.1)',
      expected: 'the first byte of a JSON object',
      actual: 'EF BB BF',
    }
  }),

  invariant('ENV-14.success', 'success comes with a 2xx status', exchange => {
    const { ok, status } = replyOf(exchange)
    if (!ok) return undefined
    if (status >= 200 && status < 300) return true
    return {
      message: 'an answer with "success": true should have a 2xx status',
      expected: '2xx',
      actual: status,
    }
  }),

  invariant('ENV-14.refusal', 'a refusal comes with a 4xx status, never with 5xx', exchange => {
    const { ok, status } = replyOf(exchange)
    if (ok || !isJudged(exchange)) return undefined
    if (status >= 400 && status < 500) return true
    return {
      message: `a refused ${exchange.request.method} should have a 4xx status, since it is the client that has to change something`,
      expected: '4xx',
      actual: status,
    }
  }),
]
