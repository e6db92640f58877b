import { groupBy } from '../run/counts.js'
import type { CheckReport, Report } from '../run/report.js'

/** An area with its rules and checks. */
export type AreaGroup = ReturnType<typeof groupByArea>[number]

/** The non-empty areas in the report's order; rules and checks of an unlisted area get a group too. */
export function groupByArea({ areas, rules, checks }: Report) {
  const areaOfRule = new Map(rules.map(rule => [rule.id, rule.area]))
  const areaOf = (check: CheckReport) => areaOfRule.get(check.rule) ?? check.rule.replace(/-.*$/, '')
  const titles = new Map(areas.map(area => [area.prefix, area.title]))
  const prefixes = new Set([...titles.keys(), ...rules.map(rule => rule.area), ...checks.map(areaOf)])
  return [...prefixes]
    .map(prefix => ({
      prefix,
      title: titles.get(prefix) ?? prefix,
      rules: rules.filter(rule => rule.area === prefix),
      checks: checks.filter(check => areaOf(check) === prefix),
    }))
    .filter(area => area.rules.length + area.checks.length > 0)
}

/** The areas that have checks. */
export const areasWithChecks = (report: Report) => groupByArea(report).filter(area => area.checks.length > 0)

/** The ids that share a reason. */
function byReason(items: readonly { readonly id: string; readonly reason?: string }[]) {
  const groups = groupBy(items, ({ reason }) => reason ?? 'no reason given')
  return [...groups].map(([reason, group]) => ({ reason, ids: group.map(({ id }) => id) }))
}

/** The skipped checks that no gap mentions, so that every skipped check is listed. */
export function skippedWithoutGap({ checks, gaps }: Report) {
  const mentioned = new Set(gaps.flatMap(gap => gap.checks))
  return byReason(checks.filter(({ id, outcome }) => outcome === 'skipped' && !mentioned.has(id)))
}

/** The rules that have no check. */
export const notExercised = ({ rules }: Report) =>
  byReason(rules.filter(({ outcome }) => outcome === 'not exercised'))
