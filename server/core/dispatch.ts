import { permit } from './access.js'
import { networkOf } from './addresses.js'
import type { Call, Reply } from './call.js'
import { parseBody, refuseBody } from './contract/body.js'
import { createLogins, wrongCredentials } from './credentials.js'
import { replyTo } from './error-boundary.js'
import { finish, type Handling, handlingOf } from './handling.js'
import { refuseManyIds } from './limits.js'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.js'
import { keepMail } from './mails.js'
import type { LinkTarget, Operation, OperationRequest, PathIds } from './operation.js'
import { limitParts } from './parts.js'
import { pathIds, refuseUnreadable } from './path-ids.js'
import type { Ports, Settings } from './ports.js'
import { parseQuery, splitQuery } from './query.js'
import { type RateLimiter, tooManyRequests } from './rate.js'
import { allowing } from './responses.js'
import { createRouter, type Match, type Route } from './router.js'
import type { Membership, Repositories, StoredUser } from './store.js'
import { unmatched } from './unmatched.js'

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
  const { store, clock, log, passwords } = ports
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
    if (!user || !passwords.isSame(user.password_hash, account.password_hash)) throw wrongCredentials()
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
