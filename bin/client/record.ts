import type { WorldExchange } from '../../mock/serve/index.js'

/*
 * Judges the requests that a client sent in a world. It only reports what is certain, so that clients may test errors on purpose.
 */

/** A problem in the requests of a client. */
export interface Finding {
  kind: 'not documented' | 'sent twice' | 'sent too soon' | 'sent in a loop' | 'part taken for the whole'
  /** Whether it is only likely, not certain, and so counts only with `--strict`. @default false */
  isLikely?: boolean
  /** A description in one sentence. */
  text: string
  /** The requests that show it, one per line, with the milliseconds since the first. */
  timeline: string[]
}

/** The error codes for requests that do not exist in the interface. */
const undocumented = new Set(['unknown_path', 'method_not_allowed', 'bad_json'])

/** Identifies a request, regardless of its sender. */
const lineOf = ({ method, target }: WorldExchange) => `${method} ${target}`
const isSame = (one: WorldExchange, other: WorldExchange) =>
  lineOf(one) === lineOf(other) && one.as === other.as && one.body === other.body

/** Returns whether a request repeats another: sent to the same service again, after the first was answered. */
const isRepeat = (first: WorldExchange, other: WorldExchange) =>
  isSame(first, other) && first.server === other.server && other.at >= first.answered

const pathOf = ({ target }: WorldExchange) => target.split('?')[0] ?? ''

function timelineOf(exchanges: readonly WorldExchange[]): string[] {
  const [first] = exchanges
  return exchanges.map(exchange => {
    const { at, status, served } = exchange
    const time = `${at - (first?.at ?? at)} ms`
    const got = status === 0 ? 'no answer' : `${status}`
    const done = served === undefined ? ', not done' : served === status ? '' : `, done with ${served}`
    return `${time.padStart(9)}  ${lineOf(exchange)}: ${got}${done}`
  })
}

/**
 * Judges the exchanges of one run, in the order in which they began. As each test of a suite may begin with the same requests, a
 * request counts as repeated only if the suite sends it more often than in the reference, the run without a world.
 */
export function judge(
  exchanges: readonly WorldExchange[],
  reference: readonly WorldExchange[] = [],
): Finding[] {
  const sorted = [...exchanges].sort((one, other) => one.at - other.at)
  const count = (all: readonly WorldExchange[], exchange: WorldExchange) =>
    all.filter(other => isSame(other, exchange)).length
  const isRepeated = (exchange: WorldExchange) => count(sorted, exchange) > count(reference, exchange)
  return [
    ...notDocumented(sorted),
    ...sentTwice(sorted, isRepeated),
    ...sentTooSoon(sorted, isRepeated),
    ...sentInALoop(sorted, reference),
  ]
}

type IsRepeated = (exchange: WorldExchange) => boolean

/** Returns whether browsers send this request by themselves for any page. */
const isOfBrowsers = ({ target }: WorldExchange) => target === '/favicon.ico'

/** Returns one finding for each different request that is not part of the API. */
function notDocumented(exchanges: readonly WorldExchange[]): Finding[] {
  const seen = new Map<string, Finding>()
  for (const exchange of exchanges) {
    const { refusal } = exchange
    const isUnknown = refusal?.code === 'bad_query' && /is not a known/.test(refusal.message)
    if (!refusal || !(undocumented.has(refusal.code) || isUnknown) || isOfBrowsers(exchange)) continue
    const text = `${exchange.method} ${pathOf(exchange)} is not part of the API: ${refusal.message}`
    seen.set(text, { kind: 'not documented', text, timeline: timelineOf([exchange]) })
  }
  return [...seen.values()]
}

/** Finds creates that succeeded but were repeated, because the response was lost, without reading the list first. */
function sentTwice(exchanges: readonly WorldExchange[], isRepeated: IsRepeated): Finding[] {
  return exchanges.flatMap((lost, index) => {
    const isLost = lost.method === 'POST' && lost.served === 201 && (lost.status === 0 || lost.status >= 500)
    if (!isLost || !isRepeated(lost)) return []
    const later = exchanges.slice(index + 1)
    const again = later.findIndex(other => isRepeat(lost, other) && other.served === 201)
    if (again < 0) return []
    const between = later.slice(0, again)
    const hasLooked = between.some(
      other => other.method === 'GET' && other.as === lost.as && pathOf(other).startsWith(pathOf(lost)),
    )
    if (hasLooked) return []
    const text = `POST ${pathOf(lost)} was sent again after a lost answer, without a look at what is there; it created 2 objects`
    return [
      { kind: 'sent twice' as const, text, timeline: timelineOf([lost, later[again] as WorldExchange]) },
    ]
  })
}

/** The maximum difference between a clock and a timer, in milliseconds. */
const tolerance = 100

/** Finds requests that were repeated before the end of Retry-After. A test may plan a refusal, so only those of worlds count. */
function sentTooSoon(exchanges: readonly WorldExchange[], isRepeated: IsRepeated): Finding[] {
  return exchanges.flatMap((refused, index) => {
    const { retryAfter, status, served, answered, aborted } = refused
    const isOfWorld = served !== status && (status === 429 || status === 503)
    if (retryAfter === undefined || aborted || !isOfWorld) return []
    const again = exchanges
      .slice(index + 1)
      .find(other => isRepeat(refused, other) && other.at - answered < retryAfter * 1_000 - tolerance)
    if (!again || !isRepeated(refused)) return []
    const text = `${refused.method} ${pathOf(refused)} was sent again ${again.at - answered} ms after ${status}, which asked to wait ${retryAfter} s (Retry-After)`
    return [{ kind: 'sent too soon' as const, text, timeline: timelineOf([refused, again]) }]
  })
}

const offsetOf = ({ target }: WorldExchange) =>
  Number(new URLSearchParams(target.split('?')[1] ?? '').get('offset') ?? 0)

/** Statuses that temporarily deny a client a page that it may read. */
const passing = new Set([401, 429, 503])

/**
 * Finds pages of a list that a world refused once and the client never requested again, although it reads them without the world
 * and the tests passed. The client may have reported the error where no test looks, so this is likely, not certain.
 */
export function partTakenForWhole(
  exchanges: readonly WorldExchange[],
  reference: readonly WorldExchange[],
): Finding[] {
  const sorted = [...exchanges].sort((one, other) => one.at - other.at)
  const found = new Map<string, Finding>()
  for (const [index, refused] of sorted.entries()) {
    const { method, status, served, as } = refused
    if (method !== 'GET' || !passing.has(status) || served !== undefined || offsetOf(refused) === 0) continue
    const wasRead = reference.some(other => isSame(refused, other) && other.status === 200)
    const isReadLater = sorted
      .slice(index + 1)
      .some(
        other =>
          other.method === 'GET' &&
          other.status === 200 &&
          other.as === as &&
          pathOf(other) === pathOf(refused) &&
          offsetOf(other) <= offsetOf(refused),
      )
    if (!wasRead || isReadLater) continue
    const text = `GET ${pathOf(refused)}: a later page was refused with ${status} and never asked for again, yet the tests pass: they may take a part of the list for the whole`
    found.set(text, {
      kind: 'part taken for the whole',
      isLikely: true,
      text,
      timeline: timelineOf(
        sorted
          .slice(0, index + 1)
          .filter(other => other.as === as && pathOf(other) === pathOf(refused))
          .slice(-3),
      ),
    })
  }
  return [...found.values()]
}

/** The number of identical failing requests that count as a loop, and the maximum time for them in milliseconds. */
const loop = { requests: 10, within: 2_000 }

/** Returns a request and its repetitions to the same service within the time of a loop. */
const repetitions = (exchanges: readonly WorldExchange[], first: WorldExchange) =>
  exchanges.filter(
    other =>
      other.at >= first.at &&
      other.at - first.at <= loop.within &&
      other.server === first.server &&
      isSame(first, other),
  )

/** Finds requests that are retried without a pause for as long as they fail. */
function sentInALoop(exchanges: readonly WorldExchange[], reference: readonly WorldExchange[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const first of exchanges) {
    if (first.status < 400 && first.status !== 0) continue
    const all = repetitions(exchanges, first)
    const total = exchanges.filter(other => isSame(first, other)).length
    const same = reference.filter(other => isSame(first, other))
    // Several tests that fail early may begin with the same request.
    if (all.length < loop.requests || total < same.length + loop.requests) continue
    const usual = same.map(each => repetitions(reference, each).length)
    const enough = loop.requests + Math.max(0, ...usual)
    const repeated = all.slice(0, enough)
    if (repeated.length < enough || repeated.some(({ status }) => status > 0 && status < 400)) continue
    const took = (repeated.at(-1)?.at ?? first.at) - first.at
    const text = `${first.method} ${pathOf(first)} was sent ${enough} times in ${took} ms, and failed each time`
    if (!found.has(text))
      found.set(text, { kind: 'sent in a loop', text, timeline: timelineOf(repeated.slice(0, 3)) })
  }
  return [...found.values()]
}
