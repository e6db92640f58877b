import { createRequire } from 'node:module'
import { areas, ruleOf } from '../catalogue/index.js'
import type { Gated } from '../catalogue/rule.js'
import type { Check, Invariant } from '../check/check.js'
import { type Operations, operationNames } from '../session/operations.js'
import type { Session } from '../session/session.js'
import { checkReport, violated } from './attempt.js'
import { type Baseline, holdAgainst } from './baseline.js'
import { type Budget, budgetReport } from './budget.js'
import { causesOf } from './causes.js'
import { decidedChecks, joined, partsOf } from './continuation.js'
import { countMusts, isFailing } from './counts.js'
import { evidenceOf } from './evidence.js'
import { foundedChecks } from './founded.js'
import { type LaneReport, notStartedIn, withLanes } from './lanes.js'
import { type CheckPlan, levelOf, type Selection } from './plan.js'
import type { BaselineReport, CheckReport, OperationReport, Report } from './report.js'
import type { Ended } from './runner.js'
import { countsOf, decides, gapsOf, judge, judgeRules } from './verdict.js'
import type { Watched } from './watch.js'

/** Everything that the report of a run is built from. */
export interface Results extends Ended {
  readonly session: Session
  readonly selection: Selection
  readonly strict: boolean
  readonly jobs: number
  readonly allow: readonly Gated[]
  readonly baseline: Baseline | undefined
  readonly budget?: Budget | undefined
  /** The report that this run continues. */
  readonly before?: Report | undefined
  readonly catalogue: string
  readonly rewriteBaseline: boolean
  readonly plans: readonly CheckPlan[]
  readonly operations: Operations
  readonly watched: readonly Watched[]
  /** Why the target's responses can't be read exactly, if that ended the run. */
  readonly unreadable?: string | undefined
  /** Whether this is the run of an additional owner, whose checks are judged together with those of the first one. */
  readonly isLane: boolean
  /** The results of other owners. */
  readonly lanes: readonly LaneReport[]
  /** All checks and invariants that could have been selected. */
  readonly available: readonly (Check | Invariant)[]
}

/** Makes the report of a run, with its verdict. */
export function reportOf(results: Results): Report {
  const { session, selection, strict, jobs, allow, plans, before, catalogue, lanes } = results
  const preparations = [...results.preparations, ...lanes.flatMap(({ report }) => report.preparations)]
  // Checks beyond the budget count as not selected, unless the run ended for another reason.
  const notStarted =
    results.budget && !session.ending.signal.aborted && results.unreadable === undefined
      ? new Set<string>()
      : new Set([...results.notStarted, ...notStartedIn(lanes)])
  const { target, leftovers, seed, started } = session
  const ran = [...results.reports, ...lanes.flatMap(({ report }) => report.checks)]
  const isIdle = idleAmong(ran)
  const { checks, baseline } = judgedChecks(results, isIdle)
  const judgedIds = new Set([...notStarted, ...checks.map(({ id }) => id)])
  const idleIds = new Set(results.watched.filter(isIdle).map(({ invariant }) => invariant.id))
  const leftOut = results.available.filter(({ id }) => !judgedIds.has(id) && !idleIds.has(id))
  const counts = countsOf(checks, {
    notStarted: notStarted.size,
    notSelected: leftOut.length,
    preparations: preparations.length,
  })
  const decidingLeftOut = leftOut.filter(it => decides(levelOf(it), ruleOf(it.rule).level))
  const rules = judgeRules(checks, { notStarted, leftOut: decidingLeftOut.map(({ id }) => id) }, selection)
  const budget = results.budget && budgetReport(results.budget, [...checks, ...preparations])
  const operations = operationReports(results, checks)
  const when = { started: new Date(started).toISOString(), took: Date.now() - started }
  const traffic = trafficOf(session, ran, lanes)
  const parts = before && partsOf(before, { ...when, requests: traffic.requests })
  const verdict = judge({
    ...{ checks, rules, counts, strict, baseline, budget, parts },
    missing: operations.filter(({ state }) => state === 'missing').map(({ name }) => name),
    isNarrowed: selection.only.length > 0 || budget !== undefined,
    leftOut: decidingLeftOut.filter(it => ruleOf(it.rule).level === 'must').map(({ rule }) => rule),
  })
  const usedUp = [...new Set([...(before?.usedUp ?? []), ...spentAccountTexts(session)])]
  return {
    schema: 'schedkit-conformance/1',
    kit: kitVersion(),
    target: target.baseUrl,
    ...when,
    seed,
    options: { allow, ...selection, strict, jobs },
    ...endedBy(session, results, verdict),
    counts,
    musts: countMusts(rules),
    operations,
    traffic,
    areas: areas.map(({ prefix, title }) => ({ prefix, title })),
    rules,
    checks,
    preparations,
    causes: causesOf(checks, rules, { strict }),
    gaps: gapsOf(checks, remediesOf(plans)),
    remains: [...(before?.remains ?? []), ...leftovers, ...lanes.flatMap(({ report }) => report.remains)],
    ...(usedUp.length > 0 && { usedUp }),
    ...(baseline && { baseline }),
    ...(budget && { budget }),
    catalogue,
    ...(parts && { parts }),
  }
}

/** What to do about each obstacle. */
const remediesOf = (plans: readonly CheckPlan[]): ReadonlyMap<string, string> =>
  new Map(plans.flatMap(({ obstacle }) => (obstacle ? [[obstacle.reason, obstacle.remedy] as const] : [])))

/** Returns the reports of all checks and invariants in catalogue order, compared with the baseline. */
function judgedChecks(results: Results, isIdle: ReturnType<typeof idleAmong>) {
  const { session, strict, available } = results
  const order = new Map(available.map(({ id }, index) => [id, index]))
  const rank = ({ id }: CheckReport) => order.get(id) ?? order.size
  const own = [
    ...results.reports,
    ...results.watched.filter(watched => !isIdle(watched)).map(watched => watchedCheck(watched, session)),
  ]
  const now = withLanes(own, results.lanes)
  const before = results.before ? decidedChecks(results.before) : []
  const sorted = joined(now, before).sort((a, b) => rank(a) - rank(b))
  const all = results.isLane ? sorted : foundedChecks(sorted)
  const baseline =
    results.baseline &&
    holdAgainst(results.baseline, all, {
      today: new Date().toISOString().slice(0, 10),
      strict,
      available: available.map(({ id }) => id),
      watched: new Set(results.watched.map(({ invariant }) => invariant.id)),
      isRewritten: results.rewriteBaseline,
    })
  const checks = all.map(check => (isKnown(check, baseline, strict) ? { ...check, known: true } : check))
  return { checks, baseline }
}

function trafficOf(
  { client, pacing }: Session,
  checks: readonly CheckReport[],
  lanes: readonly LaneReport[],
): Report['traffic'] {
  const own = {
    requests: client.requests,
    waits: client.waits,
    waited: Math.round(pacing.waited),
    delayed: client.delayed,
    cached: client.cached,
  }
  const all = [own, ...lanes.map(({ report }) => report.traffic)]
  const sumOf = (name: keyof typeof own) => all.reduce((sum, each) => sum + (each[name] ?? 0), 0)
  const [delayed, cached] = [sumOf('delayed'), sumOf('cached')]
  return {
    requests: sumOf('requests'),
    restarts: checks.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
    waits: sumOf('waits'),
    // The owners wait in parallel.
    waited: Math.max(...all.map(({ waited }) => waited)),
    ...(delayed > 0 && { delayed }),
    ...(cached > 0 && { cached }),
    ...(lanes.length > 0 && { owners: lanes.length + 1 }),
  }
}

/** Accounts that were created for the run are removed with it. */
const spentAccountTexts = ({ isProvisioned, spentAccounts, redaction }: Session) =>
  isProvisioned ? [] : [...spentAccounts].map(([email, what]) => redaction.clean(`${email} ${what}`))

/** A target that ended the run is the first reason for the verdict and determines the exit code. */
function endedBy(
  { ending }: Session,
  { lanes, unreadable }: Pick<Results, 'lanes' | 'unreadable'>,
  judged: ReturnType<typeof judge>,
): ReturnType<typeof judge> {
  if (unreadable !== undefined) return { ...judged, reasons: [unreadable, ...judged.reasons] }
  const reason = ending.reason ?? lanes.find(({ ended }) => ended !== undefined)?.ended
  const why = reason?.split('\n')
  return why ? { ...judged, reasons: [...why, ...judged.reasons], exitCode: 4 } : judged
}

/** Whether a baseline lists a check, or the rule that it breaks. */
const isKnown = (check: CheckReport, baseline: BaselineReport | undefined, strict: boolean) =>
  baseline?.known.some(entry =>
    entry.check === undefined
      ? entry.rule === check.rule && isFailing(check, strict)
      : entry.check === check.id,
  ) === true

function operationReports(
  { operations, before }: Results,
  checks: readonly CheckReport[],
): OperationReport[] {
  return operationNames.map(name => {
    const state = operations.stateOf(name)
    const earlier = state === 'unclear' ? before?.operations.find(each => each.name === name) : undefined
    const status = earlier ? earlier.status : operations.statusOf(name)
    return {
      name,
      state: earlier?.state ?? state,
      ...(status !== undefined && { status }),
      waiting: checks.filter(({ operation }) => operation === name).length,
    }
  })
}

/** Whether the run had nothing for an invariant to judge, and the other checks of its rule decide. */
function idleAmong(checks: readonly CheckReport[]) {
  const others = new Set(checks.map(({ rule }) => rule))
  return ({ invariant, seen, fault }: Watched) =>
    !seen && fault === undefined && (!invariant.judge || others.has(invariant.rule))
}

/** Returns the report of an invariant after the run. */
function watchedCheck(watched: Watched, session: Session): CheckReport {
  const { invariant, seen, broken, fault } = watched
  const level = levelOf(invariant)
  const { outcome: bad, kind } = violated[level]
  const good = level === 'may' ? 'observed' : 'passed'
  const evidence = broken.map(({ finding, trail }) => evidenceOf(kind, finding, trail, session))
  const reason = fault ?? (!seen ? 'needs checks that send such requests; none was run' : undefined)
  return checkReport(
    { check: invariant, level, danger: ['read'] },
    {
      outcome: fault !== undefined ? 'error' : !seen ? 'skipped' : broken.length > 0 ? bad : good,
      ...(reason !== undefined && { reason }),
      evidence,
      attempts: !seen && fault === undefined ? 0 : 1,
    },
  )
}

/** Name and version of this kit, for reports: `schedkit 0.1.0`. */
export function kitVersion(): string {
  const { name, version }: { name: string; version: string } = createRequire(import.meta.url)(
    'schedkit/package.json',
  )
  return `${name} ${version}`
}
