import { areas, ruleIdOf, ruleOf } from '../catalogue/index.js'
import { type Level, levels, type Rule } from '../catalogue/rule.js'
import { operationNames } from '../session/operations.js'
import { budgetText } from './budget.js'
import { partsText } from './continuation.js'
import { count, countOutcomes, groupBy, isFailing, isPartlyGood } from './counts.js'
import type { Selection } from './plan.js'
import {
  type BaselineReport,
  type CheckReport,
  type Counts,
  type Gap,
  type Outcome,
  outcomes,
  type Report,
  type RuleReport,
} from './report.js'

const notRun: readonly Outcome[] = ['skipped', 'blocked', 'not implemented']
const judging: readonly Outcome[] = ['warned', 'observed', 'passed']

/** The outcomes of a MUST rule, the worst first: a MUST check that was not run weighs more than a warning. */
const ofMust = [...outcomes.filter(each => !judging.includes(each)), ...judging]

/** Whether a check is as binding as its rule. A less binding check that did not run says nothing about the rule. */
export const decides = (check: Level, rule: Level) => levels.indexOf(check) <= levels.indexOf(rule)

/** Returns the outcome of every rule: the worst of its checks. `leftOut` has the ids of deciding checks that were not selected. */
export function judgeRules(
  checks: readonly CheckReport[],
  { notStarted, leftOut }: { notStarted: ReadonlySet<string>; leftOut: readonly string[] },
  { level }: Pick<Selection, 'level'>,
): RuleReport[] {
  const partly = new Set([...notStarted, ...leftOut].map(ruleIdOf))
  const begun = new Set([...notStarted].map(ruleIdOf))
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
      const telling = own.filter(check => decides(check.level, rule.level) || !notRun.includes(check.outcome))
      const order = rule.level === 'must' ? ofMust : outcomes
      const worst = order.find(outcome =>
        (telling.length > 0 ? telling : own).some(check => check.outcome === outcome),
      )
      const head = { id, area: area.prefix, level: rule.level, section, statement }
      const isPartly = partly.has(id) && { partly: true as const }
      if (worst) return { ...head, outcome: worst, ...isPartly, checks: own.map(check => check.id) }
      return unexercised === undefined
        ? { ...head, outcome: 'not selected', reason: whyNotSelected(rule), checks: [] }
        : { ...head, outcome: 'not exercised', reason: unexercised, checks: [] }
    }),
  )
}

export function countsOf(
  checks: readonly CheckReport[],
  others: Pick<Counts, 'notStarted' | 'notSelected' | 'preparations'>,
): Counts {
  const of = (...wanted: Outcome[]) => countOutcomes(checks, ...wanted)
  return {
    planned: checks.length + others.notStarted,
    ran: checks.length - of('skipped', 'blocked', 'not implemented'),
    passed: of('passed'),
    failed: of('failed'),
    warned: of('warned'),
    observed: of('observed'),
    error: of('error'),
    skipped: of('skipped'),
    blocked: of('blocked'),
    notImplemented: of('not implemented'),
    ...others,
  }
}

interface Evidenced {
  readonly checks: readonly CheckReport[]
  readonly rules: readonly RuleReport[]
  readonly counts: Counts
  readonly strict: boolean
  /** Rules with checks of level must, some or all of which were not selected. */
  readonly leftOut: readonly string[]
  /** Only some checks were requested: the exit code covers these alone. */
  readonly isNarrowed: boolean
  /** The operations that the target does not have. */
  readonly missing: readonly string[]
  readonly baseline?: BaselineReport | undefined
  readonly budget?: Report['budget'] | undefined
  readonly parts?: Report['parts'] | undefined
}

/**
 * Derives the verdict. A broken rule of level must or a missing operation makes it `not conformant`; a rule that was not
 * fully exercised makes it `incomplete`. A run without checks, or with an error of the kit, is never `conformant`.
 */
export function judge(evidenced: Evidenced): Pick<Report, 'verdict' | 'reasons' | 'exitCode'> {
  const { checks, rules, counts, leftOut, isNarrowed, missing } = evidenced
  const broken = rulesOf(checks, 'failed')
  const musts = checks.filter(({ level }) => level === 'must')
  const unselected = rules.filter(({ level, outcome }) => level === 'must' && outcome === 'not selected')
  const open = {
    skipped: rulesOf(musts, 'skipped'),
    blocked: rulesOf(musts, 'blocked'),
    unimplemented: rulesOf(musts, 'not implemented'),
    unselected: [...new Set([...unselected.map(({ id }) => id), ...leftOut])],
  }
  const isUnfinished = counts.notStarted + counts.error > 0 || counts.ran === 0
  const isIncomplete = Object.values(open).flat().length > 0 || isUnfinished
  const isBroken = broken.length + missing.length > 0
  const exitCode = exitCodeOf(evidenced, isUnfinished || (!isNarrowed && open.unselected.length > 0))
  const isGood = isNarrowed && exitCode === 0
  const verdict = isBroken ? 'not conformant' : isIncomplete ? 'incomplete' : 'conformant'
  return {
    verdict,
    reasons: [
      ...(evidenced.parts ? [partsText(evidenced.parts)] : []),
      ...(evidenced.budget ? [budgetText(evidenced.budget)] : []),
      ...(isGood
        ? [
            `${evidenced.budget ? 'What was run' : 'What --only selects'} passed; the exit code is about that alone.`,
          ]
        : []),
      ...reasonsOf(evidenced, broken),
      ...(verdict === 'conformant' ? unpreparedText(checks) : []),
    ],
    exitCode,
  }
}

/** Everything that a baseline lists is accepted, whatever kept it from passing. */
function exitCodeOf(
  { checks, counts, strict, baseline, budget, missing, isNarrowed }: Evidenced,
  isUnfinished: boolean,
): Report['exitCode'] {
  const fresh = checks.filter(({ known }) => !known)
  const isOpen = (...wanted: Outcome[]) =>
    fresh.some(({ outcome, level }) => level === 'must' && wanted.includes(outcome))
  const isFailed = fresh.some(check => isFailing(check, strict) || check.outcome === 'not implemented')
  // An operation may be missing although all checks that use it were skipped, for lack of --allow.
  const isUntried = missing.some(name => !checks.some(({ operation }) => operation === name))
  if (isFailed || (isUntried && !isNarrowed && !baseline)) return 1
  if ((baseline?.problems.length ?? 0) > 0) return 1
  if (counts.error > 0) return 4
  const isAllKnown = counts.ran === 0 && counts.planned > 0 && counts.notStarted === 0 && fresh.length === 0
  // Nobody requested the checks that a budget selects.
  const isUnverified = isOpen('blocked') || (budget === undefined && isOpen('skipped'))
  return (isUnfinished && !isAllKnown) || isUnverified ? 3 : 0
}

/** The rules with a check of this outcome, each once. */
const rulesOf = (checks: readonly CheckReport[], outcome: Outcome) => [
  ...new Set(checks.filter(check => check.outcome === outcome).map(({ rule }) => rule)),
]

/** Explains the verdict: one sentence per cause, most important first. */
function reasonsOf(
  { checks, rules, counts, strict, missing, baseline }: Evidenced,
  broken: readonly string[],
): string[] {
  const warned = strict ? rulesOf(checks, 'warned') : []
  const known = baseline?.known.map(({ rule, check }) => check ?? rule) ?? []
  const regressions = baseline?.regressions ?? []
  const { unselected, ...notRun } = openRules(rules)
  const wanting = (outcome: keyof typeof notRun, text: string) => {
    const musts = notRun[outcome]
    const others = rulesOf(
      checks.filter(({ rule, level }) => level === 'must' && ruleOf(rule).level !== 'must'),
      outcome,
    )
    return [
      ...sentence(musts, `${count(musts.length, 'MUST rule')} ${text}`),
      ...sentence(others, `${count(others.length, 'other rule')} with MUST checks ${text}`),
    ]
  }
  return [
    ...sentence(missing, `${missing.length} of the ${operationNames.length} operations of section 4 missing`),
    ...sentence(broken, `${count(broken.length, 'MUST rule')} broken`),
    ...sentence(warned, `--strict: ${count(warned.length, 'rule')} with warnings`),
    ...(baseline?.problems ?? []).map(problem => `Baseline: ${problem}`),
    ...sentence(known, `${count(known.length, 'known problem')} of the baseline`),
    ...sentence(regressions, `${count(regressions.length, 'regression')}, which the baseline does not list`),
    ...(counts.error > 0
      ? [`${count(counts.error, 'check')} failed through an error in the kit, not in the target.`]
      : []),
    ...(counts.ran === 0 ? ['No checks ran.'] : []),
    ...wanting('not implemented', 'not exercised, because an operation is missing'),
    ...wanting('blocked', 'could not be prepared'),
    ...wanting(
      'skipped',
      `not exercised, because --allow${missing.length > 0 ? ', an operation' : ''} or part of the target is missing`,
    ),
    ...sentence(unselected, `${count(unselected.length, 'MUST rule')} not selected or not reached`),
    ...(counts.notStarted > 0 ? [`The run ended before ${count(counts.notStarted, 'check')}.`] : []),
  ]
}

/** Names the blocked checks of level should: they leave their rules verified, but what blocks them may be a mistake. */
function unpreparedText(checks: readonly CheckReport[]): string[] {
  const ids = checks
    .filter(({ outcome, level }) => outcome === 'blocked' && level === 'should')
    .map(({ id }) => id)
  return sentence(ids, `${count(ids.length, 'SHOULD check')} could not be prepared`)
}

/** Returns the rules of level must that were not fully exercised, each once, as they are counted. */
function openRules(rules: readonly RuleReport[]) {
  const musts = rules.filter(({ level }) => level === 'must')
  const ids = (fits: (rule: RuleReport) => boolean) => musts.filter(fits).map(({ id }) => id)
  const of = (wanted: Outcome) => ids(({ outcome }) => outcome === wanted)
  return {
    'not implemented': of('not implemented'),
    blocked: of('blocked'),
    skipped: of('skipped'),
    unselected: ids(rule => rule.outcome === 'not selected' || isPartlyGood(rule)),
  }
}

/** A sentence that ends with ids, the first of many; nothing if there are none. */
function sentence(ids: readonly string[], start: string): string[] {
  if (ids.length === 0) return []
  const more = ids.length > 6 ? ` and ${ids.length - 6} more` : ''
  return [`${start}: ${ids.slice(0, 6).join(', ')}${more}.`]
}

/** The skipped checks, grouped by reason. */
export function gapsOf(checks: readonly CheckReport[], remedies: ReadonlyMap<string, string>): Gap[] {
  const skipped = checks.filter(({ outcome }) => outcome === 'skipped')
  return [...groupBy(skipped, ({ reason = '' }) => reason)]
    .map(([reason, own]) => ({
      reason,
      remedy: remedies.get(reason) ?? 'The reason says what it takes.',
      checks: own.map(({ id }) => id),
    }))
    .sort((a, b) => b.checks.length - a.checks.length)
}
