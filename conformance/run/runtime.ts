import { setTimeout as sleep } from 'node:timers/promises'
import { memberNames, type Person } from '../catalogue/rule.js'
import type { Check } from '../check/check.js'
import type { Context } from '../check/context.js'
import { createGiven, createNames, type Given, type Names } from '../check/created.js'
import { follow, linksIn } from '../checks/users/links.js'
import { attempts } from '../http/client.js'
import { type Exchange, type Reply, replyOf } from '../http/exchange.js'
import { Interrupted } from '../http/interrupted.js'
import { isObject, type JsonObject, parseJson } from '../http/json.js'
import { bulkScopes, me } from '../http/paths.js'
import type { Transport } from '../http/transport.js'
import { changeSettings, idOf, restoreSettings, saveSettings } from '../session/accounts.js'
import { type Actor, type ActorOptions, createActor } from '../session/actor.js'
import { type CleanupRegistry, createCleanupRegistry, mayLeaveObjects } from '../session/cleanup-registry.js'
import { type Finding, NotImplemented, Skipped } from '../session/outcomes.js'
import type { Throwaway } from '../session/pool.js'
import type { CheckSession, Shared } from '../session/session.js'
import type { Account, ReceivedMail } from '../target/target.js'
import type { Evidence } from './report.js'

type ActorVariant = Pick<ActorOptions, 'authorization' | 'accept' | 'returnRateLimited' | 'transport'>

const noCredentials: Account = { email: '', password: '' }

/** The actors, names and objects of one attempt of a check. */
export interface CheckRuntime extends Names, Trail {
  readonly registry: CleanupRegistry
  readonly owner: Actor
  readonly given: Given
  /** Creates objects that last until the end of the run. */
  readonly shared: Given
  /** Treats requests as clean-up from now on, which may continue when the time for checks is over. */
  endCheck(): void
  actor(account: Account, name: string, variant?: ActorVariant): Actor
}

/** `attempt` counts from 1: a check that starts over uses new names. */
export function createCheckRuntime(
  session: CheckSession,
  check: Pick<Check, 'id' | 'needs' | 'sends'>,
  attempt: number,
): CheckRuntime {
  const { target, invitations, lists } = session
  const names = createNames(session, check.id, attempt)
  const joined = [...session.joined].flatMap(([role, sent]) => (check.needs?.includes(role) ? sent : []))
  const trail: Exchange[] = [...joined]
  const borrowed = new Set<Exchange>(joined)
  const uses = new Map<string, number>()
  const registry = createCleanupRegistry({
    ledger: session.ledger,
    marks: [names.token, ...session.emails],
    deletions: session.registry.deletions,
    creator: session.ids.enter(),
    mayLeaveObjects: mayLeaveObjects(check),
  })
  let isCleanUp = false

  const actorWith =
    (registry: CleanupRegistry) =>
    (account: Account, name: string, variant?: ActorVariant): Actor =>
      createActor(session, account, name, {
        check: check.id,
        trail,
        registry,
        refuseUnsafe(method, path) {
          if (isCleanUp) return
          session.ending.throwIfStopped()
          refuseUnsafe(session, check, method, path)
        },
        ...variant,
      })

  const actor = actorWith(registry)
  const owner = actor(target.owner, 'owner')
  const [schedule] = session.schedules
  if (!schedule) throw new Error('A target has at least one schedule.')
  const making = { ...names, schedule, invitations, lists }
  return {
    ...names,
    trail,
    borrowed,
    uses,
    registry,
    owner,
    given: createGiven({ ...making, owner }),
    shared: createGiven({ ...making, owner: actorWith(session.registry)(target.owner, 'owner') }),
    endCheck() {
      isCleanUp = true
    },
    actor,
  }
}

/**
 * Throws `NotImplemented` if the target does not have the operation, and a plain error for a bulk request that the check
 * does not declare: a faulty target may apply it to objects that other checks rely on.
 */
function refuseUnsafe(
  { schedules: [first, second], operations }: CheckSession,
  { id, sends = [] }: Pick<Check, 'id' | 'sends'>,
  method: string,
  path: string,
): void {
  const missing = operations.missingFor(method, path)
  if (missing !== undefined) throw new NotImplemented(missing)
  const shared = [first, second].find(each => each && path.startsWith(`${each.path}/`))
  const scopes = shared ? bulkScopes(method, path.slice(shared.path.length + 1)) : []
  const undeclared = scopes.find(scope => !sends.includes(scope))
  if (undeclared === undefined) return
  throw new Error(`${id} sends ${undeclared}, a bulk request, and does not say so in its sends.`)
}

/** Creates the context of a check, and what opens and closes it. The check gets only what its `needs` name. */
export function createContext(
  check: Check,
  session: CheckSession,
  runtime: CheckRuntime,
  note: (kind: Evidence['kind'], finding: Finding) => void,
) {
  const { schedules, limited, mailbox, patience, ending } = session
  const missing = (what: string): never => {
    throw new Error(`${check.id} uses ${what} and does not say so in its needs.`)
  }
  const schedule = (index: number, need: 'second schedule' | 'spare schedule') =>
    (check.needs?.includes(need) && schedules[index]) || missing(`the ${need}`)
  const person = personOf(check, session, runtime, missing)
  const nobody = runtime.actor(noCredentials, 'nobody', { authorization: null })
  const leases = takeLeases(check, session, runtime, { person, nobody })
  const { registry: _, trail: __, borrowed: ___, uses: ____, endCheck: _____, actor, ...tools } = runtime

  const context: Context = {
    ...tools,
    get editor() {
      return person('editor')
    },
    get viewer() {
      return person('viewer')
    },
    get stranger() {
      return person('stranger')
    },
    get anyone() {
      return person('anyone')
    },
    nobody,
    get throwaway() {
      return leases.throwaway ?? missing('a disposable account')
    },
    get throwawayNow() {
      return leases.throwawayNow ?? missing('a disposable account')
    },
    get limited() {
      const { rate, fresh, ...account } = limited ?? missing('the limited account')
      return { ...actor(account, 'limited', { returnRateLimited: true }), rate, fresh }
    },
    schedule: schedules[0] ?? missing('a schedule'),
    get second() {
      return schedule(1, 'second schedule')
    },
    get spare() {
      return schedule(2, 'spare schedule')
    },

    as: actor,
    withHeader: (authorization, name) => actor(noCredentials, name, { authorization }),
    accepting: (each, accept) =>
      actor(each, `${each.name} ${accept === null ? 'without an Accept header' : `who accepts ${accept}`}`, {
        accept,
      }),
    async overOneConnection(...actors) {
      const transport = leases.connect()
      return actors.map(each =>
        actor(each, each.name, { transport, ...(each.email === '' && { authorization: null }) }),
      ) as never
    },
    renamed({ name, email }, { password }) {
      leases.setPassword(password)
      return actor({ email, password }, name)
    },
    moved: leases.moved,
    settings: async (actor, members) =>
      leases.saved.has(actor.email)
        ? changeSettings(actor, members)
        : missing(`settings of the ${actor.name}`),
    async mails(address, { atLeast = 1, within = patience.now } = {}) {
      const mails = await mailsTo(mailbox ?? missing('the mailbox'), address, { atLeast, within, ending })
      if (mails.length < atLeast && within === patience.longest) patience.now = within / impatience
      return mails
    },
    once: (key, act) => once(session.memory, key, act, runtime),
    wait: milliseconds => pauseFor(milliseconds, ending),

    warn: (message, ...replies) => note('warning', { message, replies }),
    observe: (message, ...replies) => note('observation', { message, replies }),
    skip(reason, ...replies) {
      throw new Skipped(reason, replies)
    },
  }

  const { open, restore, close } = leases
  return { context, open, restore, close }
}

/** The people that a check may name in `changes`. */
const personOf =
  (
    { needs }: Check,
    { target, missingMembers }: CheckSession,
    { owner, actor }: CheckRuntime,
    missing: (what: string) => never,
  ) =>
  (person: Person): Actor => {
    if (person === 'owner') return owner
    const name = person === 'anyone' ? 'stranger' : person
    const account = target.members[memberNames.indexOf(name)]
    if (person !== 'anyone') return actor((needs?.includes(name) && account) || missing(`the ${name}`), name)
    const absence = missingMembers.get('stranger')
    if (absence) throw absence
    return account ? actor(account, name) : owner
  }

/** The divisor of the time to wait for an e-mail once one has failed to arrive: the target may send none. */
const impatience = 12

async function mailsTo(
  mailbox: NonNullable<CheckSession['mailbox']>,
  address: string,
  { atLeast, within, ending }: { atLeast: number; within: number } & Pick<CheckSession, 'ending'>,
): Promise<readonly ReceivedMail[]> {
  const until = Date.now() + within
  // One more look when the time is up: the kit may have been too busy.
  for (let isLast = false; ; await pauseFor(100, ending)) {
    const mails = await mailbox(address)
    if (mails.length >= atLeast || isLast) return mails
    isLast = Date.now() >= until
  }
}

/** Waits. Throws `Interrupted` when the run ends: a waiting check would not finish within the time it gets. */
async function pauseFor(milliseconds: number, { signal }: CheckSession['ending']): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {})
  if (signal.aborted) throw new Interrupted('the run was ended')
}

/** What a check has exclusively while it runs: a disposable account, changed settings and connections. */
function takeLeases(
  { id, needs, changes = [] }: Check,
  { pool, client, missingMembers, ...session }: CheckSession,
  { actor, trail, borrowed }: CheckRuntime,
  { person: personOf, nobody }: { person: (person: Person) => Actor; nobody: Actor },
) {
  let account: Throwaway | undefined
  let throwaway: Actor | undefined
  const saved = new Map<string, { actor: Actor; settings: JsonObject }>()
  const connections: Transport[] = []

  /** Whether a login shows this account, and not another one. */
  const isOf = ({ id }: Throwaway, login: Reply) => login.ok && id !== undefined && idOf(login) === id

  /** Whether an account can log in, and will stay able to. */
  async function isUsable(account: Throwaway, interruption: Interrupted | undefined): Promise<boolean> {
    const logIn = (as: Account) =>
      actor(as, 'throwaway')
        .get(me)
        .catch(() => undefined)
    const change = interruption && lateChange(interruption)
    // If accounts can't be read, there is no way to tell.
    if (session.operations.stateOf(`GET ${me}`) === 'missing') return true
    if (!change) {
      const reply = await logIn(account)
      const isThere =
        (reply?.ok === true && (account.id === undefined || isOf(account, reply))) ||
        (reply !== undefined && (await isReopened(account).catch(() => false)))
      if (reply && !isThere) session.spentAccounts.set(account.originalEmail, `no longer logs in since ${id}`)
      return isThere
    }
    // A new password that works shows that the change was made. Nothing shows it for other changes.
    const { new_password: password } = change
    for (let tries = 0; typeof password === 'string' && tries < attempts.read; tries++) {
      const reply = await logIn({ email: account.email, password })
      if (reply?.ok) {
        account.password = password
        return true
      }
    }
    session.spentAccounts.set(account.originalEmail, `may have been changed by ${id}, ${tooLate}`)
    return false
  }

  /** Remembers a new address of the disposable account if a login with it shows this account. */
  async function moved(email: string) {
    const { password = '' } = account ?? {}
    const moved = actor({ email, password }, 'disposable account under its new address')
    const login = await moved.get(me)
    if (!account || !isOf(account, login)) return { login, actor: undefined }
    const limit = session.collaborationLimits.get(account.email.toLowerCase())
    if (limit) session.collaborationLimits.set(email.toLowerCase(), limit)
    account.email = email
    return { login, actor: moved }
  }

  /**
   * A target may refuse an account until its new address is activated. Returns whether following the link in the e-mail has
   * ended that, so that the next check can use the account.
   */
  async function isReopened({ email, password }: Throwaway): Promise<boolean> {
    const { mailbox, ending, patience } = session
    const own = trail.filter(exchange => !borrowed.has(exchange))
    const address = sentAs(own, 'throwaway').findLast(body => typeof body.email === 'string')?.email
    if (typeof address !== 'string' || address === email || !mailbox) return false
    const within = Math.min(patience.now, longestForLast)
    const mails = await mailsTo(mailbox, address, { atLeast: 1, within, ending }).catch(() => [])
    const throwawayNow = actor({ email, password }, 'throwaway')
    for (const link of mails.flatMap(linksIn)) {
      await follow({ nobody, throwawayNow, as: actor }, link, address)
      if ((await moved(address)).actor) return true
    }
    return false
  }

  return {
    saved,
    get throwaway() {
      return throwaway
    },
    get throwawayNow() {
      return account && actor(account, 'throwaway')
    },
    /** Remembers a new password of the disposable account. */
    setPassword(password: string) {
      if (account) account.password = password
    },
    moved,
    connect() {
      const connection = client.single()
      connections.push(connection)
      return connection
    },
    /** Takes the disposable account and saves the settings that the check will change. */
    async open() {
      for (const name of memberNames) {
        const absence = needs?.includes(name) && missingMembers.get(name)
        if (absence) throw absence
      }
      if (needs?.includes('disposable account')) {
        account = await pool.take()
        if (!account) throw new Skipped(usedUpBy([...session.spentAccounts.values()]))
        throwaway = actor(account, 'throwaway')
        if (account.isClosed) {
          await changeSettings(throwaway, { allow_collaboration: true })
          account.isClosed = false
          account.isOpened = true
        }
      }
      for (const person of changes) {
        const actor = personOf(person)
        saved.set(actor.email, { actor, settings: await saveSettings(session, actor) })
      }
    },
    /** Restores the settings, including those that a request in progress at the interruption may change. */
    async restore(interruption?: Interrupted) {
      for (const { actor, settings } of session.canCleanUp() ? saved.values() : []) {
        const late = interruption?.request?.as === actor.name ? lateChange(interruption) : undefined
        const names = new Set([...changedSettings(trail, actor), ...Object.keys(late ?? {})])
        const changed = [...names].filter(name => Object.hasOwn(settings, name))
        await restoreSettings(session, actor, settings, changed).catch(error => {
          if (!session.canCleanUp()) return
          session.leftovers.push(`${actor.email}: settings could not be put back: ${error.message}`)
        })
      }
    },
    /**
     * Returns the disposable account, unless the request that interrupted the check may still change it. What the check
     * created with it must be gone by then: the next check that gets it may create the same.
     */
    async close(interruption?: Interrupted) {
      if (account) pool.give(account, await isUsable(account, interruption))
      for (const connection of connections) await connection.close()
    },
  }
}

/** Milliseconds to wait for the e-mail whose link makes the account usable again. */
const longestForLast = 5000

/** The bodies of accepted changes of an account, by the name of the sender. */
const sentAs = (trail: readonly Exchange[], name: string): JsonObject[] =>
  trail.flatMap(exchange => {
    const { method, path, as, body } = exchange.request
    const isChange = method === 'PUT' && path === me && as === name && replyOf(exchange).ok
    const sent = isChange ? parseJson(body ?? '') : undefined
    return isObject(sent) ? [sent] : []
  })

/** The members of an account that accepted changes contained. */
const changedSettings = (trail: readonly Exchange[], { name }: Actor): string[] => [
  ...new Set(sentAs(trail, name).flatMap(Object.keys)),
]

const tooLate = 'which got no answer in time'

/** Explains why no account is left. */
const usedUpBy = (reasons: readonly string[]): string =>
  `needs a disposable account, and all are used up${
    reasons.some(reason => reason.endsWith(tooLate)) ? ', as answers took too long; raise --timeout' : ''
  }`

/**
 * Returns the change that may still be made to an account: another check would then find an unknown password, address or
 * setting.
 */
function lateChange({ isLate = false, request }: Interrupted): JsonObject | undefined {
  if (!isLate || request?.path !== me || request.method === 'GET') return undefined
  const body = parseJson(request.body ?? '')
  return isObject(body) ? body : {}
}

/** The exchanges of a check. */
export interface Trail {
  /** In order; exchanges that other checks sent for a shared result come first, so that a script begins with them. */
  readonly trail: Exchange[]
  /** The exchanges among them that other checks sent. */
  readonly borrowed: Set<Exchange>
  /** The shared results that the check needs, with the requests of each. */
  readonly uses: Map<string, number>
}

/** Does something once per run: the first check that asks does it, and the others get its result and its exchanges. */
export async function once<T>(
  memory: Map<string, Shared>,
  key: string,
  act: () => Promise<T>,
  own: Trail,
): Promise<T> {
  const known = memory.get(key)
  if (known) {
    try {
      return (await known.result) as T
    } finally {
      for (const [what, requests] of known.uses) own.uses.set(what, requests)
      borrow(own, known.exchanges)
    }
  }
  const last = own.trail.at(-1)
  const before = new Set(own.uses.keys())
  const result = act()
  const shared: Shared = { result, exchanges: [], uses: new Map() }
  memory.set(key, shared)
  try {
    return await result
  } catch (error) {
    // A broken connection is not a result: the next check that asks tries again.
    if (error instanceof Interrupted) memory.delete(key)
    throw error
  } finally {
    shared.exchanges = own.trail.slice(last ? own.trail.indexOf(last) + 1 : 0)
    // What it depends on may itself be shared.
    const inner = [...own.uses].filter(([what]) => !before.has(what))
    const counted = new Set(inner.flatMap(([what]) => memory.get(what)?.exchanges ?? []))
    const requests = shared.exchanges.filter(exchange => !counted.has(exchange)).length
    shared.uses = new Map([...inner, [key, requests]])
    for (const [what, count] of shared.uses) own.uses.set(what, count)
  }
}

function borrow({ trail, borrowed }: Trail, exchanges: readonly Exchange[]): void {
  const others = exchanges.filter(exchange => !trail.includes(exchange))
  for (const exchange of others) borrowed.add(exchange)
  trail.unshift(...others)
}
