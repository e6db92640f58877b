import { type Gated, gated, type Level } from './catalogue/rule.js'
import type { Check, Invariant } from './check/check.js'
import { checks as allChecks, invariants as allInvariants } from './checks/index.js'
import { whyUnreadable } from './http/exchange.js'
import { waitingOf } from './http/pacing.js'
import type { Baseline } from './run/baseline.js'
import { type Budget, canAfford } from './run/budget.js'
import { stoppedAnswering } from './run/causes.js'
import { catalogueDigest, decidedChecks, refuseOther } from './run/continuation.js'
import type { Estimate } from './run/estimate.js'
import { combineProgress, type LaneReport } from './run/lanes.js'
import { isSelected, levelOf } from './run/plan.js'
import { prepareRun } from './run/preparation.js'
import type { CheckReport, Report } from './run/report.js'
import { kitVersion, reportOf } from './run/run-report.js'
import { type Progress, runPlan } from './run/runner.js'
import { createWatch } from './run/watch.js'
import { orUnreachable } from './session/accounts.js'
import { tearDown } from './session/cleanup.js'
import { runDefaults } from './session/defaults.js'
import { addMembers } from './session/members.js'
import { createOperations } from './session/operations.js'
import { probeId } from './session/probe.js'
import { type ConnectionOptions, openSession, runSession, type Session } from './session/session.js'
import { openMailbox } from './target/mailbox.js'
import { type AdditionalOwner, type Provision, parseTarget, type Target, targetOf } from './target/target.js'

/** Options of `certify`; only `target` is required. */
export interface CertifyOptions extends ConnectionOptions {
  /** Dangers to accept besides `read`, `own` and `acct`; none by default. */
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
  /**
   * Requests or milliseconds that the run may take. It runs the checks that catch most faults per request; whatever is left
   * out makes the run incomplete. At least 100 requests; unlimited by default.
   */
  readonly budget?: Budget
  /**
   * The report of an earlier run to complete: this run adds the checks that did not or could not run. It must be of the
   * same target, kit and catalogue, and at most 7 days old.
   */
  readonly continues?: Report
  /** Failures that are known and accepted; see `readBaseline`. */
  readonly baseline?: Baseline
  /** Entries of the baseline that pass now do not fail the run: the caller rewrites it with `baselineOf`. */
  readonly rewriteBaseline?: boolean
  /** Milliseconds to wait for an e-mail; 60,000 by default. After one has failed to arrive, each later one gets a twelfth of that. */
  readonly mailTimeout?: number
  /** Returns every e-mail that the target sent to an address; by default, the mailbox of the target does. */
  readonly mailbox?: Provision['mailbox']
  /** Called when a check begins and when it ends, and every second while the run waits. */
  readonly onProgress?: (progress: Progress) => void
  /** Called once before the first write, with what the run will send. */
  readonly onEstimate?: (estimate: Estimate) => void
  /** Checks to run instead of the kit's own. */
  readonly checks?: readonly Check[]
  /** Invariants to watch instead of the kit's own. */
  readonly invariants?: readonly Invariant[]
}

/**
 * Certifies an implementation of the service from the outside and returns the report.
 *
 * Throws a `TargetError` if the target is described incorrectly, an `UnreachableError` if it can't be reached or does not
 * let its accounts in, a `LedgerError` if no ledger can be written, a `ContinuationError` if the report can't be continued,
 * and a `RangeError` if `jobs` is wrong.
 *
 * @example
 * const report = await certify({ target: { baseUrl, owner, schedules, members }, allow: ['all'] })
 * console.log(report.verdict)
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const { jobs = runDefaults.jobs, rate, budget } = options
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`jobs must be a whole number, 1 or more, not ${jobs}.`)
  const { leastRequests } = runDefaults
  if (budget?.requests !== undefined && !(budget.requests >= leastRequests))
    throw new RangeError(`budget.requests must be ${leastRequests} or more, not ${budget.requests}.`)
  // With a budget, the first owner runs what fits.
  const owners = budget ? 1 : 1 + (options.target.owners?.length ?? 0)
  const shared = {
    ...options,
    jobs: Math.ceil(jobs / owners),
    ...(rate !== undefined && { rate: rate / owners }),
  }
  return (await certifyAs(shared, { jobs })).report
}

/** What one of several owners runs. */
interface Part {
  /** The checks to run; all selected ones by default. */
  readonly among?: readonly string[]
  /** The number of parallel checks of all owners together, for the report. */
  readonly jobs: number
  /** Called at once with the ledger file, before anything is sent. */
  begin?(ledger: string): void
}

/** Certifies as the owner of the target and, at the same time, as its other owners. */
async function certifyAs(options: CertifyOptions, { among, jobs, begin }: Part) {
  const { strict = false, bail = false, baseline, budget } = options
  const { session, operations, watch, ready, unreadable, ...opened } = open(options, among)
  begin?.(session.ledger.file)

  const endedAt = new Map<string, number>()
  const run = await runSession(session, async () => {
    const { plans, further, others, estimate, probeRest, ...members } = await ready()
    const { session: checkSession } = members
    options.onEstimate?.(estimate)
    const lanes = startLanes(options, session.target, others)
    try {
      await probeRest()
      const undo = await orUnreachable(addMembers(checkSession, members), session.target).catch(
        async error => {
          // Remove members that were added before the setup failed.
          if (session.registry.list().length > 0) await tearDown(checkSession)
          throw error
        },
      )
      const ended = await runPlan(plans, checkSession, {
        jobs: options.jobs ?? runDefaults.jobs,
        bail,
        affords: (id, running) =>
          !lanes.isStopped &&
          unreadable() === undefined &&
          (!budget || canAfford(budget, id, running, useOf(session))),
        further: ended => further(ended, useOf(session)),
        onProgress(progress) {
          if (progress.ended) endedAt.set(progress.ended.id, Date.now())
          lanes.onProgress(progress)
        },
      }).finally(() => tearDown(checkSession, undo))
      const reports = ended.reports.map(report => setAside(excused(report, endedAt, session), unreadable()))
      return { plans, ...ended, reports, lanes: await lanes.reports() }
    } finally {
      await lanes.end()
    }
  })

  const report = reportOf({
    ...opened,
    ...run,
    session,
    operations,
    strict,
    jobs,
    isLane: among !== undefined,
    baseline,
    budget,
    before: options.continues,
    rewriteBaseline: options.rewriteBaseline ?? false,
    unreadable: unreadable(),
    watched: watch.results.filter(({ seen, fault, broken }) => {
      if (unreadable() !== undefined) return broken.length === 0
      // Within a budget, an invariant is left out if there was nothing for it to judge.
      return !budget || seen || fault !== undefined
    }),
  })
  return { report, ended: session.ending.reason }
}

/** Starts the runs of the other owners of a target, each with its share of the checks. */
function startLanes(options: CertifyOptions, target: Target, shares: readonly (readonly string[])[]) {
  const { bail = false, signal } = options
  const stop = new AbortController()
  const combined = combineProgress(options.onProgress ?? (() => {}))
  const onProgress = (lane: number) => (progress: Progress) => {
    if (bail && progress.ended?.outcome === 'failed') stop.abort()
    combined.progressed(lane, progress)
  }
  const lanes = shares.map((ids, index) => {
    // Each has its own ledger. Earlier results and the other accounts of the target belong to the first owner.
    const { ledger: _, baseline: __, continues: ___, mailbox: ____, onEstimate: _____, ...rest } = options
    const run = certifyAs(
      {
        ...rest,
        target: targetOf(target, target.owners[index] as AdditionalOwner),
        signal: AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]),
        onProgress: onProgress(index + 1),
      },
      { among: ids, jobs: 1, begin: ledger => combined.begins(index + 1, ids.length, ledger) },
    )
    run.catch(() => stop.abort())
    return { ids, run }
  })
  return {
    /** Whether a check failed that ends all of them, or one of them could not continue. */
    get isStopped() {
      return stop.signal.aborted
    },
    /** Called with the progress of the first owner. */
    onProgress: onProgress(0),
    reports: (): Promise<LaneReport[]> =>
      Promise.all(lanes.map(async ({ ids, run }) => ({ ids, ...(await run) }))),
    /** Ends those still running, as soon as possible. */
    async end(): Promise<void> {
      stop.abort()
      await Promise.allSettled(lanes.map(({ run }) => run))
    },
  }
}

/**
 * Estimates the requests and the duration of a certification with these options. It only reads from the target, and changes
 * nothing. Throws like `certify`.
 *
 * @example
 * const { requests, duration } = await estimate({ target, allow: ['all'] })
 */
export async function estimate(options: CertifyOptions): Promise<Estimate> {
  const { session, ready } = open(options)
  return runSession(session, async () => (await ready()).estimate)
}

/** Opens the session of a run; `ready` sends its first requests. */
function open(options: CertifyOptions, among?: readonly string[]) {
  const { only = [], skip = [], level = 'may', rate, jobs = runDefaults.jobs } = options
  const { checks = allChecks, invariants = allInvariants } = options
  const { continues } = options
  const target = parseTarget(options.target, 'the given options')
  const catalogue = catalogueDigest([...checks, ...invariants])
  const { seed = runDefaults.seed } = options
  if (continues)
    refuseOther(continues, {
      ...{ target: target.baseUrl, kit: kitVersion(), catalogue, seed, time: Date.now() },
    })
  const decided = new Set((continues ? decidedChecks(continues) : []).map(({ id }) => id))
  // What other owners run is decided elsewhere.
  if (among) for (const { id } of checks) if (!among.includes(id)) decided.add(id)
  const allow = options.allow?.[0] === 'all' ? gated : ((options.allow ?? []) as readonly Gated[])
  const selection = { only, skip, level }
  const watched = invariants.filter(it => isSelected(selection, it.id, levelOf(it)))
  const watch = createWatch(watched, {
    secrets: () => ({ passwords: session.redaction.secrets }),
    target,
  })
  const operations = createOperations()
  let unreadable: string | undefined
  const session = openSession({
    ...options,
    jobs,
    onExchange(answered) {
      const { exchange, check } = answered
      operations.note(exchange)
      unreadable ??= whyUnreadable(exchange)
      // Responses of missing operations break no rule about responses.
      if (check !== probeId && !operations.isAbsence(exchange)) watch.onExchange(answered)
    },
    onSend: watch.onSend,
  })
  const inbox = !options.mailbox && session.target.mailbox ? openMailbox(session.target.mailbox) : undefined
  const mailbox = options.mailbox ?? inbox?.read
  const ready = () =>
    tellingOfWaits(
      session,
      options.onProgress,
      among?.length,
      prepareRun(
        { ...session, operations },
        {
          ...{ checks, invariants: watched.length, selection, allow, mailbox, rate, jobs },
          mailTimeout: options.mailTimeout ?? runDefaults.mailTimeout,
          ...{ budget: options.budget, decided },
        },
      ),
    )
  const close = async () => {
    await session.close()
    await inbox?.close()
  }
  return {
    session: { ...session, close },
    operations,
    watch,
    ready,
    /** Why the target's responses can't be read exactly; undefined as long as they can. */
    unreadable: () => unreadable,
    selection,
    allow,
    catalogue,
    available: [...checks, ...invariants],
  }
}

/** Reports waits during the preparation, when the number of checks is not known yet. */
async function tellingOfWaits<T>(
  { pacing, ledger, started }: Session,
  onProgress: CertifyOptions['onProgress'],
  planned: number | undefined,
  prepared: Promise<T>,
): Promise<T> {
  const tell = () => {
    if (!pacing.waiting) return
    onProgress?.({
      ...{ planned: planned ?? 0, done: 0, failed: 0, warned: 0, running: [], ledgers: [ledger.file] },
      ...waitingOf(pacing),
      elapsed: Date.now() - started,
    })
  }
  const timer = setInterval(tell, 1000).unref()
  return prepared.finally(() => clearInterval(timer))
}

/** A check that did not pass says nothing about the target if ids can't be read exactly. */
function setAside(report: CheckReport, unreadable: string | undefined): CheckReport {
  if (unreadable === undefined || report.outcome === 'passed' || report.outcome === 'observed') return report
  const { blockedBy: _, ...rest } = report
  return { ...rest, outcome: 'skipped', reason: unreadable, evidence: [] }
}

/** What a run has used of its budget. */
const useOf = ({ client, started, registry, discarded }: Session) => ({
  requests: client.requests,
  time: Date.now() - started,
  remaining: registry.list().length + discarded.length,
})

/** A check that ended after the target had stopped answering says nothing about it. */
function excused(
  report: CheckReport,
  endedAt: ReadonlyMap<string, number>,
  { breaker }: Pick<Session, 'breaker'>,
): CheckReport {
  const ended = endedAt.get(report.id)
  const since = breaker.givenUpSince
  if (ended === undefined || since === undefined || ended < since) return report
  const { blockedBy: _, ...rest } = report
  return { ...rest, outcome: 'blocked', reason: stoppedAnswering, evidence: [] }
}
