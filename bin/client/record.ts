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

const lineOf = ({ method, target }: WorldExchange) => `${method} ${target}`

/** Identifies a request: equal for those that only differ in time. */
const requestOf = ({ method, target, as = '', body, checksum }: WorldExchange) =>
  JSON.stringify([method, target, as, body, checksum])

/** Groups exchanges, which keep their order. */
function grouped(
  exchanges: readonly WorldExchange[],
  keyOf: (exchange: WorldExchange) => string,
): Map<string, WorldExchange[]> {
  const groups = new Map<string, WorldExchange[]>()
  for (const exchange of exchanges) {
    const key = keyOf(exchange)
    const group = groups.get(key)
    if (group) group.push(exchange)
    else groups.set(key, [exchange])
  }
  return groups
}

/** All exchanges of one request, and those of the run without a world. */
interface Sent {
  all: readonly WorldExchange[]
  usual: readonly WorldExchange[]
}

const byTime = (exchanges: readonly WorldExchange[]) => [...exchanges].sort((one, other) => one.at - other.at)

/** Finds the next identical request to the same service after the first was answered, if it meets a condition. */
const repeatIn = (
  group: readonly WorldExchange[],
  first: WorldExchange,
  isMeant: (other: WorldExchange) => boolean,
) =>
  group.find(
    other => other !== first && other.server === first.server && other.at >= first.answered && isMeant(other),
  )

const pathOf = ({ target }: WorldExchange) => target.split('?')[0] ?? ''

function timelineOf(exchanges: readonly WorldExchange[]): string[] {
  const [first] = exchanges
  return exchanges.map(exchange => {
    const { at, status, served, aborted, damaged } = exchange
    const time = `${at - (first?.at ?? at)} ms`
    const got = status === 0 || aborted ? 'no answer' : damaged ? `${status}, damaged` : `${status}`
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
  const sorted = byTime(exchanges)
  const known = grouped(byTime(reference), requestOf)
  const groups = [...grouped(sorted, requestOf)].map(
    ([request, all]): Sent => ({ all, usual: known.get(request) ?? [] }),
  )
  const repeated = groups.filter(({ all, usual }) => all.length > usual.length).map(({ all }) => all)
  return [
    ...notDocumented(sorted),
    ...repeated.flatMap(group => sentTwice(group, sorted)),
    ...repeated.flatMap(sentTooSoon),
    ...groups.flatMap(sentInALoop),
  ]
}

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

/** Why the client does not know what became of a request; undefined if it does. */
const doubtAbout = ({ status, aborted, damaged }: WorldExchange) =>
  aborted
    ? 'without waiting for the answer'
    : status === 0 || status >= 500
      ? 'after a lost answer'
      : damaged
        ? 'after a damaged answer'
        : undefined

/** Returns the path of a request, for the bookings of a resource that of all bookings. */
const listOf = (exchange: WorldExchange) =>
  pathOf(exchange).replace(/\/resources\/[^/]+(?=\/bookings(?:\/|$))/, '')

/** Finds creates that succeeded but were repeated, because the response was lost, without reading the list first. */
function sentTwice(group: readonly WorldExchange[], exchanges: readonly WorldExchange[]): Finding[] {
  const created = group.filter(({ method, served }) => method === 'POST' && served === 201)
  return created.flatMap(lost => {
    const doubt = doubtAbout(lost)
    const again = doubt && repeatIn(created, lost, () => true)
    if (!again) return []
    const between = exchanges.slice(exchanges.indexOf(lost) + 1, exchanges.indexOf(again))
    const hasLooked = between.some(
      other =>
        other.method === 'GET' &&
        other.status === 200 &&
        other.as === lost.as &&
        listOf(other).startsWith(pathOf(lost)),
    )
    if (hasLooked) return []
    const text = `POST ${pathOf(lost)} was sent again ${doubt}, without a look at what is there; it created 2 objects`
    return [{ kind: 'sent twice' as const, text, timeline: timelineOf([lost, again]) }]
  })
}

/** The maximum difference between a clock and a timer, in milliseconds. */
const tolerance = 100

/** Finds a request that was repeated before the end of Retry-After. A test may plan a refusal, so only those of worlds count. */
function sentTooSoon(group: readonly WorldExchange[]): Finding[] {
  for (const refused of group) {
    const { retryAfter, status, served, answered, aborted } = refused
    const isOfWorld = served !== status && (status === 429 || status === 503)
    if (retryAfter === undefined || aborted || !isOfWorld) continue
    const end = answered + retryAfter * 1_000 - tolerance
    const again = repeatIn(group, refused, other => other.at < end)
    if (!again) continue
    const text = `${refused.method} ${pathOf(refused)} was sent again ${again.at - answered} ms after ${status}, which asked to wait ${retryAfter} s (Retry-After)`
    return [{ kind: 'sent too soon', text, timeline: timelineOf([refused, again]) }]
  }
  return []
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
  const sorted = byTime(exchanges)
  const found = new Map<string, Finding>()
  for (const [index, refused] of sorted.entries()) {
    const { method, status, served, as } = refused
    if (method !== 'GET' || !passing.has(status) || served !== undefined || offsetOf(refused) === 0) continue
    const wasRead = reference.some(other => requestOf(other) === requestOf(refused) && other.status === 200)
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

/** Groups exchanges by the service that received them. */
const byServer = (exchanges: readonly WorldExchange[]) => [
  ...grouped(exchanges, ({ server = '' }) => server).values(),
]

/** The maximum number of exchanges within the time of a loop. */
function mostAtOnce(exchanges: readonly WorldExchange[]): number {
  let first = 0
  let most = 0
  for (const [index, { at }] of exchanges.entries()) {
    while (at - (exchanges[first]?.at ?? at) > loop.within) first++
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** Finds a request that is retried without a pause for as long as it fails. */
function sentInALoop({ all, usual }: Sent): Finding[] {
  // Several tests that fail early may begin with the same request.
  if (all.length < usual.length + loop.requests) return []
  const enough = loop.requests + Math.max(0, ...byServer(usual).map(mostAtOnce))
  for (const own of byServer(all)) {
    for (const [index, first] of own.entries()) {
      const last = own[index + enough - 1]
      if (!last || last.at - first.at > loop.within) continue
      const repeated = own.slice(index, index + enough)
      if (repeated.some(({ status }) => status > 0 && status < 400)) continue
      const text = `${first.method} ${pathOf(first)} was sent ${enough} times in ${last.at - first.at} ms, and failed each time`
      return [{ kind: 'sent in a loop', text, timeline: timelineOf(repeated.slice(0, 3)) }]
    }
  }
  return []
}
