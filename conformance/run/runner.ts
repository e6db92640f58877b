import type { BulkScope } from '../catalogue/rule.js'
import { sequel } from '../check/check.js'
import { waitingOf } from '../http/pacing.js'
import type { CheckSession } from '../session/session.js'
import { attempt, checkReport } from './attempt.js'
import type { CheckPlan } from './plan.js'
import type { CheckReport } from './report.js'
import { runJobs } from './scheduler.js'

/** The state of a run. */
export interface ProgressState {
  /** Checks that were planned; steps, of an exploration. */
  readonly planned: number
  /** How many of them are done. */
  readonly done: number
  readonly failed: number
  /** Ids of the running checks. */
  readonly running: readonly string[]
  /** Milliseconds until the next waiting request is sent; absent while none waits for more than 2 seconds. */
  readonly waiting?: number
  /** What it waits for: `the rate limit of ada@example.test`. */
  readonly waitingFor?: string
  /** Milliseconds since the start. */
  readonly elapsed: number
}

/** The progress of a run. */
export interface Progress extends ProgressState {
  readonly warned: number
  /** File of the cleanup ledger, which `cleanLedger` needs if the process is killed. */
  readonly ledger: string
  /** The check that has just ended, with its outcome. */
  readonly ended?: { readonly id: string; readonly title: string; readonly outcome: string }
}

/** What the planned checks came to. */
export interface Ended {
  /** Of the selected checks. */
  readonly reports: readonly CheckReport[]
  /** Of checks that ran only because selected ones depend on them. */
  readonly preparations: readonly CheckReport[]
  /** The selected checks that the end of the run left out. */
  readonly notStarted: ReadonlySet<string>
}

/** Runs the planned checks, and of the reserve those that turn out to be needed. */
export async function runPlan(
  plans: readonly CheckPlan[],
  session: CheckSession,
  { jobs, bail, onProgress }: { jobs: number; bail: boolean; onProgress(progress: Progress): void },
): Promise<Ended> {
  const reports = new Map<string, CheckReport>()
  const asked = plans.filter(plan => plan.asked)
  const progress = trackProgress(asked, session, onProgress)
  const askedIds = new Set(asked.map(({ check }) => check.id))
  let isBailed = false
  const isStopped = () => isBailed || session.ending.signal.aborted

  for (const plan of plans) {
    const { check, obstacle } = plan
    if (obstacle) reports.set(check.id, checkReport(plan, { outcome: 'skipped', reason: obstacle.reason }))
  }
  const hold = createHolder(reports)
  /** Checks that have to wait for a canary in reserve, with the request that it tries first. */
  const deferred = new Map<string, BulkScope>()
  /** Checks that others disturbed, and those that come after them: they run once more, each on its own. */
  const disturbed = new Set<string>()
  let isAlone = false
  const run = async (plan: CheckPlan): Promise<CheckReport | undefined> => {
    const { id, after } = plan.check
    const scope = after === undefined ? undefined : deferred.get(after)
    if (scope !== undefined) {
      deferred.set(id, scope)
      return undefined
    }
    if (after !== undefined && disturbed.has(after)) {
      disturbed.add(id)
      return undefined
    }
    const held = hold(plan)
    if (held) return held
    progress.began(id)
    try {
      const { unguarded, isDisturbed, ...attempted } = await attempt(plan, session)
      if (unguarded !== undefined) deferred.set(id, unguarded)
      else if (isDisturbed && !isAlone && !isStopped()) disturbed.add(id)
      else return checkReport(plan, attempted)
      return undefined
    } finally {
      progress.ended(id)
    }
  }
  const runSome = (some: readonly CheckPlan[], most: number) => {
    const ready = some
      .filter(({ check, obstacle }) => !obstacle && !reports.has(check.id))
      .map(plan => {
        const { id, after, waits } = plan.check
        const isDone = after !== undefined && reports.has(after)
        return { id, holds: plan.holds, after: isDone ? undefined : after, waits, run: () => run(plan) }
      })
    return runJobs(ready, most, isStopped, ({ id }, report) => {
      if (report === undefined) return
      reports.set(id, report)
      if (!askedIds.has(id)) return
      isBailed ||= bail && report.outcome === 'failed'
      progress.reported(report)
    })
  }
  const runAll = async (some: readonly CheckPlan[]) => {
    await runSome(some, jobs)
    if (disturbed.size === 0) return
    const again = plans.filter(({ check }) => disturbed.has(check.id))
    disturbed.clear()
    // What the checks share may have been changed too.
    session.memory.clear()
    const { creator } = session.registry
    creator.recover()
    isAlone = true
    await runSome(again, 1)
    isAlone = false
  }
  const runCanaries = async (canaries: readonly CheckPlan[]) => {
    await runAll(canaries)
    for (const { check } of canaries) {
      const report = reports.get(check.id)
      if (!report || ['passed', 'warned', 'skipped'].includes(report.outcome)) continue
      for (const scope of check.canaryFor ?? []) session.unsafe.set(scope, report)
    }
  }

  const reserve = plans.filter(({ isReserve }) => isReserve)
  for (const { check } of reserve) for (const scope of check.canaryFor ?? []) session.untried.add(scope)
  const planned = plans.filter(({ isReserve }) => !isReserve)
  await runCanaries(planned.filter(({ check }) => check.canaryFor))
  await runAll(planned.filter(({ check }) => !check.canaryFor))
  while (deferred.size > 0 && !isStopped()) {
    const scopes = new Set(deferred.values())
    for (const scope of scopes) {
      if (!session.untried.has(scope)) throw new Error(`A check still waits for ${scope}, which was tried.`)
    }
    const again = planned.filter(({ check }) => deferred.has(check.id))
    deferred.clear()
    await runCanaries(canariesFor(scopes, reserve))
    for (const scope of scopes) session.untried.delete(scope)
    await runAll(again)
  }
  progress.release()

  const reportsOf = (some: readonly CheckPlan[]) => some.flatMap(({ check }) => reports.get(check.id) ?? [])
  return {
    reports: reportsOf(asked),
    preparations: reportsOf(plans.filter(plan => !plan.asked)).filter(({ attempts }) => attempts > 0),
    notStarted: new Set([...askedIds].filter(id => !reports.has(id))),
  }
}

/** The canaries of the reserve that try these requests, with what has to pass before them. */
function canariesFor(scopes: ReadonlySet<BulkScope>, reserve: readonly CheckPlan[]): readonly CheckPlan[] {
  const chosen = new Set(reserve.filter(({ check }) => check.canaryFor?.some(scope => scopes.has(scope))))
  for (const { check } of chosen) {
    const first = reserve.find(plan => plan.check.id === check.after)
    if (first) chosen.add(first)
  }
  return [...chosen]
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
    const { outcome, operation } = first
    if (outcome === 'skipped') return checkReport(plan, { outcome, reason: first.reason ?? reason })
    if (operation !== undefined)
      return checkReport(plan, { outcome, operation, reason: first.reason ?? reason })
    const evidence = cause.evidence
      .filter(({ kind }) => kind !== 'observation')
      .map(each => ({ ...each, kind: 'preparation' as const }))
    return checkReport(plan, {
      outcome: 'blocked',
      reason,
      blockedBy: cause.blockedBy ?? cause.rule,
      evidence,
    })
  }
}

/** Calls `onProgress` when a check begins and when its report is there. */
function trackProgress(
  asked: readonly CheckPlan[],
  session: CheckSession,
  onProgress: (progress: Progress) => void,
) {
  const started = Date.now()
  const running = new Set<string>()
  const counts = { failed: 0, warned: 0 }
  let done = asked.filter(({ obstacle }) => obstacle).length
  const tell = (ended?: Progress['ended']) =>
    onProgress({
      planned: asked.length,
      done,
      ...counts,
      running: [...running],
      ...waitingOf(session.pacing),
      ledger: session.ledger.file,
      elapsed: Date.now() - started,
      ...(ended && { ended }),
    })
  const timer = setInterval(() => session.pacing.waiting && tell(), 1000).unref()
  return {
    release: () => clearInterval(timer),
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
