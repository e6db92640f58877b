import { groupBy } from '../run/counts.js'
import type { Report } from '../run/report.js'

/** An area with its rules and checks. */
export type AreaGroup = ReturnType<typeof groupByArea>[number]

/** The non-empty areas in the report's order. */
export function groupByArea({ areas, rules, checks }: Report) {
  const areaOf = new Map(rules.map(rule => [rule.id, rule.area]))
  return areas
    .map(({ prefix, title }) => ({
      prefix,
      title,
      rules: rules.filter(rule => rule.area === prefix),
      checks: checks.filter(check => areaOf.get(check.rule) === prefix),
    }))
    .filter(area => area.rules.length > 0)
}

/** The areas that have checks. */
export const areasWithChecks = (report: Report) => groupByArea(report).filter(area => area.checks.length > 0)

/** The rules that have no check, by what keeps them from having one. */
export function notExercised({ rules }: Report) {
  const without = rules.filter(({ outcome }) => outcome === 'not exercised')
  const groups = groupBy(without, ({ reason = 'no reason given' }) => reason)
  return [...groups].map(([reason, group]) => ({ reason, ids: group.map(({ id }) => id) }))
}
