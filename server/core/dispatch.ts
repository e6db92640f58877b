import { networkOf } from './access/addresses.js'
import { createLogins, wrongCredentials } from './access/credentials.js'
import { createLoginThrottle, type LoginThrottle } from './access/login-throttle.js'
import { type Admission, type RateLimiter, tooManyRequests, windowSeconds } from './access/rate.js'
import { permit } from './access/roles.js'
import { parseBody, refuseBody } from './contract/body.js'
import { replyTo } from './error-boundary.js'
import { limitParts } from './lists/parts.js'
import { parseQuery, refuseManyIds, splitQuery } from './lists/query.js'
import { keepMail } from './mails/texts.js'
import type { LinkTarget, Operation, OperationRequest } from './operations/operation.js'
import type { Ports, Settings } from './ports.js'
import type { Membership, Repositories, StoredUser } from './store.js'
import { type Call, type Reply, splitTarget } from './wire/call.js'
import { allowing, withRateLimit } from './wire/responses.js'
import {
  createRouter,
  type Match,
  type Params,
  type PathIds,
  pathIds,
  type Route,
  refuseUnreadable,
} from './wire/router.js'
import { unmatched } from './wire/unmatched.js'

/** A call on its way to its reply. */
interface Handling {
  readonly call: Call
  readonly path: string
  readonly query: string
  operation: Operation | undefined
  params: Params
  /** The account that sent it, once its credentials are verified. */
  account: StoredUser | undefined
  /** How the rate limit judged it. */
  admission: Admission | undefined
  /** Work for after the transaction, from the attempt that is committed: a store may run it several times. */
  effects: (() => void)[]
}

export interface DispatchOptions {
  operations: readonly Operation[]
  linkTargets: readonly LinkTarget[]
  ports: Ports
  settings: Settings
  rate: RateLimiter
  /** @default a new throttle */
  throttle?: LoginThrottle
  /** The time by which requests and wrong passwords are counted, in milliseconds. @default that of the clock */
  time?(): number
}

/**
 * Handles calls by the table of operations. Checks run in this order: e-mail links, OPTIONS, credentials, rate, route,
 * and with the data at hand, the account again, access, query, body.
 */
export function createDispatch(given: DispatchOptions): (call: Call) => Promise<Reply> {
  const { operations, linkTargets, ports, settings, rate, throttle = createLoginThrottle() } = given
  const { store, clock, log } = ports
  const { time = clock.now } = given
  const router = createRouter<Operation | LinkTarget>([...linkTargets, ...operations])
  const verify = createLogins({ ports: { ...ports, clock: { now: time } }, throttle })
  const longLists = limitParts(settings.longLists)

  return async call => {
    const handling = handlingOf(call)
    try {
      return finish(await handle(handling), handling)
    } catch (error) {
      return finish(replyTo(error, call, log), handling)
    }
  }

  async function handle(handling: Handling): Promise<Reply> {
    const { call, path } = handling
    const match = router.match(call.method, path)
    if (call.method === 'OPTIONS') return options(match, path)
    if (match.kind !== 'found') {
      // Only accounts learn what there is below /v1.
      const isOpen = match.kind === 'nothing' ? !path.startsWith('/v1/') : isLink(match.route)
      if (!isOpen) await admit(handling)
      throw unmatched(match, call.method, path)
    }
    const { route, params } = match
    if (isLink(route)) return route.run({ call, params, ports })
    handling.operation = route
    handling.params = params
    const account = await admit(handling)
    const body = call.receive ? await call.receive() : call.body
    return operate(route, handling, { account, body })
  }

  /** Verifies the credentials, and counts the request. @throws {Refusal} if they are wrong, or the limit is exceeded */
  async function admit(handling: Handling): Promise<StoredUser> {
    const account = await verify(handling.call)
    const limit = account.request_rate_limit
    const admission = await rate.admit(account.id, limit, time())
    handling.account = account
    handling.admission = admission
    if (!admission.admitted) throw tooManyRequests(limit, admission)
    return account
  }

  async function operate(operation: Operation, handling: Handling, sent: Sent): Promise<Reply> {
    const { mode, prepare, method, once = false } = operation
    const asker = { caller: networkOf(handling.call.peer), account: sent.account.id }
    if (mode === 'read') {
      return store.read(async rows => operation.run(await check(rows, operation, handling, sent)), asker)
    }
    const prepared = await prepare?.(await store.read(rows => check(rows, operation, handling, sent), asker))
    const reply = await store.write(
      async rows => {
        handling.effects = []
        return operation.run(await check(rows, operation, handling, { ...sent, prepared }))
      },
      { frees: method === 'DELETE', once, ...asker },
    )
    for (const effect of handling.effects) effect()
    return reply
  }

  /** Runs the checks that need the data. @throws {Refusal} if one fails */
  async function check(
    rows: Repositories,
    operation: Operation,
    handling: Handling,
    { account, body, prepared }: Sent,
  ): Promise<OperationRequest> {
    const { params } = handling
    const ids = pathIds(params)
    // Side by side: a database is asked for both at once.
    const [user, membership] = await Promise.all([
      rows.users.findByEmail(account.email),
      operation.access === 'account' ? undefined : rows.schedules.membershipOf(ids.scheduleId, account.id),
    ])
    // It may have changed since its password was verified.
    if (user?.password_hash !== account.password_hash) throw wrongCredentials()
    if (operation.access !== 'account') {
      permit(operation.access, membership, ids)
      refuseUnreadable(ids, params)
    }
    return requestOf(handling, operation, { rows, user, membership, ids, body, prepared })
  }

  /** Validates query and body. @throws {Refusal} if one is invalid */
  function requestOf(
    { call, path, query, effects }: Handling,
    operation: Operation,
    { rows, user, membership, ids, body, prepared }: Known,
  ): OperationRequest {
    const sentQuery = splitQuery(query)
    const parsedQuery = parseQuery(operation.query, sentQuery)
    refuseManyIds(parsedQuery, settings.limits)
    if (!operation.body) refuseBody(body, call.method)
    const origin = settings.publicUrl ?? call.origin
    return {
      rows,
      user,
      membership,
      path: ids,
      query: parsedQuery,
      sentQuery,
      body: operation.body && parseBody(operation.body, body, settings.limits),
      now: clock.now(),
      url: origin + path,
      origin,
      ports,
      settings,
      inParts: call.inParts
        ? parts => longLists.limited({ account: user.id, address: networkOf(call.peer) }, parts)
        : undefined,
      prepared,
      afterwards: work => effects.push(work),
      mail: mail => effects.push(keepMail(ports.mailer, mail, rows)),
    }
  }
}

/** A call that nothing is known of yet. */
function handlingOf(call: Call): Handling {
  const { path, query } = splitTarget(call.target)
  return {
    call,
    path,
    query,
    operation: undefined,
    params: {},
    account: undefined,
    admission: undefined,
    effects: [],
  }
}

/** Adds the operation and the remaining requests of the account. */
function finish(reply: Reply, { operation, account, admission }: Handling): Reply {
  const { status, body, parts, error } = reply
  let { headers } = reply
  if (account && admission) {
    const policy = `"user";q=${account.request_rate_limit};w=${windowSeconds}`
    headers = withRateLimit(headers, policy, `"user";r=${admission.remaining};t=${admission.resetAfter}`)
  }
  return { status, headers, body, parts, operation: operation?.id, error }
}

/** Who sent a call, its whole body, and what the operation has prepared from it. */
interface Sent {
  account: StoredUser
  body: Uint8Array
  prepared?: string | undefined
}

/** What the checks have found out. */
interface Known {
  rows: Repositories
  user: StoredUser
  membership: Membership | undefined
  ids: PathIds
  body: Uint8Array
  prepared: string | undefined
}

const isLink = (route: Operation | LinkTarget): route is LinkTarget => !('access' in route)

function options(match: Match<Route>, path: string): Reply {
  if (match.kind === 'found') throw new Error(`OPTIONS must not be an operation: ${path}`)
  if (match.kind === 'nothing') throw unmatched(match, 'OPTIONS', path)
  return allowing(match.methods)
}
