import { areas, levels, type Rule } from '../areas/index.js'
import {
  type BaselineReport,
  type CheckReport,
  type Counts,
  type Gap,
  type Outcome,
  outcomes,
  type Report,
  type RuleReport,
} from '../report/report.js'
import { isFailing } from './baseline.js'
import type { Selection } from './plan.js'

/** The outcome of every rule: the worst of its checks. */
export function judgeRules(
  checks: readonly CheckReport[],
  notStarted: ReadonlySet<string>,
  { level }: Pick<Selection, 'level'>,
): RuleReport[] {
  const begun = new Set([...notStarted].map(id => id.split('.')[0]))
  const whyNotSelected = (rule: Rule) => {
    if (begun.has(rule.id)) return 'the run ended before it'
    return levels.indexOf(rule.level) > levels.indexOf(level)
      ? `left out by --level ${level}`
      : 'left out by --only or --skip'
  }
  return areas.flatMap(area =>
    area.rules.map((rule): RuleReport => {
      const { id, section, statement, unexercised } = rule
      const own = checks.filter(check => check.rule === id)
      const worst = outcomes.find(outcome => own.some(check => check.outcome === outcome))
      const head = { id, area: area.prefix, level: rule.level, section, statement }
      if (worst) return { ...head, outcome: worst, checks: own.map(check => check.id) }
      return unexercised === undefined
        ? { ...head, outcome: 'not selected', reason: whyNotSelected(rule), checks: [] }
        : { ...head, outcome: 'not exercised', reason: unexercised, checks: [] }
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

interface Evidenced {
  readonly checks: readonly CheckReport[]
  readonly rules: readonly RuleReport[]
  readonly counts: Counts
  readonly strict: boolean
  /** Rules with checks of level must of which some or all were not selected. */
  readonly leftOut: readonly string[]
  readonly baseline?: BaselineReport | undefined
}

/**
 * The verdict. A broken rule of level must makes it `not conformant`; one that was not exercised to the end makes it
 * `incomplete`. A run without checks, or with an error of the kit, is never `conformant`.
 */
export function judge(evidenced: Evidenced): Pick<Report, 'verdict' | 'reasons' | 'exitCode'> {
  const { checks, rules, counts, strict, leftOut, baseline } = evidenced
  const broken = rulesOf(checks, 'failed')
  const musts = checks.filter(({ level }) => level === 'must')
  const unselected = rules.filter(({ level, outcome }) => level === 'must' && outcome === 'not selected')
  const open = {
    skipped: rulesOf(musts, 'skipped'),
    blocked: rulesOf(musts, 'blocked'),
    unselected: [...new Set([...unselected.map(({ id }) => id), ...leftOut])],
  }
  const isIncomplete =
    Object.values(open).flat().length + counts.notStarted + counts.error > 0 || counts.ran === 0
  const fresh = checks.filter(check => isFailing(check, strict) && !check.known)
  const problems = baseline?.problems ?? []
  return {
    verdict: broken.length > 0 ? 'not conformant' : isIncomplete ? 'incomplete' : 'conformant',
    reasons: reasonsOf(evidenced, broken, open),
    exitCode: fresh.length > 0 || problems.length > 0 ? 1 : counts.error > 0 ? 4 : isIncomplete ? 3 : 0,
  }
}

/** The rules with a check of this outcome, each once. */
const rulesOf = (checks: readonly CheckReport[], outcome: Outcome) => [
  ...new Set(checks.filter(check => check.outcome === outcome).map(({ rule }) => rule)),
]

/** Why the verdict is what it is: one sentence for each cause, in the order of their weight. */
function reasonsOf(
  { checks, counts, strict, baseline }: Evidenced,
  broken: readonly string[],
  { skipped, blocked, unselected }: Readonly<Record<'skipped' | 'blocked' | 'unselected', readonly string[]>>,
): string[] {
  const warned = strict ? rulesOf(checks, 'warned') : []
  const known = baseline?.known.map(({ rule }) => rule) ?? []
  const causes: (readonly [holds: boolean, reason: string])[] = [
    [broken.length > 0, `${some(broken.length, 'MUST rule')} broken: ${ids(broken)}.`],
    [warned.length > 0, `--strict: ${some(warned.length, 'rule')} with warnings: ${ids(warned)}.`],
    ...(baseline?.problems ?? []).map(problem => [true, `Baseline: ${problem}`] as const),
    [known.length > 0, `${some(known.length, 'failure')} of the baseline: ${ids(known)}.`],
    [
      counts.error > 0,
      `${some(counts.error, 'check')} failed through an error in the kit, not in the target.`,
    ],
    [counts.ran === 0, 'No checks ran.'],
    [blocked.length > 0, `${some(blocked.length, 'MUST rule')} could not be prepared: ${ids(blocked)}.`],
    [
      skipped.length > 0,
      `${some(skipped.length, 'MUST rule')} not exercised, because a permission or something of the target is missing: ${ids(skipped)}.`,
    ],
    [
      unselected.length > 0,
      `${some(unselected.length, 'MUST rule')} not selected or not reached: ${ids(unselected)}.`,
    ],
    [counts.notStarted > 0, `The run ended before ${some(counts.notStarted, 'check')}.`],
  ]
  return causes.filter(([holds]) => holds).map(([, reason]) => reason)
}

const some = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
const ids = (values: readonly string[]) =>
  values.length > 6 ? `${values.slice(0, 6).join(', ')} and ${values.length - 6} more` : values.join(', ')

/** The skipped checks, grouped by reason. */
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
