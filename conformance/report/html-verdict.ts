import { duration } from './duration.js'
import { line, list, outcomeClass } from './html-sign.js'
import { type OutcomeSign, outcomeSigns } from './outcome-sign.js'
import type { Outcome, Report, VerdictName } from './report.js'
import { count, countSums, mustSum, trafficSum } from './sums.js'

const signs: Readonly<Record<VerdictName, { sign: OutcomeSign['sign']; look: Outcome }>> = {
  conformant: { sign: '✓', look: 'passed' },
  'not conformant': { sign: '✗', look: 'failed' },
  incomplete: { sign: '…', look: 'warned' },
}

const shownCounts = ['passed', 'failed', 'warned', 'observed', 'error', 'blocked', 'skipped'] as const

/** The verdict with its reasons and counts: what a reader came for. */
export function verdictSection(report: Report): string[] {
  const { verdict, reasons, counts, target, started } = report
  const { sign, look } = signs[verdict]
  const { kept, all } = mustSum(report)
  return [
    '<header>',
    `<p class="about">Conformance of <strong>${line(target)}</strong></p>`,
    `<div class="verdict ${look}">`,
    `<h1><span aria-hidden="true">${sign}</span> ${verdict}</h1>`,
    `<p>${kept} of ${count(all, 'must')} shown to be kept. Run of <time datetime="${line(started)}">${line(started)}</time>.</p>`,
    ...list(reasons.map(line), 'reasons'),
    '</div>',
    '<dl class="counts">',
    ...shownCounts.map(
      outcome =>
        `<div class="${outcomeClass(outcome)}"><dt><span aria-hidden="true">${outcomeSigns[outcome].sign}</span> ${outcome}</dt><dd>${counts[outcome]}</dd></div>`,
    ),
    '</dl>',
    ...countSums(counts).map(sum => `<p class="sum">${line(sum)}</p>`),
    '</header>',
  ]
}

/** How the run was made. */
export function runFacts(report: Report): string[] {
  const { kit, seed, options, started, took, exitCode } = report
  const words = (values: readonly string[]) => (values.length === 0 ? 'none' : values.join(' '))
  const facts: readonly (readonly [string, string])[] = [
    ['Target', report.target],
    ['Kit', kit],
    ['Started', started],
    ['Took', duration(took)],
    ['Traffic', trafficSum(report)],
    ['Seed', String(seed)],
    ['Allowed dangers', words(options.allow)],
    ['Only', words(options.only)],
    ['Left out', words(options.skip)],
    ['Level', options.level],
    ['Strict', options.strict ? 'yes: a warning is a failure' : 'no'],
    ['Jobs', String(options.jobs)],
    ['Exit code', String(exitCode)],
  ]
  return [
    '<footer>',
    '<h2>The run</h2>',
    '<dl class="facts">',
    ...facts.map(([name, value]) => `<dt>${line(name)}</dt><dd>${line(value)}</dd>`),
    '</dl>',
    '</footer>',
  ]
}
