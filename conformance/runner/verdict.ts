import { areas, levels, rules } from '../areas/index.js'
import type {
  BaselineReport,
  CheckReport,
  Counts,
  Gap,
  Outcome,
  RuleReport,
  VerdictName,
} from '../report/report.js'
import { outcomes } from '../report/report.js'
import { isFailing } from './baseline.js'
import type { Selection } from './plan.js'

/** What became of every rule: the worst of its checks. */
export function judgeRules(
  checks: readonly CheckReport[],
  notStarted: ReadonlySet<string>,
  { level }: Pick<Selection, 'level'>,
): RuleReport[] {
  const byRule = new Map<string, CheckReport[]>()
  for (const check of checks) byRule.set(check.rule, [...(byRule.get(check.rule) ?? []), check])
  return areas.flatMap(area =>
    area.rules.map((rule): RuleReport => {
      const own = byRule.get(rule.id) ?? []
      const worst = outcomes.find(outcome => own.some(check => check.outcome === outcome))
      const began = [...notStarted].some(id => id.split('.')[0] === rule.id)
      const outcome: RuleReport['outcome'] =
        rule.unexercised !== undefined && own.length === 0 ? 'not exercised' : (worst ?? 'not selected')
      const reason =
        outcome === 'not exercised'
          ? rule.unexercised
          : outcome === 'not selected'
            ? began
              ? 'the run was ended before'
              : levels.indexOf(rule.level) > levels.indexOf(level)
                ? `left out by --level ${level}`
                : 'left out by --only or --skip'
            : undefined
      return {
        id: rule.id,
        area: area.prefix,
        level: rule.level,
        section: rule.section,
        statement: rule.statement,
        outcome,
        ...(reason !== undefined && { reason }),
        checks: own.map(({ id }) => id),
      }
    }),
  )
}

export function count(checks: readonly CheckReport[], notStarted: number, notSelected: number): Counts {
  const of = (outcome: Outcome) => checks.filter(check => check.outcome === outcome).length
  const skipped = of('skipped')
  const blocked = of('blocked')
  return {
    planned: checks.length + notStarted,
    ran: checks.length - skipped - blocked,
    passed: of('passed'),
    failed: of('failed'),
    warned: of('warned'),
    observed: of('observed'),
    error: of('error'),
    skipped,
    blocked,
    notStarted,
    notSelected,
  }
}

export interface Judged {
  readonly verdict: VerdictName
  readonly reasons: readonly string[]
  readonly exitCode: 0 | 1 | 3 | 4
}

export interface Evidenced {
  readonly checks: readonly CheckReport[]
  readonly rules: readonly RuleReport[]
  readonly counts: Counts
  readonly strict: boolean
  /** Rules with checks of level must that were not selected, be it some or all of them. */
  readonly leftOut: readonly string[]
  readonly baseline?: BaselineReport | undefined
}

const some = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const ids = (values: readonly string[]) =>
  values.length > 6 ? `${values.slice(0, 6).join(', ')} and ${values.length - 6} more` : values.join(', ')

/**
 * The verdict. A rule of level must that fails makes it `not conformant`; one that was not exercised to the end makes it
 * `incomplete`. Nothing run is never green, and a harness error never is.
 */
export function judge({ checks, rules: judged, counts, strict, baseline, leftOut }: Evidenced): Judged {
  const reasons: string[] = []
  const musts = judged.filter(({ level }) => level === 'must')
  const failing = checks.filter(check => isFailing(check, strict))
  const failed = checks.filter(({ outcome }) => outcome === 'failed')
  const broken = new Set(failed.map(({ rule }) => rule))
  const fresh = failing.filter(({ known }) => !known)
  const of = (outcome: RuleReport['outcome']) =>
    checks
      .filter(check => check.level === 'must' && check.outcome === outcome)
      .map(({ rule }) => rule)
      .filter((rule, index, all) => all.indexOf(rule) === index)
  const open = {
    skipped: of('skipped'),
    blocked: of('blocked'),
    unselected: [
      ...new Set([
        ...musts.filter(({ outcome }) => outcome === 'not selected').map(({ id }) => id),
        ...leftOut,
      ]),
    ],
  }

  if (broken.size > 0)
    reasons.push(
      `${some(broken.size, 'rule')} that must hold ${broken.size === 1 ? 'is' : 'are'} broken: ${ids([...broken])}.`,
    )
  if (strict) {
    const warned = new Set(checks.filter(({ outcome }) => outcome === 'warned').map(({ rule }) => rule))
    if (warned.size > 0)
      reasons.push(`--strict: ${some(warned.size, 'rule')} with warnings: ${ids([...warned])}.`)
  }
  for (const problem of baseline?.problems ?? []) reasons.push(`Baseline: ${problem}`)
  if (baseline && baseline.known.length > 0) {
    reasons.push(
      `${some(baseline.known.length, 'failure')} of the baseline: ${ids(baseline.known.map(({ rule }) => rule))}.`,
    )
  }
  if (counts.error > 0)
    reasons.push(`${some(counts.error, 'check')} broke by a fault of this kit, not of the target.`)
  if (counts.ran === 0) reasons.push('No check was run.')
  if (open.blocked.length > 0)
    reasons.push(`${some(open.blocked.length, 'must')} could not be prepared: ${ids(open.blocked)}.`)
  if (open.skipped.length > 0)
    reasons.push(
      `${some(open.skipped.length, 'must')} not exercised, for want of a permission or of means: ${ids(open.skipped)}.`,
    )
  if (open.unselected.length > 0)
    reasons.push(
      `${some(open.unselected.length, 'must')} not selected or not reached: ${ids(open.unselected)}.`,
    )

  if (counts.notStarted > 0) reasons.push(`The run was ended before ${some(counts.notStarted, 'check')}.`)

  const incomplete =
    open.blocked.length + open.skipped.length + open.unselected.length + counts.notStarted + counts.error >
      0 || counts.ran === 0
  const verdict: VerdictName = broken.size > 0 ? 'not conformant' : incomplete ? 'incomplete' : 'conformant'
  const exitCode = exitCodeOf()
  return { verdict, reasons, exitCode }

  function exitCodeOf(): Judged['exitCode'] {
    if (fresh.length > 0 || (baseline?.problems.length ?? 0) > 0) return 1
    if (counts.error > 0) return 4
    return incomplete ? 3 : 0
  }
}

/** What was not exercised, grouped by what it takes. */
export function gapsOf(checks: readonly CheckReport[], remedies: ReadonlyMap<string, string>): Gap[] {
  const groups = new Map<string, string[]>()
  for (const { id, outcome, reason = '' } of checks) {
    if (outcome === 'skipped') groups.set(reason, [...(groups.get(reason) ?? []), id])
  }
  return [...groups]
    .map(([reason, own]) => ({
      reason,
      remedy: remedies.get(reason) ?? 'The reason says what it takes.',
      checks: own,
    }))
    .sort((a, b) => b.checks.length - a.checks.length)
}

/** How many checks the catalogue has rules for and the selection left out. */
export const allRules = rules.length
