import { oneLine } from '../http/clean.js'
import type { CheckReport, Outcome, Report, RuleReport, VerdictName } from '../run/report.js'
import type { Style } from './page.js'

export type RuleOutcome = RuleReport['outcome']

/** How an outcome is shown. The sign works without colour, the word without a heading. */
interface OutcomeSign {
  readonly sign: string
  readonly word: string
  /** At most five letters, for narrow tables. */
  readonly short: string
  readonly style: Style
}

/** In display order. */
export const outcomeSigns: Readonly<Record<RuleOutcome, OutcomeSign>> = {
  passed: { sign: '✓', word: 'passed', short: 'pass', style: 'green' },
  failed: { sign: '✗', word: 'failed', short: 'fail', style: 'red' },
  warned: { sign: '!', word: 'warned', short: 'warn', style: 'yellow' },
  observed: { sign: 'i', word: 'observed', short: 'seen', style: 'blue' },
  error: { sign: 'E', word: 'error', short: 'error', style: 'magenta' },
  blocked: { sign: '⊘', word: 'blocked', short: 'block', style: 'magenta' },
  'not implemented': { sign: '□', word: 'not implemented', short: 'todo', style: 'yellow' },
  skipped: { sign: '–', word: 'skipped', short: 'skip', style: 'cyan' },
  'not selected': { sign: '·', word: 'not selected', short: 'not', style: 'dim' },
  'not exercised': { sign: '○', word: 'not exercised', short: 'none', style: 'dim' },
}

/** How a verdict is shown: with its own sign, and otherwise like an outcome. */
export const verdictSigns: Readonly<Record<VerdictName, { sign: string; like: Outcome }>> = {
  conformant: { sign: '✓', like: 'passed' },
  'not conformant': { sign: '✗', like: 'failed' },
  incomplete: { sign: '…', like: 'warned' },
}

/** The outcomes of these rules, each once, in display order. */
export function outcomesOf(rules: readonly RuleReport[]): RuleOutcome[] {
  const shown = Object.keys(outcomeSigns) as RuleOutcome[]
  return shown.filter(outcome => rules.some(rule => rule.outcome === outcome))
}

/** What a check means to tools that only know success and failure, such as JUnit and TAP. */
export type TestStatus = 'success' | 'failure' | 'error' | 'skipped' | 'known' | 'warning'

/** In a strict run a warning is a failure; a failure that the baseline lists is `known`. */
export function testStatusOf({ outcome, known }: CheckReport, { options }: Report): TestStatus {
  if (outcome === 'error') return 'error'
  if (outcome === 'skipped' || outcome === 'blocked' || outcome === 'not implemented') return 'skipped'
  const failed = outcome === 'failed' || (outcome === 'warned' && options.strict)
  if (failed) return known === true ? 'known' : 'failure'
  return outcome === 'warned' ? 'warning' : 'success'
}

/** Why a check did not run, or why its failure is known, in one line. */
export function reasonOf(check: CheckReport, report: Report): string {
  if (check.known === true) {
    const entry = report.baseline?.known.find(
      entry => (entry.check ?? entry.rule) === (entry.check ? check.id : check.rule),
    )
    const until = entry?.until === undefined ? '' : ` (until ${entry.until})`
    return oneLine(`known: ${entry?.reason ?? 'listed in the baseline'}${until}`)
  }
  if (check.blockedBy === undefined) return oneLine(check.reason ?? check.outcome)
  const by = `${check.outcome} by ${check.blockedBy}`
  return oneLine(check.reason === undefined ? by : `${by}: ${check.reason}`)
}
