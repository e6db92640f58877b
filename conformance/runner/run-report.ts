import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas, type Gated, ruleOf } from '../areas/index.js'
import type { CheckReport, Report } from '../report/report.js'
import { type Attempt, violated } from './attempt.js'
import { type Baseline, holdAgainst, isFailing } from './baseline.js'
import type { Check, Invariant } from './check.js'
import { evidenceOf } from './evidence.js'
import { type CheckPlan, levelOf, type Selection } from './plan.js'
import type { Session } from './session.js'
import { count, gapsOf, judge, judgeRules } from './verdict.js'
import type { Watched } from './watch.js'

/** Everything that the report of a run is made of. */
export interface Results {
  readonly session: Session
  readonly selection: Selection
  readonly strict: boolean
  readonly jobs: number
  readonly allow: readonly Gated[]
  readonly baseline: Baseline | undefined
  readonly plans: readonly CheckPlan[]
  readonly reports: readonly CheckReport[]
  readonly notStarted: ReadonlySet<string>
  readonly watched: readonly Watched[]
  /** All checks and invariants that could have been selected. */
  readonly available: readonly (Check | Invariant)[]
}

/** Makes the report of a run, with its verdict. */
export async function reportOf(results: Results): Promise<Report> {
  const { session, selection, strict, jobs, allow, plans, notStarted } = results
  const { target, client, pacing, remains, seed, started } = session
  const all = [...results.reports, ...results.watched.map(watched => watchedCheck(watched, session))]
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

/** The report of a check: what its attempt came to, or why there was none. */
export const checkReport = (
  { check, level, danger }: Pick<CheckPlan, 'level' | 'danger'> & { check: Check | Invariant },
  { outcome, ...attempt }: Pick<Attempt, 'outcome'> & Partial<Attempt>,
): CheckReport => ({
  id: check.id,
  rule: check.rule,
  title: check.title,
  level,
  section: ruleOf(check.rule).section,
  danger,
  outcome,
  evidence: [],
  attempts: 0,
  requests: 0,
  took: 0,
  ...attempt,
})

/** The report of an invariant, after the run. */
function watchedCheck(watched: Watched, session: Session): CheckReport {
  const { invariant, seen, broken, fault } = watched
  const level = levelOf(invariant)
  const { outcome: bad, kind } = violated[level]
  const good = level === 'may' ? 'observed' : 'passed'
  const evidence = broken.map(finding => {
    const trail = finding.replies.map(({ exchange }) => exchange)
    return evidenceOf(kind, finding, trail, session)
  })
  const reason = fault ?? (seen === 0 ? 'needs checks that send such requests; none was run' : undefined)
  return checkReport(
    { check: invariant, level, danger: ['read'] },
    {
      outcome: fault !== undefined ? 'error' : seen === 0 ? 'skipped' : broken.length > 0 ? bad : good,
      ...(reason !== undefined && { reason }),
      evidence,
      attempts: seen === 0 && fault === undefined ? 0 : 1,
    },
  )
}

/** Name and version of this kit, for reports: `schedkit 0.1.0`. */
export async function kitVersion(): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) {
      const { name, version } = JSON.parse(text) as { name: string; version: string }
      return `${name} ${version}`
    }
    if (dirname(folder) === folder) throw new Error('There is no package.json above the kit.')
    folder = dirname(folder)
  }
}
