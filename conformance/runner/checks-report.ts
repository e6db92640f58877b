import { type Level, ruleOf } from '../areas/index.js'
import type { CheckReport, Outcome } from '../report/report.js'
import type { Attempt } from './attempt.js'
import type { Invariant } from './check.js'
import { evidenceOf } from './evidence.js'
import type { CheckPlan } from './plan.js'
import type { Redaction } from './redaction.js'
import type { Watched } from './watch.js'

const untouched = { evidence: [], attempts: 0, requests: 0, took: 0 } as const

const head = ({ check, level, danger }: CheckPlan) => ({
  id: check.id,
  rule: check.rule,
  title: check.title,
  level,
  section: ruleOf(check.rule).section,
  danger,
})

/** The report of a check that was run. */
export function ranCheck(
  plan: CheckPlan,
  { outcome, evidence, attempts, requests, took, ...why }: Attempt,
): CheckReport {
  return { ...head(plan), outcome, ...why, evidence, attempts, requests, took }
}

/** The report of a check that something stands in the way of. */
export function skippedCheck(plan: CheckPlan, reason: string): CheckReport {
  return { ...head(plan), ...untouched, outcome: 'skipped', reason }
}

/** The report of a check that another one had to pass before. */
export function heldCheck(plan: CheckPlan, reason: string, blockedBy: string): CheckReport {
  return { ...head(plan), ...untouched, outcome: 'blocked', reason, blockedBy }
}

export const invariantLevel = ({ rule, level }: Pick<Invariant, 'rule' | 'level'>): Level =>
  level ?? ruleOf(rule).level

/** The report of an invariant, after the run. */
export function watchedCheck(watched: Watched, baseUrl: string, redaction: Redaction): CheckReport {
  const { invariant, seen, broken, fault } = watched
  const level = invariantLevel(invariant)
  const kind = level === 'must' ? 'failure' : level === 'should' ? 'warning' : 'observation'
  const evidence = broken.map(({ finding }) =>
    evidenceOf({ kind, finding, trail: finding.replies.map(({ exchange }) => exchange), baseUrl, redaction }),
  )
  const bad: Outcome = level === 'must' ? 'failed' : level === 'should' ? 'warned' : 'observed'
  const good: Outcome = level === 'may' ? 'observed' : 'passed'
  const none = seen === 0 && fault === undefined
  return {
    id: invariant.id,
    rule: invariant.rule,
    title: invariant.title,
    level,
    section: ruleOf(invariant.rule).section,
    danger: ['read'],
    outcome: fault !== undefined ? 'error' : none ? 'skipped' : broken.length > 0 ? bad : good,
    ...(fault !== undefined && { reason: fault }),
    ...(none && { reason: 'needs checks that send such requests; none was run' }),
    evidence,
    attempts: none ? 0 : 1,
    requests: 0,
    took: 0,
  }
}
