import type { CheckReport } from '../report/report.js'
import { attempt } from './attempt.js'
import type { CheckPlan } from './plan.js'
import { heldCheck, ranCheck, skippedCheck } from './run-report.js'
import { runJobs } from './scheduler.js'
import type { Session } from './session.js'

/** How far a run is. */
export interface Progress {
  readonly planned: number
  readonly done: number
  readonly failed: number
  readonly warned: number
  /** Ids of the checks that run now. */
  readonly running: readonly string[]
  /** Milliseconds until the rate limit lets a request go that waits for it; undefined where none waits. */
  readonly waiting?: number
  /** Milliseconds since the first check. */
  readonly elapsed: number
  /** The ledger, for the case that the process ends before it has cleaned up. */
  readonly ledger: string
  /** The check that has just ended, with what became of it. */
  readonly ended?: { readonly id: string; readonly title: string; readonly outcome: string }
}

export interface RunOptions {
  readonly jobs: number
  readonly bail: boolean
  onProgress(progress: Progress): void
}

/** What became of a check, as a part of a sentence. */
const sequel: Readonly<Record<CheckReport['outcome'], string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'warned',
  observed: 'only observed',
  skipped: 'was skipped',
  blocked: 'was blocked itself',
  error: 'broke off by a fault of its own',
}

/** Runs what was planned. Checks that were never started because the run was ended are named. */
export async function runPlan(
  plans: readonly CheckPlan[],
  session: Session,
  { jobs, bail, onProgress }: RunOptions,
): Promise<{ reports: CheckReport[]; notStarted: ReadonlySet<string> }> {
  const reports = new Map<string, CheckReport>()
  /** Of each check that was held: the one at the start of those that wait for each other. */
  const holders = new Map<string, CheckReport>()
  const started = Date.now()
  const running = new Set<string>()
  let bailed = false
  const stop = {
    get stopped() {
      return bailed || session.signal?.aborted === true
    },
  }
  const ends = new Map<CheckReport['outcome'], number>()
  const tell = (ended?: Progress['ended']) =>
    onProgress({
      planned: plans.length,
      done: reports.size,
      failed: ends.get('failed') ?? 0,
      warned: ends.get('warned') ?? 0,
      running: [...running],
      ...(session.pacing.left !== undefined && { waiting: session.pacing.left }),
      ledger: session.ledger.file,
      elapsed: Date.now() - started,
      ...(ended && { ended }),
    })

  const run = async (plan: CheckPlan): Promise<CheckReport> => {
    const { check } = plan
    const first = check.after === undefined ? undefined : reports.get(check.after)
    if (first && first.outcome !== 'passed' && first.outcome !== 'warned') {
      const holder = holders.get(first.id) ?? first
      holders.set(check.id, holder)
      const reason = `${holder.id} has to pass first, and ${sequel[holder.outcome]}: more is not risked after that`
      return first.outcome === 'skipped'
        ? skippedCheck(plan, first.reason ?? reason)
        : heldCheck(plan, reason, holder.blockedBy ?? holder.rule)
    }
    running.add(check.id)
    tell()
    try {
      return ranCheck(plan, await attempt(plan, session))
    } finally {
      running.delete(check.id)
    }
  }

  for (const plan of plans) {
    if (plan.obstacle) reports.set(plan.check.id, skippedCheck(plan, plan.obstacle.reason))
  }
  const runAll = (some: readonly CheckPlan[]) => {
    const work = some
      .filter(({ obstacle }) => !obstacle)
      .map(plan => {
        const { id, after } = plan.check
        return {
          id,
          holds: plan.holds,
          after: reports.has(after ?? '') ? undefined : after,
          run: () => run(plan),
        }
      })
    return runJobs(work, jobs, stop, ({ id }, report) => {
      reports.set(id, report)
      ends.set(report.outcome, (ends.get(report.outcome) ?? 0) + 1)
      if (bail && report.outcome === 'failed') bailed = true
      tell({ id, title: report.title, outcome: report.outcome })
    })
  }

  const first = plans.filter(({ check }) => check.canaryFor)
  await runAll(first)
  for (const { check } of first) {
    const { outcome } = reports.get(check.id) ?? { outcome: 'skipped' }
    if (outcome === 'passed' || outcome === 'warned' || outcome === 'skipped') continue
    for (const risk of check.canaryFor ?? []) session.unsafe.set(risk, check.rule)
  }
  await runAll(plans.filter(({ check }) => !check.canaryFor))

  // What only ran for the sake of others is told where it has something to tell.
  const isTold = ({ check: { id, canaryFor }, asked }: CheckPlan) => {
    const outcome = reports.get(id)?.outcome
    return asked || !canaryFor || (outcome !== 'passed' && outcome !== 'skipped' && outcome !== undefined)
  }
  const ids = plans.filter(isTold).map(({ check }) => check.id)
  return {
    reports: ids.flatMap(id => reports.get(id) ?? []),
    notStarted: new Set(ids.filter(id => !reports.has(id))),
  }
}
