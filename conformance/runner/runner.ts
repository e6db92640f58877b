import type { CheckReport } from '../report/report.js'
import { attempt } from './attempt.js'
import type { CheckPlan } from './plan.js'
import { checkReport } from './run-report.js'
import { runJobs } from './scheduler.js'
import type { CheckSession } from './session.js'

/** The progress of a run. */
export interface Progress {
  /** Checks that were planned; steps, of an exploration. */
  readonly planned: number
  /** How many of them are done. */
  readonly done: number
  readonly failed: number
  readonly warned: number
  /** Ids of the running checks. */
  readonly running: readonly string[]
  /** Milliseconds until the next waiting request may be sent; absent while none waits for a rate limit. */
  readonly waiting?: number
  /** Milliseconds since the start. */
  readonly elapsed: number
  /** File of the cleanup ledger, which `cleanLedger` needs if the process is killed. */
  readonly ledger: string
  /** The check that has just ended, with its outcome. */
  readonly ended?: { readonly id: string; readonly title: string; readonly outcome: string }
}

/** The outcome of a check as part of a sentence. */
const sequel: Readonly<Record<CheckReport['outcome'], string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'warned',
  observed: 'only observed',
  skipped: 'was skipped',
  blocked: 'was blocked itself',
  error: 'broke off by a fault of its own',
}

/** Runs the planned checks. Returns their reports, and the ids of the checks that the end of the run left out. */
export async function runPlan(
  plans: readonly CheckPlan[],
  session: CheckSession,
  { jobs, bail, onProgress }: { jobs: number; bail: boolean; onProgress(progress: Progress): void },
): Promise<{ reports: CheckReport[]; notStarted: ReadonlySet<string> }> {
  const reports = new Map<string, CheckReport>()
  const progress = trackProgress(plans.length, session, onProgress)
  let isBailed = false

  for (const plan of plans) {
    const { check, obstacle } = plan
    if (obstacle) reports.set(check.id, checkReport(plan, { outcome: 'skipped', reason: obstacle.reason }))
  }
  const hold = createHolder(reports)
  const run = async (plan: CheckPlan): Promise<CheckReport> => {
    const held = hold(plan)
    if (held) return held
    progress.began(plan.check.id, reports.size)
    try {
      return checkReport(plan, await attempt(plan, session))
    } finally {
      progress.ended(plan.check.id)
    }
  }
  const runAll = (some: readonly CheckPlan[]) => {
    const ready = some
      .filter(({ obstacle }) => !obstacle)
      .map(plan => {
        const { id, after } = plan.check
        const isDone = after !== undefined && reports.has(after)
        return { id, holds: plan.holds, after: isDone ? undefined : after, run: () => run(plan) }
      })
    const isStopped = () => isBailed || session.signal?.aborted === true
    return runJobs(ready, jobs, isStopped, ({ id }, report) => {
      reports.set(id, report)
      isBailed ||= bail && report.outcome === 'failed'
      progress.reported(report, reports.size)
    })
  }

  const canaries = plans.filter(({ check }) => check.canaryFor)
  await runAll(canaries)
  for (const { check } of canaries) {
    const { outcome } = reports.get(check.id) ?? { outcome: 'skipped' }
    if (['passed', 'warned', 'skipped'].includes(outcome)) continue
    for (const scope of check.canaryFor ?? []) session.unsafe.set(scope, check.rule)
  }
  await runAll(plans.filter(({ check }) => !check.canaryFor))

  const ids = plans.filter(plan => isReported(plan, reports)).map(({ check }) => check.id)
  return {
    reports: ids.flatMap(id => reports.get(id) ?? []),
    notStarted: new Set(ids.filter(id => !reports.has(id))),
  }
}

/** A canary that was not asked for is reported only where it found something. */
function isReported({ check, asked }: CheckPlan, reports: ReadonlyMap<string, CheckReport>): boolean {
  const outcome = reports.get(check.id)?.outcome
  return asked || !check.canaryFor || ![undefined, 'passed', 'skipped'].includes(outcome)
}

/** Tells whether a check may not run because the one before it did not pass. The first of such a chain is named. */
function createHolder(reports: ReadonlyMap<string, CheckReport>) {
  const causes = new Map<string, CheckReport>()
  return (plan: CheckPlan): CheckReport | undefined => {
    const { id, after } = plan.check
    const first = after === undefined ? undefined : reports.get(after)
    if (!first || first.outcome === 'passed' || first.outcome === 'warned') return undefined
    const cause = causes.get(first.id) ?? first
    causes.set(id, cause)
    const reason = `${cause.id} has to pass first, and ${sequel[cause.outcome]}: more is not risked after that`
    return first.outcome === 'skipped'
      ? checkReport(plan, { outcome: 'skipped', reason: first.reason ?? reason })
      : checkReport(plan, { outcome: 'blocked', reason, blockedBy: cause.blockedBy ?? cause.rule })
  }
}

/** Calls `onProgress` when a check begins and when its report is there. */
function trackProgress(planned: number, session: CheckSession, onProgress: (progress: Progress) => void) {
  const started = Date.now()
  const running = new Set<string>()
  const counts = { failed: 0, warned: 0 }
  const tell = (done: number, ended?: Progress['ended']) =>
    onProgress({
      planned,
      done,
      ...counts,
      running: [...running],
      ...(session.pacing.left !== undefined && { waiting: session.pacing.left }),
      ledger: session.ledger.file,
      elapsed: Date.now() - started,
      ...(ended && { ended }),
    })
  return {
    began(id: string, done: number) {
      running.add(id)
      tell(done)
    },
    ended: (id: string) => running.delete(id),
    reported({ id, title, outcome }: CheckReport, done: number) {
      if (outcome === 'failed' || outcome === 'warned') counts[outcome]++
      tell(done, { id, title, outcome })
    },
  }
}
