import { anchor, line, list, section } from './html-sign.js'
import type { Report } from './report.js'
import { count } from './sums.js'
import { type Reasoned, skippedWithoutGap } from './unexercised.js'

/** What was not exercised and how to get it exercised, what was observed, what was left behind, and the baseline. */
export function remarks(report: Report): string[] {
  const { gaps, checks, remains, baseline } = report
  return [
    ...section('gaps', 'Not exercised, and how to get it exercised', [
      ...list([
        ...gaps.map(
          gap => `<strong>${line(gap.reason)}</strong>: ${line(gap.remedy)} ${idList(gap.checks, report)}`,
        ),
        ...skippedWithoutGap(report).map(
          ({ reason, ids }: Reasoned) => `<strong>${line(reason)}</strong> ${idList(ids, report)}`,
        ),
      ]),
    ]),
    ...section(
      'observations',
      'Observed where the document leaves it open',
      list(
        checks.flatMap(({ rule, evidence }) =>
          evidence
            .filter(({ kind }) => kind === 'observation')
            .map(({ message }) => `${ruleLink(rule, report)}: ${line(message)}`),
        ),
      ),
    ),
    ...section('remains', 'Left behind on the target', list(remains.map(line))),
    ...section(
      'baseline',
      'Baseline',
      list([
        ...(baseline?.problems ?? []).map(problem => `<strong>Problem:</strong> ${line(problem)}`),
        ...(baseline?.known ?? []).map(
          ({ rule, reason, until }) =>
            `${ruleLink(rule, report)} still fails: ${line(reason)}${until === undefined ? '' : ` (until ${line(until)})`}`,
        ),
      ]),
    ),
  ]
}

/** Many ids take a details element, few stand in the line. */
function idList(ids: readonly string[], report: Report): string {
  const links = ids.map(id => checkLink(id, report)).join(', ')
  if (ids.length <= 4) return `(${links})`
  return `<details><summary>${count(ids.length, 'check')}</summary><p>${links}</p></details>`
}

function checkLink(id: string, { checks }: Report): string {
  return checks.some(check => check.id === id) ? `<a href="#${anchor(id)}">${line(id)}</a>` : line(id)
}

function ruleLink(id: string, { rules }: Report): string {
  return rules.some(rule => rule.id === id) ? `<a href="#${anchor(id)}">${line(id)}</a>` : line(id)
}
