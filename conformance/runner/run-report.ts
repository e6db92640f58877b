import { areas, type Gated } from '../areas/index.js'
import type { CheckReport, Report } from '../report/report.js'
import { type Baseline, holdAgainst, isFailing } from './baseline.js'
import type { Check, Invariant } from './check.js'
import { watchedCheck } from './checks-report.js'
import { type CheckPlan, levelOf } from './plan.js'
import type { Selection, Session } from './session.js'
import { count, gapsOf, judge, judgeRules } from './verdict.js'
import { kitVersion } from './version.js'
import type { Watched } from './watch.js'

/** What a run has come to. */
export interface Results {
  readonly session: Session
  /** Milliseconds since the epoch. */
  readonly started: number
  readonly selection: Selection
  readonly strict: boolean
  readonly jobs: number
  readonly allow: readonly Gated[]
  readonly baseline: Baseline | undefined
  readonly plans: readonly CheckPlan[]
  readonly reports: readonly CheckReport[]
  readonly notStarted: ReadonlySet<string>
  readonly watched: readonly Watched[]
  /** All that could have been selected. */
  readonly available: readonly (Check | Invariant)[]
}

/** Judges a run, and puts everything into its report. */
export async function reportOf(results: Results): Promise<Report> {
  const { session, started, selection, strict, jobs, allow, plans, notStarted } = results
  const { target, redaction, client, pacing, remains, seed } = session
  const all = [
    ...results.reports,
    ...results.watched.map(watched => watchedCheck(watched, target.baseUrl, redaction)),
  ]
  const today = new Date().toISOString().slice(0, 10)
  const baseline = results.baseline && holdAgainst(results.baseline, all, { today, strict })
  const known = new Set(baseline?.known.map(({ rule }) => rule))
  const checks = all.map(check =>
    known.has(check.rule) && isFailing(check, strict) ? { ...check, known: true } : check,
  )
  const told = new Set([...notStarted, ...checks.map(({ id }) => id)])
  const leftOut = results.available.filter(({ id }) => !told.has(id))
  const mustsLeftOut = leftOut.filter(it => levelOf(it) === 'must').map(({ rule }) => rule)
  const counts = count(checks, notStarted.size, leftOut.length)
  const rules = judgeRules(checks, notStarted, selection)
  const remedies = new Map(
    plans.flatMap(({ obstacle }) => (obstacle ? [[obstacle.reason, obstacle.remedy] as const] : [])),
  )
  return {
    schema: 'schedkit-conformance/1',
    kit: await kitVersion(),
    target: target.baseUrl,
    started: new Date(started).toISOString(),
    took: Date.now() - started,
    seed,
    options: { allow, ...selection, strict, jobs },
    ...judge({ checks, rules, counts, strict, baseline, leftOut: mustsLeftOut }),
    counts,
    traffic: {
      requests: client.requests,
      restarts: checks.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
      waits: client.waits,
      waited: Math.round(pacing.waited),
    },
    areas: areas.map(({ prefix, title }) => ({ prefix, title })),
    rules,
    checks,
    gaps: gapsOf(checks, remedies),
    remains,
    ...(baseline && { baseline }),
  }
}
