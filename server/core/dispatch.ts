import { permit } from './access.js'
import { type Awaitable, andThen, settle } from './awaitable.js'
import { type Call, type Reply, resumeWith, splitTarget } from './call.js'
import { parseBody, refuseBody } from './contract/body.js'
import { createLogins, wrongCredentials } from './credentials.js'
import { type Handler, replyTo } from './error-boundary.js'
import { Refusal } from './errors.js'
import { refuseManyIds } from './limits.js'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.js'
import { keepMail } from './mails.js'
import type { LinkTarget, Operation, OperationRequest, PathIds } from './operation.js'
import { limitParts } from './parts.js'
import { pathIds, refuseUnreadable } from './path-ids.js'
import type { Ports, Settings } from './ports.js'
import { parseQuery, splitQuery } from './query.js'
import { type Admission, type RateLimiter, tooManyRequests, windowSeconds } from './rate.js'
import { reply, withRateLimit } from './responses.js'
import { createRouter, type Match, type Params, type Route } from './router.js'
import type { Membership, Repositories, StoredUser } from './store.js'
import { type NoMatch, unmatched } from './unmatched.js'

export interface DispatchOptions {
  operations: readonly Operation[]
  linkTargets: readonly LinkTarget[]
  ports: Ports
  settings: Settings
  rate: RateLimiter
  /** @default a new throttle */
  throttle?: LoginThrottle
}

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

const noParams: Params = {}

/**
 * Handles calls by the table of operations. Checks run in this order: e-mail links, OPTIONS, credentials, rate, route,
 * and with the data at hand, the account again, access, query, body.
 */
export function createDispatch(given: DispatchOptions): Handler {
  const { operations, linkTargets, ports, settings, rate, throttle = createLoginThrottle() } = given
  const { store, clock, log, passwords } = ports
  const router = createRouter<Operation | LinkTarget>([...linkTargets, ...operations])
  const verify = createLogins({ ports, throttle })
  const longLists = limitParts(settings.longLists)

  return call => {
    const { path, query } = splitTarget(call.target)
    const handling: Handling = {
      call,
      path,
      query,
      operation: undefined,
      params: noParams,
      account: undefined,
      admission: undefined,
      effects: [],
    }
    return settle(
      () => handle(handling),
      reply => finish(reply, handling),
      error => finish(replyTo(error, call, log), handling),
    )
  }

  function handle(handling: Handling): Awaitable<Reply> {
    const { call, path } = handling
    const match = router.match(call.method, path)
    if (call.method === 'OPTIONS') return options(match, path)
    const refuse = () => {
      throw unmatched(match as NoMatch, call.method, path)
    }
    if (match.kind === 'nothing') return path.startsWith('/v1/') ? admit(handling, refuse) : refuse()
    const { kind, route } = match
    if (isLink(route)) return kind === 'found' ? route.run({ call, params: match.params, ports }) : refuse()
    if (kind !== 'found') return admit(handling, refuse)
    handling.operation = route
    handling.params = match.params
    return admit(handling, account =>
      resumeWith(call, call.receive ? call.receive() : call.body, body =>
        operateAgain(route, handling, { account, body }),
      ),
    )
  }

  /** Another process may have stored another hash of the same password since it was verified: it is verified once more. */
  function operateAgain(operation: Operation, handling: Handling, sent: Sent): Awaitable<Reply> {
    return settle(
      () => operate(operation, handling, sent),
      reply => reply,
      error => {
        if (!(error instanceof Refusal && error.code === 'unauthorized')) throw error
        return andThen(verify(handling.call), account => operate(operation, handling, { ...sent, account }))
      },
    )
  }

  /** Verifies the credentials and counts the request. */
  function admit(handling: Handling, next: (account: StoredUser) => Awaitable<Reply>): Awaitable<Reply> {
    return resumeWith(handling.call, verify(handling.call), account => {
      const limit = account.request_rate_limit
      handling.account = account
      return resumeWith(handling.call, rate.admit(account.id, limit, clock.now()), admission => {
        handling.admission = admission
        if (!admission.admitted) throw tooManyRequests(limit, admission)
        return next(account)
      })
    })
  }

  function operate(operation: Operation, handling: Handling, sent: Sent): Awaitable<Reply> {
    const admitted = (rows: Repositories) => checked(rows, operation, handling, sent)
    if (operation.mode === 'read') return read()
    const { prepare } = operation
    return prepare ? andThen(andThen(store.read(admitted), prepare), write) : write(undefined)

    function read(): Awaitable<Reply> {
      const run = (rows: Repositories) => andThen(admitted(rows), operation.run)
      let resume: Call['resume']
      const reply = store.read(rows => (resume ? resume(() => run(rows)) : run(rows)))
      // From here on, the read has waited for others.
      resume = handling.call.resume
      return reply
    }

    function write(prepared: string | undefined): Awaitable<Reply> {
      const run = (request: OperationRequest) =>
        operation.run(prepared === undefined ? request : { ...request, prepared })
      const { method, once } = operation
      const asker = { caller: handling.call.peer, account: sent.account.id }
      const options = { frees: method === 'DELETE', once: once ?? false, ...asker }
      return andThen(
        store.write(rows => {
          handling.effects = []
          return andThen(admitted(rows), run)
        }, options),
        reply => {
          for (const effect of handling.effects) effect()
          return reply
        },
      )
    }
  }

  /** Runs the checks that need the data. @throws {Refusal} if one fails */
  function checked(
    rows: Repositories,
    operation: Operation,
    handling: Handling,
    { account, body }: Sent,
  ): Awaitable<OperationRequest> {
    const { params } = handling
    return andThen(rows.users.findByEmail(account.email), user => {
      // It may have changed since its password was verified.
      if (!user || !passwords.isSame(user.password_hash, account.password_hash)) throw wrongCredentials()
      const ids = pathIds(params)
      if (operation.access === 'account')
        return requestOf(handling, operation, { rows, user, membership: undefined, ids, body })
      return andThen(rows.schedules.membershipOf(ids.scheduleId, user.id), membership => {
        permit(operation.access, membership, ids)
        refuseUnreadable(ids, params)
        return requestOf(handling, operation, { rows, user, membership, ids, body })
      })
    })
  }

  /** Validates query and body. @throws {Refusal} if one is invalid */
  function requestOf(
    { call, path, query, effects }: Handling,
    operation: Operation,
    { rows, user, membership, ids, body }: Known,
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
        ? parts => longLists.limited({ account: user.id, address: call.peer }, parts)
        : undefined,
      prepared: undefined,
      afterwards: work => effects.push(work),
      mail: mail => effects.push(keepMail(ports.mailer, mail, rows)),
    }
  }
}

/** Who sent a call, and its whole body. */
interface Sent {
  account: StoredUser
  body: Uint8Array
}

/** What the checks have found out. */
interface Known {
  rows: Repositories
  user: StoredUser
  membership: Membership | undefined
  ids: PathIds
  body: Uint8Array
}

const isLink = (route: Operation | LinkTarget): route is LinkTarget => !('access' in route)

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

function options(match: Match<Route>, path: string): Reply {
  if (match.kind === 'found') throw new Error(`OPTIONS must not be an operation: ${path}`)
  if (match.kind === 'nothing') throw unmatched(match, 'OPTIONS', path)
  return reply(200, '{"success":true}', { allow: [...match.methods, 'OPTIONS'].join(', ') })
}
