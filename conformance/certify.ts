import { checks as allChecks, invariants as allInvariants, type Gated, type Level } from './areas/index.js'
import type { Report } from './report/report.js'
import { createLimited } from './runner/accounts.js'
import type { Baseline } from './runner/baseline.js'
import type { Check, Invariant } from './runner/check.js'
import { hidePasswords, openRun } from './runner/opening.js'
import { isSelected, planChecks } from './runner/plan.js'
import { invariantLevel, reportOf } from './runner/run-report.js'
import { type Progress, runPlan } from './runner/runner.js'
import { prepare, reached } from './runner/setup.js'
import { conclude } from './runner/teardown.js'
import { createWatch } from './runner/watch.js'
import type { Provision } from './target/provision.js'
import { parseTarget, refusePlainHttp, type TargetInput } from './target/target.js'

export interface CertifyOptions {
  /** What to certify, as in a target file. */
  readonly target: TargetInput
  /** Dangers that are accepted beside `read`, `own` and `acct`. */
  readonly allow?: readonly Gated[] | readonly ['all']
  /** Patterns of check ids, such as `RES-*` or `BULK-06.bookings`; a rule id stands for all its checks. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** The lowest level that is checked; by default all are. */
  readonly level?: Level
  /** Warnings fail the run. */
  readonly strict?: boolean
  /** Checks that run side by side; 8 by default. */
  readonly jobs?: number
  /** The same seed gives the same inputs and order. */
  readonly seed?: number
  /** Requests a second at most. */
  readonly rate?: number
  /** Milliseconds to wait for an answer; 10,000 by default. */
  readonly timeout?: number
  /** Stops at the first failure. */
  readonly bail?: boolean
  readonly baseline?: Baseline
  /** Carries the requests, instead of the network. */
  readonly fetch?: typeof globalThis.fetch
  /** Every e-mail that the target sent to an address. */
  readonly mailbox?: Provision['mailbox']
  /** Plain http beyond this machine is all right. */
  readonly insecure?: boolean
  /** Folder of the ledger; by default the working directory, or that for temporary files where it is read-only. */
  readonly ledgerFolder?: string
  /** Ends the run early: what runs is finished and cleaned up. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Other checks than the kit's, for tests of the kit itself. */
  readonly checks?: readonly Check[]
  readonly invariants?: readonly Invariant[]
}

const gatedAll = ['guard', 'wipe', 'lock', 'mail'] as const

/**
 * Certifies an implementation of the service from the outside, and answers the whole report.
 *
 * Throws a `TargetError` where the target is not described well, and an `UnreachableError` where it is not there or does
 * not let its owner in.
 *
 * @example
 * const report = await certify({ target: { baseUrl, owner, schedules, members }, allow: ['all'] })
 * console.log(report.verdict)
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const started = Date.now()
  const {
    only = [],
    skip = [],
    level = 'may',
    strict = false,
    jobs = 8,
    seed = 1,
    timeout = 10_000,
  } = options
  const { checks = allChecks, invariants = allInvariants, onProgress = () => {} } = options
  const allow: readonly Gated[] = options.allow?.[0] === 'all' ? gatedAll : ((options.allow ?? []) as Gated[])
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`jobs must be a whole number from 1 on, not ${jobs}.`)
  const target = parseTarget(options.target, 'what was given')
  if (!options.insecure && !options.fetch) refusePlainHttp(target.baseUrl)

  const selection = { only, skip, level }
  const redaction = hidePasswords(target)
  const selectedInvariants = invariants.filter(it => isSelected(selection, it.id, invariantLevel(it)))
  const watch = createWatch(selectedInvariants, () => ({ passwords: redaction.secrets }))
  const run = openRun(target, { ...options, started, timeout, redaction, witness: watch.witness })
  return run.during(async () => {
    const { limited, others } = await reached(createLimited(target, run.client, run.pacing), target)
    const session = run.sessionOf({
      seed,
      invitations: { needed: false, allowed: allow.includes('mail') },
      throwaways: others,
      limited,
      mailbox: options.mailbox,
    })
    const plans = planChecks(checks, selection, {
      target,
      allow,
      mailbox: options.mailbox !== undefined,
      limited: limited !== undefined,
      throwaways: others.length,
    })
    const prelude = await reached(prepare(session), target).catch(async error => {
      // Whom it let in before it broke off goes again.
      if (session.registry.list().length > 0) await conclude(session, { undo: async () => {} })
      throw error
    })
    const { reports, notStarted } = await runPlan(plans, session, {
      jobs,
      bail: options.bail ?? false,
      onProgress,
    }).finally(() => conclude(session, prelude))

    run.settle()
    return reportOf({
      session,
      started,
      selection,
      strict,
      jobs,
      allow,
      baseline: options.baseline,
      plans,
      reports,
      notStarted,
      watched: watch.results,
      available: [...checks, ...invariants],
    })
  })
}
