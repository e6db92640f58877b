import type { Style } from './paint.js'
import type { RuleReport } from './report.js'

export type RuleOutcome = RuleReport['outcome']

/** How an outcome is shown: a sign that does without colour, and a word that does without a heading. */
export interface OutcomeSign {
  readonly sign: string
  readonly word: string
  /** At most five letters, for narrow tables. */
  readonly short: string
  readonly style: Style
}

export const outcomeSigns: Readonly<Record<RuleOutcome, OutcomeSign>> = {
  passed: { sign: '✓', word: 'passed', short: 'pass', style: 'green' },
  failed: { sign: '✗', word: 'failed', short: 'fail', style: 'red' },
  warned: { sign: '!', word: 'warned', short: 'warn', style: 'yellow' },
  observed: { sign: 'i', word: 'observed', short: 'seen', style: 'blue' },
  error: { sign: 'E', word: 'error', short: 'error', style: 'magenta' },
  blocked: { sign: '⊘', word: 'blocked', short: 'block', style: 'magenta' },
  skipped: { sign: '–', word: 'skipped', short: 'skip', style: 'cyan' },
  'not selected': { sign: '·', word: 'not selected', short: 'not', style: 'dim' },
  'not exercised': { sign: '○', word: 'not exercised', short: 'none', style: 'dim' },
}

/** In the order people want to see them. */
export const shownOutcomes = Object.keys(outcomeSigns) as readonly RuleOutcome[]
