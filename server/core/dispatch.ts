import { permit } from './access.js'
import { type Call, type Reply, splitTarget, withoutSecret } from './call.js'
import { parseBody, refuseBody } from './contract/body.js'
import { type Claim, verifyCredentials, wrongCredentials } from './credentials.js'
import { errorBoundary, type Handler } from './error-boundary.js'
import { Refusal } from './errors.js'
import { defaultLimits, refuseManyIds } from './limits.js'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.js'
import type { LinkTarget, Operation, OperationRequest, PathIds } from './operation.js'
import type { Ports, Settings } from './ports.js'
import { parseQuery, splitQuery } from './query.js'
import { type Admission, type RateWindow, windowSeconds } from './rate.js'
import { reply } from './responses.js'
import { createRouter, type Match, type Params, type Route } from './router.js'
import type { Repositories } from './store.js'

export interface DispatchOptions {
  operations: readonly Operation[]
  linkTargets: readonly LinkTarget[]
  ports: Ports
  settings: Settings
  rate: RateWindow
  /** @default a new throttle */
  throttle?: LoginThrottle
}

/**
 * Handles calls by the table of operations. Checks run in this order: e-mail links, OPTIONS, credentials, rate, route,
 * and inside the transaction credentials again, access, query, body.
 */
export function createDispatch(given: DispatchOptions): Handler {
  const { operations, linkTargets, ports, settings, rate, throttle = createLoginThrottle() } = given
  const { store, clock } = ports
  const links = createRouter(linkTargets)
  const router = createRouter(operations)

  return errorBoundary(ports.log, async call => {
    const { path } = splitTarget(call.target)
    const link = links.match(call.method, path)
    if (link.kind === 'found') return link.route.run({ call, params: link.params, ports })
    const match = link.kind === 'nothing' ? router.match(call.method, path) : link
    if (call.method === 'OPTIONS') return options(match, path)
    if (link.kind === 'other methods') throw unmatched(link, call.method, path)

    if (match.kind === 'nothing' && !path.startsWith('/v1/')) throw unmatched(match, call.method, path)
    const claim = await verifyCredentials(call, { ports, throttle })
    const { request_rate_limit: limit, id } = claim.account
    const admission = rate.admit(id, limit, clock.now())
    const answer = errorBoundary(ports.log, async () => {
      if (!admission.admitted) throw tooManyRequests(limit, admission)
      if (match.kind !== 'found') throw unmatched(match, call.method, path)
      return operate(call, match.route, match.params, claim)
    })
    const { status, headers, body } = await answer(call)
    return { status, headers: { ...headers, ...rateHeaders(limit, admission) }, body }
  })

  async function operate(call: Call, operation: Operation, params: Params, claim: Claim): Promise<Reply> {
    const effects: (() => void)[] = []
    const admit = (rows: Repositories) =>
      admitted({ call, operation, params, claim, rows, effects, ports, settings })
    let prepared: string | undefined
    if (operation.prepare) prepared = await operation.prepare(await store.read(admit))
    const answer = await store[operation.mode](async rows =>
      operation.run({ ...(await admit(rows)), prepared }),
    )
    for (const effect of effects) effect()
    return answer
  }
}

function tooManyRequests(limit: number, { resetAfter }: Admission): Refusal {
  const message = `More than ${limit} requests within 5 minutes; try again in ${resetAfter} s`
  return new Refusal('rate_limited', message, [], { 'retry-after': String(resetAfter) })
}

/** The caller's remaining requests, in the format of the IETF draft on RateLimit header fields. */
const rateHeaders = (limit: number, { remaining, resetAfter }: Admission) => ({
  'ratelimit-policy': `"user";q=${limit};w=${windowSeconds}`,
  ratelimit: `"user";r=${remaining};t=${resetAfter}`,
})

interface Candidate {
  call: Call
  operation: Operation
  params: Params
  claim: Claim
  rows: Repositories
  effects: (() => void)[]
  ports: Ports
  settings: Settings
}

/** Runs the checks that need the data. @throws {Refusal} if one fails */
async function admitted(candidate: Candidate): Promise<OperationRequest> {
  const { call, operation, params, claim, rows, effects, ports, settings } = candidate
  const user = await rows.users.findByEmail(claim.account.email)
  if (user?.password_hash !== claim.account.password_hash) throw wrongCredentials()

  const ids = pathIds(params)
  const membership =
    operation.access === 'account' ? undefined : await rows.schedules.membershipOf(ids.scheduleId, user.id)
  permit(operation.access, membership, ids)
  refuseUnreadable(ids, params)

  const { path, query } = splitTarget(call.target)
  const sentQuery = splitQuery(query)
  const parsedQuery = parseQuery(operation.query, sentQuery)
  const limits = { ...defaultLimits, ...settings.limits }
  refuseManyIds(parsedQuery, limits)
  if (!operation.body) refuseBody(call.body, call.method)
  const origin = settings.publicUrl ?? call.origin
  return {
    rows,
    user,
    membership,
    path: ids,
    query: parsedQuery,
    sentQuery,
    body: operation.body && parseBody(operation.body, call.body, limits),
    now: ports.clock.now(),
    url: origin + path,
    origin,
    ports,
    settings,
    prepared: undefined,
    afterwards: work => effects.push(work),
    mail: mail => effects.push(() => ports.mailer.send(mail)),
  }
}

/** Segments that cannot be an id become NaN, which no object has. */
function pathIds({ scheduleId = '', ...numbers }: Params): PathIds {
  const ids: PathIds = { scheduleId: decodeSegment(scheduleId) }
  for (const [name, digits] of Object.entries(numbers)) {
    const id = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : Number.NaN
    ids[name as 'resourceId'] = Number.isSafeInteger(id) ? id : Number.NaN
  }
  return ids
}

function refuseUnreadable(ids: PathIds, params: Params): void {
  for (const [name, id] of Object.entries(ids)) {
    if (!Number.isNaN(id)) continue
    const noun = name.slice(0, -'Id'.length)
    throw new Refusal(
      'not_found',
      `There is no ${noun} "${params[name]}" in this schedule; ids are positive integers`,
    )
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal(
      'bad_request',
      `The path contains an invalid percent escape in "${segment.slice(0, 100)}"`,
    )
  }
}

type NoMatch = Exclude<Match<Route>, { kind: 'found' }>

/** The refusal of a path or method without a route. */
export function unmatched(match: NoMatch, method: string, path: string): Refusal {
  if (match.kind === 'other methods') {
    const methods = match.methods.join(', ')
    return new Refusal('method_not_allowed', `${method} is not allowed on this path; use ${methods}`, [], {
      allow: methods,
    })
  }
  const nearest = match.nearest()
  const hint =
    nearest === undefined ? 'Paths start with /v1, for example /v1/users/me' : `Did you mean ${nearest}?`
  return new Refusal('unknown_path', `There is nothing at ${withoutSecret(path).slice(0, 200)}. ${hint}`)
}

function options(match: Match<Route>, path: string): Reply {
  if (match.kind === 'found') throw new Error(`OPTIONS must not be an operation: ${path}`)
  if (match.kind === 'nothing') throw unmatched(match, 'OPTIONS', path)
  return reply(200, '{"success":true}', { allow: [...match.methods, 'OPTIONS'].join(', ') })
}
