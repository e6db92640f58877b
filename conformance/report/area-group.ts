import type { CheckReport, Outcome, Report, RuleReport } from './report.js'

/** An area with its rules and checks. */
export interface AreaGroup {
  readonly prefix: string
  readonly title: string
  readonly rules: readonly RuleReport[]
  readonly checks: readonly CheckReport[]
}

/** The areas of a report in its order, empty ones left out; no rule and no check is lost, even where its area is not listed. */
export function groupByArea({ areas, rules, checks }: Report): AreaGroup[] {
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

export function countOutcome(checks: readonly { outcome: string }[], outcome: Outcome): number {
  return checks.filter(check => check.outcome === outcome).length
}
