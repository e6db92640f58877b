import type { Gated, Need, Person } from '../catalogue/rule.js'
import type { Check } from '../check/check.js'
import { isLetIn, type Reply } from '../http/exchange.js'
import type { Json } from '../http/json.js'
import { me } from '../http/paths.js'
import { idOf, logInThrowaways, orUnreachable, rateOf, refuseLogIn } from '../session/accounts.js'
import { createActor } from '../session/actor.js'
import { cleanUp } from '../session/cleanup.js'
import { logInMembers } from '../session/members.js'
import { operationNames } from '../session/operations.js'
import { createPool } from '../session/pool.js'
import { probeOperations, readAccount } from '../session/probe.js'
import type { CheckSession, Session } from '../session/session.js'
import {
  type AdditionalOwner,
  type Provision,
  type Target,
  targetOf,
  UnreachableError,
} from '../target/target.js'
import {
  type Budget,
  budgetLeft,
  mostEffectiveFirst,
  sharedRequests,
  type Use,
  withinBudget,
} from './budget.js'
import { estimateRun } from './estimate.js'
import { combinedEstimate, shareOut } from './lanes.js'
import {
  type CheckPlan,
  dangerOf,
  forbiddenDanger,
  isSelected,
  lastProofOf,
  levelOf,
  narrow,
  needsOf,
  planChecks,
  type Selection,
} from './plan.js'

type ProbedSession = Session & Pick<CheckSession, 'operations'>

interface PreparationOptions {
  readonly checks: readonly Check[]
  /** The number of invariants: they count as checks but send nothing. */
  readonly invariants: number
  readonly selection: Selection
  readonly allow: readonly Gated[]
  readonly mailbox: Provision['mailbox']
  /** Milliseconds to wait for an e-mail. */
  readonly mailTimeout: number
  /** The maximum number of requests per second. */
  readonly rate: number | undefined
  /** The number of parallel checks. */
  readonly jobs: number
  readonly budget: Budget | undefined
  /** Checks decided in an earlier part of the run. */
  readonly decided: ReadonlySet<string>
}

/**
 * Finds out what the target offers, logs in the accounts that the checks need, and plans and estimates the run. It writes
 * nothing yet: `probeRest` decides the unclear operations, with the first writes of the run.
 */
export async function prepareRun(session: ProbedSession, options: PreparationOptions) {
  const { checks, invariants, selection, allow, mailbox, rate, jobs, budget, decided } = options
  const { target, pacing } = session
  // Accounts that only forbidden checks need are ignored: they may be used up.
  const wanted = checks.filter(
    check =>
      isSelected(selection, check.id, levelOf(check)) &&
      !decided.has(check.id) &&
      !forbiddenDanger(dangerOf(check), allow),
  )
  const needed = new Set(wanted.flatMap(needsOf))
  const account = await orUnreachable(readAccount(session), target)
  refuseRedirect(account, target)
  // Before the probe: a target with one rate limit for all users has not refused anybody yet.
  const early = isLetIn(account) ? await logInDisposable(session, needed) : undefined
  const probeRest = await orUnreachable(admit(session, account), target)
  // Fails now if the mailbox can't be read, not late in the run, in the checks that need it.
  if (needed.has('mailbox')) await mailbox?.(target.owner.email)
  const loggedIn = early ?? (await logInDisposable(session, needed))
  const ready = prepareSession(session, loggedIn, { ...options, ownerId: idOf(account) })
  const planned = planChecks(budget ? mostEffectiveFirst(checks) : checks, selection, {
    target,
    allow,
    mailbox: ready.mailbox !== undefined,
    limited: ready.limited !== undefined,
    throwaways: ready.pool.size,
  })
  const members = await orUnreachable(logInMembers(ready, needed), target)
  const estimateOf = (ids: readonly string[]) =>
    estimateRun({
      ...{ target, checks: ids, invariants, limitOf: pacing.limitOf, rate, jobs },
      responseTime: session.client.responseTime,
      ...(budget
        ? { requestsOf: sharedRequests }
        : { deletesOneByOne: !checks.some(check => provesDeletes(check) && ids.includes(check.id)) }),
    })
  const isOpen = ({ asked, check }: CheckPlan) => asked && !decided.has(check.id)
  const all = narrow(
    planned,
    planned.filter(isOpen).map(({ check }) => check.id),
  )
  // With a budget, the first owner runs everything that fits.
  const { own, others } = shareOut(all, budget ? [] : target.owners)
  const plans = budget ? withinBudget(own, budget, estimateOf) : own
  /** Returns what else fits the budget once some checks have ended: they may have sent fewer requests than expected. */
  const further = (ended: ReadonlySet<string>, use: Use): CheckPlan[] => {
    if (!budget) return []
    const estimateRest = (ids: readonly string[]) => estimateOf(ids.filter(id => !ended.has(id)))
    const open = own.filter(({ check }) => !ended.has(check.id))
    return withinBudget(open, budgetLeft(budget, use, estimateOf([])), estimateRest)
  }
  const ownEstimate = estimateOf(plans.filter(({ obstacle }) => !obstacle).map(({ check }) => check.id))
  for (const { email, requests } of ownEstimate.accounts) pacing.expect(email, requests)
  const shares = await orUnreachable(estimateShares(session, others, options), target)
  const estimate = { ...combinedEstimate(ownEstimate, shares), ...(budget && { isBudget: true }) }
  return {
    session: ready,
    plans,
    further,
    others,
    estimate,
    probeRest: () => orUnreachable(probeRest(), target),
    ...members,
  }
}

/** Whether a passed check proves bulk deletes safe. */
const provesDeletes = (check: Check) => lastProofOf(check).some(scope => scope.startsWith('DELETE '))

/** Throws an `UnreachableError` if the service is elsewhere: following a redirect would send the credentials there. */
function refuseRedirect(
  { status, headers: { location } }: Reply,
  { baseUrl }: Pick<Target, 'baseUrl'>,
): void {
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, baseUrl)) return
  const { origin } = new URL(location, baseUrl)
  if (origin === new URL(baseUrl).origin) return
  throw new UnreachableError(
    `GET ${baseUrl}${me} answered ${status} and leads to ${origin}. The kit follows no redirects: give that URL, if it is the service's.`,
  )
}

/** Finds out which operations exist, and that the owner may log in. Returns a function that finds out the rest. */
async function admit(session: ProbedSession, account: Reply): Promise<() => Promise<void>> {
  const { target, operations, registry } = session
  const owner = createActor(session, target.owner, 'owner', { check: 'preparation' })
  const probeRest = await probeOperations(session, account)
  if ([401, 403].includes(account.status) && operations.stateOf(`GET ${me}`) !== 'missing')
    refuseLogIn(session, owner, account)
  // An empty target answers with "not found": one that calls every request a bad request refuses the kit.
  const isNoneThere = operationNames.every(name => operations.stateOf(name) !== 'implemented')
  if (account.status === 400 && isNoneThere) refuseLogIn(session, owner, account)
  return () =>
    probeRest().finally(async () => {
      if (registry.list().length > 0) await cleanUp(registry, owner)
    })
}

/** Logs in the other owners before anything is written, and estimates each one's share, with the number of its checks. */
const estimateShares = (
  session: ProbedSession,
  shares: readonly (readonly string[])[],
  { invariants, rate, jobs }: Pick<PreparationOptions, 'invariants' | 'rate' | 'jobs'>,
) =>
  Promise.all(
    shares.map(async (ids, index) => {
      const { operations, client } = session
      const target = targetOf(session.target, session.target.owners[index] as AdditionalOwner)
      const owner = createActor(session, target.owner, 'owner', { check: 'preparation' })
      const reply = await owner.get(me)
      if ([401, 403].includes(reply.status) && operations.stateOf(`GET ${me}`) !== 'missing')
        refuseLogIn(session, owner, reply)
      const estimate = estimateRun({
        ...{ target, checks: ids, invariants, limitOf: () => rateOf(reply), rate, jobs },
        responseTime: client.responseTime,
      })
      return [estimate, ids.length] as const
    }),
  )

type LoggedIn = Awaited<ReturnType<typeof logInThrowaways>>

/** Logs in the disposable accounts if a check needs them and the target can. */
async function logInDisposable(
  session: ProbedSession,
  needed: ReadonlySet<Need | Person>,
): Promise<LoggedIn> {
  const { target, operations } = session
  const isNeeded = needed.has('disposable account') || needed.has('limited account')
  return isNeeded && operations.stateOf(`GET ${me}`) !== 'missing'
    ? orUnreachable(logInThrowaways(session, target.disposable), target)
    : { limited: undefined, others: target.disposable }
}

/** Adds to the session what checks need. */
const prepareSession = (
  session: ProbedSession,
  { limited, others }: LoggedIn,
  {
    allow,
    mailbox,
    mailTimeout,
    ownerId,
  }: Pick<PreparationOptions, 'allow' | 'mailbox' | 'mailTimeout'> & { ownerId: Json | undefined },
): CheckSession => ({
  ...session,
  invitations: { needed: false, allowed: allow.includes('mail') },
  lists: new Map(),
  pool: createPool(others, ownerId === undefined ? [] : [ownerId]),
  limited,
  mailbox,
  patience: { longest: mailTimeout, now: mailTimeout },
  memory: new Map(),
  missingMembers: new Map(),
  joined: new Map(),
})
