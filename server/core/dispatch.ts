import { permit } from './access.js'
import { type Awaitable, andThen, both, settle } from './awaitable.js'
import { type Call, type Reply, resumeWith } from './call.js'
import { parseBody, refuseBody } from './contract/body.js'
import { createLogins, tooManyGuesses, wrongCredentials } from './credentials.js'
import { type Handler, replyTo } from './error-boundary.js'
import { Refusal } from './errors.js'
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

/**
 * Handles calls by the table of operations. Checks run in this order: e-mail links, OPTIONS, credentials, rate, route,
 * and with the data at hand, the account again, access, query, body.
 */
export function createDispatch(given: DispatchOptions): Handler {
  const { operations, linkTargets, ports, settings, rate, throttle = createLoginThrottle() } = given
  const { store, clock, log, passwords } = ports
  const router = createRouter<Operation | LinkTarget>([...linkTargets, ...operations])
  const { verify, recall } = createLogins({ ports, throttle })
  const longLists = limitParts(settings.longLists)

  return call => {
    const handling = handlingOf(call)
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
    handling.recalled = recall(call)
    return admit(handling, account =>
      resumeWith(call, call.receive ? call.receive() : call.body, body =>
        operateAgain(route, handling, { account, body }),
      ),
    )
  }

  /** The account may have changed since, if only its limit, or the hash of the same password: it is verified and counted once more. */
  function operateAgain(operation: Operation, handling: Handling, sent: Sent): Awaitable<Reply> {
    return settle(
      () => operate(operation, handling, sent),
      reply => reply,
      error => {
        if (!(error instanceof Refusal && error.code === 'unauthorized')) throw error
        handling.recalled = undefined
        return admit(handling, account => operate(operation, handling, { ...sent, account }))
      },
    )
  }

  /** Verifies the credentials, unless that is left to the operation, and counts the request. */
  function admit(handling: Handling, next: (account: StoredUser) => Awaitable<Reply>): Awaitable<Reply> {
    const { call, recalled } = handling
    handling.account = undefined
    return resumeWith(call, recalled?.account ?? verify(call), account => {
      const limit = account.request_rate_limit
      handling.account = account
      return resumeWith(call, rate.admit(account.id, limit, clock.now()), admission => {
        handling.admission = admission
        if (admission.admitted) return next(account)
        if (!recalled) throw tooManyRequests(limit, admission)
        handling.recalled = undefined
        return admit(handling, next)
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
    const wait = handling.recalled?.wait(rows) ?? 0
    return andThen(both(rows.users.findByEmail(account.email), wait), ([user, seconds]) => {
      if (seconds > 0) {
        handling.account = undefined
        throw tooManyGuesses(seconds)
      }
      // It may have changed since its password was verified.
      const isSame = user && passwords.isSame(user.password_hash, account.password_hash)
      if (!isSame || user.request_rate_limit !== account.request_rate_limit) throw wrongCredentials()
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

function options(match: Match<Route>, path: string): Reply {
  if (match.kind === 'found') throw new Error(`OPTIONS must not be an operation: ${path}`)
  if (match.kind === 'nothing') throw unmatched(match, 'OPTIONS', path)
  return allowing(match.methods)
}
