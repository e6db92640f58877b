import { networkOf } from './access/addresses.js'
import { createLogins, type Login, type Logins, wrongCredentials } from './access/credentials.js'
import { entryQuestion, type Foreseen, findEntry } from './access/entry.js'
import { createLoginThrottle, type LoginThrottle } from './access/login-throttle.js'
import { type Admission, type RateLimiter, tooManyRequests, windowSeconds } from './access/rate.js'
import { permit } from './access/roles.js'
import { refuseBody } from './contract/body.js'
import { replyTo } from './error-boundary.js'
import { limitParts } from './lists/parts.js'
import { forgetOldest } from './oldest.js'
import type { LinkTarget, Operation, OperationRequest } from './operations/operation.js'
import { createParsing, type Parsing, unlessRefused } from './parsing.js'
import type { Ports, Settings } from './ports.js'
import type { Entry, EntryQuestion, Repositories, StoredUser } from './store.js'
import { type Call, type Reply, splitTarget } from './wire/call.js'
import { allowing, done } from './wire/responses.js'
import {
  createRouter,
  type Match,
  type Params,
  pathIds,
  type Route,
  refuseUnreadable,
} from './wire/router.js'
import { unmatched } from './wire/unmatched.js'

/** A call that is being handled. */
interface Handling {
  readonly call: Call
  readonly path: string
  readonly query: string
  operation?: Operation
  params: Params
  /** The account that sent it, set once its credentials are verified. */
  account?: StoredUser
  /** The decision of the rate limiter. */
  admission?: Admission
  /** Work to do after the transaction, from the attempt that was committed: a store may retry it. */
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
  /** The time for counting requests and wrong passwords, in milliseconds. @default that of the clock */
  time?(): number
}

/**
 * Handles calls by the table of operations. The checks run in this order: e-mail links, OPTIONS, credentials, rate, route
 * and, inside the transaction, the account again, access, query, body.
 */
export function createDispatch(given: DispatchOptions): (call: Call) => Promise<Reply> {
  const { operations, linkTargets, ports, settings, rate, throttle = createLoginThrottle() } = given
  const { store, clock, log } = ports
  const { time = clock.now } = given
  const router = createRouter<Operation | LinkTarget>([...linkTargets, ...operations])
  const recent = new Map<string, StoredUser>()
  const verify = createLogins({ ports: { ...ports, clock: { now: time } }, throttle, recent })
  const longLists = limitParts(settings.longLists)

  return async call => {
    const { path, query } = splitTarget(call.target)
    const handling: Handling = { call, path, query, params: {}, effects: [] }
    try {
      return finish(await handle(handling), handling)
    } catch (error) {
      return finish(replyTo(error, call, log), handling)
    }
  }

  async function handle(handling: Handling): Promise<Reply> {
    const { call, path } = handling
    const match = router.match(call.method, path)
    if (call.method === 'OPTIONS') return options(match, call, path)
    if (match.kind !== 'found') {
      // Only accounts learn which paths exist below /v1.
      const isOpen = match.kind === 'nothing' ? !path.startsWith('/v1/') : isLink(match.route)
      if (!isOpen) await admit(handling)
      throw unmatched(match, call.method, path)
    }
    const { route, params } = match
    if (isLink(route)) return route.run({ call, params, ports })
    handling.operation = route
    handling.params = params
    const read = createParsing(route, handling.query, settings.limits)
    const { account, known } = await admit(handling, (email, presumed) =>
      questionOf(route, email, { presumed, params, read }),
    )
    const body = call.receive ? await call.receive() : call.body
    return operate(route, handling, { account, known, body, read })
  }

  /** Verifies the credentials and counts the request. @throws {Refusal} if they are wrong, or the limit is exceeded */
  async function admit(handling: Handling, question?: Parameters<Logins>[1]): Promise<Login> {
    const login = await verify(handling.call, question)
    const { account } = login
    if (handling.call.isExtra) return login
    const limit = account.request_rate_limit
    const admission = await rate.admit(account.id, limit, time())
    handling.account = account
    handling.admission = admission
    const address = account.email.toLowerCase()
    if (!admission.admitted) {
      // Its next requests are counted before anything is read for them.
      recent.delete(address)
      throw tooManyRequests(limit, admission)
    }
    recent.set(address, account)
    forgetOldest(recent, mostRecent)
    return login
  }

  async function operate(
    operation: Operation,
    handling: Handling,
    received: Login & { body: Uint8Array; read: Parsing },
  ): Promise<Reply> {
    const { mode, prepare, method, foresee, once = false } = operation
    const { call, params } = handling
    const { account, known, body, read } = received
    const asker = { caller: networkOf(call.peer), account: account.id }
    const isRead = mode === 'read'
    const work =
      (sent: Sent, entry?: Entry) =>
      async (rows: Repositories): Promise<Reply> => {
        handling.effects = []
        return operation.run(await check(rows, operation, handling, sent, entry))
      }
    if (isRead && known) return work(received, known.entry)(known.rows)
    // Invalid input is refused later, when its check comes.
    const foreseen = unlessRefused(() =>
      foresee?.({ path: pathIds(params), query: read.query().parsed, body: read.body(body), account }),
    )
    const sent = { ...received, foreseen }
    if (isRead) return store.read(work(sent), { ...asker, consistent: foreseen?.page === undefined })
    const prepared = await prepare?.(await store.read(rows => check(rows, operation, handling, sent), asker))
    const reply = await store.write(work({ ...sent, prepared }), {
      frees: method === 'DELETE',
      once,
      found: known?.entry,
      ...asker,
    })
    for (const effect of handling.effects) effect()
    return reply
  }

  /** Runs the checks that need data. @throws {Refusal} if one fails */
  async function check(
    rows: Repositories,
    operation: Operation,
    handling: Handling,
    { account, body, read, foreseen, prepared }: Sent,
    known?: Entry,
  ): Promise<OperationRequest> {
    const { params } = handling
    const { access } = operation
    const ids = pathIds(params)
    const entry = known ?? (await findEntry(rows, entryQuestion(account.email, access, ids, foreseen)))
    const { user, membership } = entry
    // It may have changed since the password was verified.
    if (user?.password_hash !== account.password_hash) throw wrongCredentials()
    permit(access, membership, ids)
    refuseUnreadable(ids, params)
    const { sent, parsed } = read.query()
    if (!operation.body) refuseBody(body, handling.call.method)
    const { object } = entry
    // The page was read in the previous time zone of the account.
    const page = user.timezone === account.timezone ? entry.page : undefined
    return requestOf(
      handling,
      { rows, user, membership, object, page, path: ids, prepared },
      {
        query: parsed,
        sentQuery: sent,
        body: read.body(body),
      },
    )
  }

  function requestOf({ call, path, effects }: Handling, known: Known, parsed: Parsed): OperationRequest {
    const { rows, user, membership, object, page, path: ids, prepared } = known
    const { query, sentQuery, body } = parsed
    const origin = settings.publicUrl ?? call.origin
    return {
      rows,
      user,
      membership,
      object,
      page,
      path: ids,
      prepared,
      query,
      sentQuery,
      body,
      now: clock.now(),
      url: origin + path,
      origin,
      ports,
      settings,
      inParts: call.inParts
        ? parts => longLists.limited({ account: user.id, address: networkOf(call.peer) }, parts)
        : undefined,
      afterwards: work => effects.push(work),
      mail: mail => effects.push(ports.mailer.keep(mail, rows)),
    }
  }
}

/**
 * The data to read from the store together with the account of a request: all that a read needs, or what a write that is a
 * single insert presumes. A list is read only if the account is presumed: a wrong password must not cost that much.
 */
function questionOf(
  { access, mode, entryOnly, once, foresee }: Operation,
  email: string,
  { presumed, params, read }: { presumed: StoredUser | undefined; params: Params; read: Parsing },
): EntryQuestion | undefined {
  return unlessRefused(() => {
    const path = pathIds(params)
    if (entryOnly || once) return entryQuestion(email, access, path)
    if (mode !== 'read' || !presumed) return undefined
    const foreseen = foresee?.({ path, query: read.query().parsed, body: undefined, account: presumed })
    return foreseen && entryQuestion(email, access, path, foreseen)
  })
}

/** The maximum number of accounts remembered as recently logged in. */
const mostRecent = 10_000

/** Adds the operation and the remaining requests of the account, as in the IETF draft on RateLimit header fields. */
function finish(reply: Reply, { operation, account, admission }: Handling): Reply {
  const { status, headers, body, parts, error } = reply
  const counts = account &&
    admission && {
      'ratelimit-policy': `"user";q=${account.request_rate_limit};w=${windowSeconds}`,
      ratelimit: `"user";r=${admission.remaining};t=${admission.resetAfter}`,
    }
  return { status, headers: { ...headers, ...counts }, body, parts, operation: operation?.id, error }
}

/** The sender of a call, its whole body, and what the operation has prepared from it. */
interface Sent extends Login {
  body: Uint8Array
  read: Parsing
  foreseen?: Foreseen | undefined
  prepared?: string | undefined
}

/** What the checks have determined. */
type Known = Pick<OperationRequest, 'rows' | 'user' | 'membership' | 'object' | 'page' | 'path' | 'prepared'>
type Parsed = Pick<OperationRequest, 'query' | 'sentQuery' | 'body'>

const isLink = (route: Operation | LinkTarget): route is LinkTarget => !('access' in route)

function options(match: Match<Route>, { header }: Call, path: string): Reply {
  if (match.kind === 'found') throw new Error(`OPTIONS must not be an operation: ${path}`)
  if (match.kind === 'nothing') {
    // The page can then send its request, and read what is wrong with the path.
    if (header('access-control-request-method') !== undefined) return done
    throw unmatched(match, 'OPTIONS', path)
  }
  return allowing(match.methods)
}
