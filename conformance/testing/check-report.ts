import { ruleOf } from '../catalogue/index.js'
import type { CheckReport, Outcome } from '../run/report.js'

/** The report of a check as a run would write it. */
export const checkReport = (id: string, outcome: Outcome, more: Partial<CheckReport> = {}): CheckReport => {
  const rule = id.split('.')[0] ?? id
  const { level, section, danger } = ruleOf(rule)
  return {
    id,
    rule,
    title: id,
    level,
    section,
    danger,
    outcome,
    evidence: [],
    attempts: 1,
    requests: 1,
    took: 1,
    ...more,
  }
}
