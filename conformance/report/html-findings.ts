import { headline } from '../run/causes.js'
import type { CheckReport, Outcome, Report } from '../run/report.js'
import { observationsOf } from './evidence.js'
import {
  checkLink,
  fewLinks,
  line,
  list,
  outcomeClass,
  outcomeMark,
  ruleLink,
  section,
} from './html-markup.js'
import { reasonOf } from './outcomes.js'

const headings: readonly (readonly [Outcome, string])[] = [
  ['failed', 'Failures'],
  ['error', 'Errors in the kit or the connection (no verdict about the target)'],
  ['warned', 'Warnings'],
  ['blocked', 'Blocked'],
  ['not implemented', 'Not implemented'],
]

/** The findings, one line per check; the evidence is with the rule. */
export function findings(report: Report): string[] {
  return headings.flatMap(([outcome, heading]) => {
    const checks = report.checks.filter(check => check.outcome === outcome)
    const items = checks.map(check => finding(check, report))
    return section(outcomeClass(outcome), `${heading} (${checks.length})`, list(items, 'findings'))
  })
}

function finding(check: CheckReport, report: Report): string {
  const known = check.known === true ? ` <em>${line(reasonOf(check, report))}</em>` : ''
  const text =
    check.outcome === 'blocked' || check.outcome === 'not implemented'
      ? reasonOf(check, report)
      : headline(check)
  const link = checkLink(check.id, report)
  return `${outcomeMark(check.outcome)} ${link} ${line(check.title)}: ${line(text)}${known}`
}

/** What was not exercised, what was observed, what was left behind, and the baseline. */
export function remarks(report: Report): string[] {
  const gaps = report.gaps.map(
    ({ reason, remedy, checks }) =>
      `<strong>${line(reason)}</strong>: ${line(remedy)} ${fewLinks(checks, report)}`,
  )
  return [
    ...section('gaps', 'Not exercised, and what to do about it', list(gaps)),
    ...section(
      'observations',
      'Observed (the document does not specify it)',
      list(
        observationsOf(report.checks).map(
          ({ rule, message }) => `${ruleLink(rule, report)}: ${line(message)}`,
        ),
      ),
    ),
    ...section('remains', 'Left behind on the target', list(report.remains.map(line))),
    ...section('used-up', 'Disposable accounts that are used up', list((report.usedUp ?? []).map(line))),
    ...section('baseline', 'Baseline', list(baselineItems(report))),
  ]
}

function baselineItems(report: Report): string[] {
  const { problems = [], known = [] } = report.baseline ?? {}
  return [
    ...problems.map(problem => `<strong>Problem:</strong> ${line(problem)}`),
    ...known.map(({ rule, check, reason, until }) => {
      const deadline = until === undefined ? '' : ` (until ${line(until)})`
      const link = check === undefined ? ruleLink(rule, report) : checkLink(check, report)
      return `${link} does not pass yet: ${line(reason)}${deadline}`
    }),
  ]
}
