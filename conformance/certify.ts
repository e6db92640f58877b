import { checks as allChecks, invariants as allInvariants, type Gated, type Level } from './areas/index.js'
import type { Report } from './report/report.js'
import { createPool, logInThrowaways, reached } from './runner/accounts.js'
import type { Baseline } from './runner/baseline.js'
import type { Check, Invariant } from './runner/check.js'
import { isSelected, levelOf, planChecks } from './runner/plan.js'
import { reportOf } from './runner/run-report.js'
import { type Progress, runPlan } from './runner/runner.js'
import {
  type CheckSession,
  type ConnectionOptions,
  defaults,
  openSession,
  runSession,
  type Session,
} from './runner/session.js'
import { prepare, tearDown } from './runner/setup.js'
import { createWatch } from './runner/watch.js'
import type { Provision } from './target/target.js'

/** Options of `certify`; only `target` is required. */
export interface CertifyOptions extends ConnectionOptions {
  /** Dangers to accept other than `read`, `own` and `acct`; none by default. */
  readonly allow?: readonly Gated[] | readonly ['all']
  /** Checks to run: patterns such as `RES-*` or `BULK-06.bookings`. A rule id selects all its checks. All by default. */
  readonly only?: readonly string[]
  /** Checks to leave out, as patterns like those of `only`; none by default. */
  readonly skip?: readonly string[]
  /** The lowest level that is checked; `may`, which is all of them, by default. */
  readonly level?: Level
  /** Let warnings fail the run; false by default. */
  readonly strict?: boolean
  /** Checks that run in parallel; 8 by default. */
  readonly jobs?: number
  /** Seed of the inputs and of their order; 1 by default. */
  readonly seed?: number
  /** Stop at the first failure; false by default. */
  readonly bail?: boolean
  /** Failures that are known and accepted; see `readBaseline`. */
  readonly baseline?: Baseline
  /** Returns every e-mail that the target sent to an address. Without it, checks of e-mails are skipped. */
  readonly mailbox?: Provision['mailbox']
  /** Called when a check begins and when it ends. */
  readonly onProgress?: (progress: Progress) => void
  /** Checks to run instead of the kit's own. */
  readonly checks?: readonly Check[]
  /** Invariants to watch instead of the kit's own. */
  readonly invariants?: readonly Invariant[]
}

const allGated = ['guard', 'wipe', 'lock', 'mail'] as const

/**
 * Certifies an implementation of the service from the outside, and returns the report.
 *
 * Throws a `TargetError` where the target is not described correctly, an `UnreachableError` where it can't be reached or
 * does not let its accounts in, a `LedgerError` where no ledger can be written, and a `RangeError` where `jobs` is wrong.
 *
 * @example
 * const report = await certify({ target: { baseUrl, owner, schedules, members }, allow: ['all'] })
 * console.log(report.verdict)
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const { only = [], skip = [], level = 'may', strict = false, bail = false, jobs = defaults.jobs } = options
  const { checks = allChecks, invariants = allInvariants, baseline, onProgress = () => {} } = options
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`jobs must be a whole number from 1 on, not ${jobs}.`)
  const allow = options.allow?.[0] === 'all' ? allGated : ((options.allow ?? []) as readonly Gated[])
  const selection = { only, skip, level }
  const watch = createWatch(
    invariants.filter(it => isSelected(selection, it.id, levelOf(it))),
    () => ({ passwords: session.redaction.secrets }),
  )
  const session = openSession({ ...options, witness: watch.witness })

  const run = await runSession(session, async () => {
    const checkSession = await prepareAccounts(session, allow, options.mailbox)
    const { target, limited, pool, mailbox } = checkSession
    const plans = planChecks(checks, selection, {
      target,
      allow,
      mailbox: mailbox !== undefined,
      limited: limited !== undefined,
      throwaways: pool.size,
    })
    const setup = await reached(prepare(checkSession), target).catch(async error => {
      // Members that were added before the setup failed are removed.
      if (session.registry.list().length > 0) await tearDown(checkSession)
      throw error
    })
    const ended = await runPlan(plans, checkSession, { jobs, bail, onProgress }).finally(() =>
      tearDown(checkSession, setup),
    )
    return { plans, ...ended }
  })

  const available = [...checks, ...invariants]
  return reportOf({
    ...run,
    session,
    selection,
    strict,
    jobs,
    allow,
    baseline,
    watched: watch.results,
    available,
  })
}

/** Logs in the throwaway accounts, and adds to the session what checks need. */
async function prepareAccounts(
  session: Session,
  allow: readonly Gated[],
  mailbox: Provision['mailbox'],
): Promise<CheckSession> {
  const { target } = session
  const { limited, others } = await reached(logInThrowaways(session, target.disposable), target)
  return {
    ...session,
    invitations: { needed: false, allowed: allow.includes('mail') },
    pool: createPool(others),
    limited,
    mailbox,
    memory: new Map(),
    unsafe: new Map(),
    unjoined: new Map(),
  }
}
