import type { CheckReport, MustCounts, Outcome, RuleReport } from './report.js'

/** Formats an integer for people: `1,000`. */
export const grouped = (number: number): string => number.toLocaleString('en')

/** For example `3 checks`, `1 check`, `1,000 checks`. */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`
}

const good: readonly RuleReport['outcome'][] = ['passed', 'warned', 'observed']
const isGood = ({ outcome }: RuleReport) => good.includes(outcome)

/** Whether nothing is wrong with a rule, but only some of its checks were selected. */
export const isPartlyGood = (rule: RuleReport) => isGood(rule) && rule.partly === true

/** The rules of level `must`, counted by outcome. */
export function countMusts(rules: readonly RuleReport[]): MustCounts {
  const musts = rules.filter(rule => rule.level === 'must')
  const of = (...wanted: RuleReport['outcome'][]) => musts.filter(({ outcome }) => wanted.includes(outcome))
  return {
    all: musts.length,
    verified: musts.filter(rule => isGood(rule) && !isPartlyGood(rule)).length,
    failed: of('failed').length,
    error: of('error').length,
    notImplemented: of('not implemented').length,
    blocked: of('blocked').length,
    skipped: of('skipped').length,
    partlySelected: musts.filter(isPartlyGood).length,
    notSelected: of('not selected', 'not exercised').length,
  }
}

/** Groups items by key, in order of first appearance (`Map.groupBy` needs Node 21). */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

export const countOutcomes = (checks: readonly CheckReport[], ...wanted: Outcome[]) =>
  checks.filter(({ outcome }) => wanted.includes(outcome)).length

/** Whether a check failed in a way that the baseline entry of a rule can accept. */
export const isFailing = ({ outcome }: Pick<CheckReport, 'outcome'>, strict: boolean) =>
  outcome === 'failed' || (strict && outcome === 'warned')
