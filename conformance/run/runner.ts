import { waitingOf } from '../http/pacing.js'
import type { CheckSession } from '../session/session.js'
import { attempt, checkReport } from './attempt.js'
import type { CheckPlan } from './plan.js'
import type { CheckReport, Outcome } from './report.js'
import { runJobs } from './scheduler.js'

/** The state of a run. */
export interface ProgressState {
  /** The number of checks that send requests of their own; in an exploration, of steps. */
  readonly planned: number
  /** How many of them are done. */
  readonly done: number
  readonly failed: number
  /** Ids of the running checks. */
  readonly running: readonly string[]
  /** Milliseconds until the next waiting request is sent; absent unless one waits for more than 2 seconds. */
  readonly waiting?: number
  /** What it waits for, such as `the rate limit of ada@example.test`. */
  readonly waitingFor?: string
  /** Milliseconds since the start. */
  readonly elapsed: number
}

/** The progress of a run. */
export interface Progress extends ProgressState {
  readonly warned: number
  /** The files of the cleanup ledgers, one per owner, which `cleanLedger` needs if the process is killed. */
  readonly ledgers: readonly string[]
  /** The check that has just ended, with its outcome. */
  readonly ended?: { readonly id: string; readonly title: string; readonly outcome: string }
}

/** The results of the planned checks. */
export interface Ended {
  /** The reports of the selected checks. */
  readonly reports: readonly CheckReport[]
  /** The reports of checks that ran only because selected ones depend on them. */
  readonly preparations: readonly CheckReport[]
  /** The selected checks that had not started when the run ended. */
  readonly notStarted: ReadonlySet<string>
}

interface RunOptions {
  readonly jobs: number
  readonly bail: boolean
  /** Whether a check may start beside the running ones; always, by default. */
  affords?(id: string, running: readonly string[]): boolean
  /** Returns more plans once all planned checks have ended, which are in `ended`. None by default. */
  further?(ended: ReadonlySet<string>): readonly CheckPlan[]
  onProgress(progress: Progress): void
}

/** Runs the planned checks. */
export async function runPlan(
  plans: readonly CheckPlan[],
  session: CheckSession,
  { jobs, bail, affords = () => true, further = () => [], onProgress }: RunOptions,
): Promise<Ended> {
  const reports = new Map<string, CheckReport>()
  /** All plans so far, by id. */
  const planned = new Map<string, CheckPlan>()
  const asked = () => [...planned.values()].filter(plan => plan.asked)
  const progress = trackProgress(asked, session, onProgress)
  let isBailed = false
  const isStopped = () => isBailed || session.ending.signal.aborted

  function add(plan: CheckPlan): void {
    const { check, asked, obstacle } = plan
    planned.set(check.id, { ...plan, asked: asked || planned.get(check.id)?.asked === true })
    if (obstacle) reports.set(check.id, checkReport(plan, { outcome: 'skipped', reason: obstacle.reason }))
  }
  const prerequisiteFailure = createPrerequisites(reports, session)
  /** Checks that others disturbed, and those that depend on them: they run once more, one at a time. */
  const disturbed = new Set<string>()
  /** Checks that the budget has no room for, and those that depend on them. */
  const beyondBudget = new Set<string>()
  /** How many attempts of each check others have disturbed. */
  const disturbedAttempts = new Map<string, number>()
  const run = async (plan: CheckPlan, isAlone: boolean): Promise<CheckReport | undefined> => {
    const { id } = plan.check
    if (forerunnersOf(plan).some(first => disturbed.has(first))) {
      disturbed.add(id)
      return undefined
    }
    const failure = prerequisiteFailure(plan)
    if (failure) return failure
    if (forerunnersOf(plan).some(first => beyondBudget.has(first)) || !affords(id, progress.running())) {
      beyondBudget.add(id)
      if (!disturbedAttempts.has(id)) return undefined
      const reason = 'another check disturbed it, and the budget leaves no room to repeat it'
      return checkReport(plan, { outcome: 'blocked', reason })
    }
    progress.began(id)
    try {
      const { isDisturbed, ...attempted } = await attempt(plan, session, disturbedAttempts.get(id))
      if (isCutOff(attempted, session)) return undefined
      if (!isDisturbed || isAlone || isStopped()) return checkReport(plan, attempted)
      disturbed.add(id)
      disturbedAttempts.set(id, attempted.attempts)
      return undefined
    } finally {
      progress.ended(id)
    }
  }
  const runSome = (some: readonly CheckPlan[], most: number, isAlone: boolean) => {
    const ready = some.map(plan => {
      const { id, waits } = plan.check
      const after = forerunnersOf(plan).filter(first => !reports.has(first))
      return { id, holds: plan.holds, after, waits, run: () => run(plan, isAlone) }
    })
    return runJobs(ready, most, isStopped, ({ id }, report) => {
      if (report === undefined) return
      reports.set(id, report)
      if (!planned.get(id)?.asked) return
      isBailed ||= bail && report.outcome === 'failed'
      progress.reported(report)
    })
  }

  async function runBatch(batch: readonly CheckPlan[]): Promise<void> {
    await runSome(
      batch.filter(({ obstacle }) => !obstacle),
      jobs,
      false,
    )
    if (disturbed.size === 0) return
    const again = batch.filter(({ check }) => disturbed.has(check.id))
    disturbed.clear()
    // The results that checks share may have changed too.
    session.memory.clear()
    const { creator } = session.registry
    creator.recover()
    await runSome(again, 1, true)
  }

  let batch = plans
  do {
    const before = reports.size
    for (const plan of batch) add(plan)
    beyondBudget.clear()
    await runBatch(batch)
    batch = isStopped() || reports.size === before ? [] : further(new Set(reports.keys()))
  } while (batch.length > 0)
  progress.release()

  const reportsOf = (some: readonly CheckPlan[]) => some.flatMap(({ check }) => reports.get(check.id) ?? [])
  const preparations = [...planned.values()].filter(plan => !plan.asked)
  return {
    reports: reportsOf(asked()),
    preparations: reportsOf(preparations).filter(({ attempts }) => attempts > 0),
    notStarted: new Set(asked().flatMap(({ check }) => (reports.has(check.id) ? [] : [check.id]))),
  }
}

/**
 * Whether a check was running when the run was interrupted, or when the target asked for too long a wait. Its result means
 * nothing, so it counts as not started.
 */
const isCutOff = (
  { outcome, blockedBy }: Pick<CheckReport, 'outcome' | 'blockedBy'>,
  { ending, breaker }: CheckSession,
) =>
  ending.signal.aborted &&
  breaker.givenUpSince === undefined &&
  outcome === 'blocked' &&
  blockedBy === undefined

/** Returns the checks that must end before another one. */
const forerunnersOf = ({ check: { after }, safeguards }: CheckPlan): readonly string[] => [
  ...(after === undefined ? [] : [after]),
  ...safeguards.keys(),
]

/** The outcome of a check as part of a sentence. */
const outcomePhrase: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'warned',
  observed: 'only observed',
  skipped: 'was skipped',
  blocked: 'was blocked itself',
  'not implemented': 'needs what is not implemented',
  error: 'failed because of a bug in the kit',
}

/** The evidence of a check that keeps another one from running. */
const preparationOf = ({ evidence }: CheckReport) =>
  evidence
    .filter(({ kind }) => kind !== 'observation')
    .map(each => ({ ...each, kind: 'preparation' as const }))

/**
 * Returns the report of a check that may not run, because its predecessor did not pass or because a check that proves its
 * bulk requests safe failed. It names the first check of such a chain.
 */
function createPrerequisites(reports: ReadonlyMap<string, CheckReport>, { operations }: CheckSession) {
  const causes = new Map<string, CheckReport>()

  const unsafe = (plan: CheckPlan): CheckReport | undefined => {
    for (const [id, scope] of plan.safeguards) {
      const first = reports.get(id)
      if (!first || ['passed', 'warned', 'skipped'].includes(first.outcome)) continue
      const [method, collection] = scope.split(' ')
      // The check itself then reports the missing operation.
      if (operations.stateOf(`${method} /v1/schedules/{scheduleId}/${collection}`) === 'missing') continue
      const { operation, blockedBy = first.rule } = first
      if (operation !== undefined) {
        const reason = `${operation} is not implemented`
        return checkReport(plan, { outcome: 'not implemented', operation, reason })
      }
      const reason = `a bulk ${method} of ${collection} is not sent where other checks are at work: ${id} tries it first, and ${outcomePhrase[first.outcome]}`
      return checkReport(plan, { outcome: 'blocked', reason, blockedBy, evidence: preparationOf(first) })
    }
    return undefined
  }

  return (plan: CheckPlan): CheckReport | undefined => {
    const { id, after } = plan.check
    const first = after === undefined ? undefined : reports.get(after)
    if (!first || first.outcome === 'passed' || first.outcome === 'warned') return unsafe(plan)
    const cause = causes.get(first.id) ?? first
    causes.set(id, cause)
    const reason = `${cause.id} has to pass first, and ${outcomePhrase[cause.outcome]}: more is not risked after that`
    const { outcome, operation } = first
    if (outcome === 'skipped') return checkReport(plan, { outcome, reason: first.reason ?? reason })
    if (operation !== undefined)
      return checkReport(plan, { outcome, operation, reason: first.reason ?? reason })
    const blockedBy = cause.blockedBy ?? cause.rule
    return checkReport(plan, { outcome: 'blocked', reason, blockedBy, evidence: preparationOf(cause) })
  }
}

/** Calls `onProgress` when a check begins and when its report is ready. */
function trackProgress(
  asked: () => readonly CheckPlan[],
  session: CheckSession,
  onProgress: (progress: Progress) => void,
) {
  const started = Date.now()
  const running = new Set<string>()
  const counts = { failed: 0, warned: 0 }
  let done = 0
  const tell = (ended?: Progress['ended']) =>
    onProgress({
      planned: asked().filter(({ obstacle }) => !obstacle).length,
      done,
      ...counts,
      running: [...running],
      ...waitingOf(session.pacing),
      ledgers: [session.ledger.file],
      elapsed: Date.now() - started,
      ...(ended && { ended }),
    })
  const timer = setInterval(() => session.pacing.waiting && tell(), 1000).unref()
  return {
    release: () => clearInterval(timer),
    running: () => [...running],
    began(id: string) {
      running.add(id)
      tell()
    },
    ended: (id: string) => running.delete(id),
    reported({ id, title, outcome }: CheckReport) {
      done++
      if (outcome === 'failed' || outcome === 'warned') counts[outcome]++
      tell({ id, title, outcome })
    },
  }
}
