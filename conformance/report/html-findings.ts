import { headline } from './evidence-text.js'
import { anchor, line, list, outcomeMark, section } from './html-sign.js'
import type { CheckReport, Outcome, Report } from './report.js'
import { reasonOf } from './standing.js'

const found: readonly (readonly [Outcome, string])[] = [
  ['failed', 'Failures'],
  ['error', 'Errors of the kit or of the connection, which say nothing about the target'],
  ['warned', 'Warnings'],
  ['blocked', 'Blocked'],
]

/** What was found, a line a check; the proof is at the rule. */
export function findingList(report: Report): string[] {
  return found.flatMap(([outcome, heading]) => {
    const checks = report.checks.filter(check => check.outcome === outcome)
    return section(
      outcome,
      `${heading} (${checks.length})`,
      list(
        checks.map(check => item(check, report)),
        'findings',
      ),
    )
  })
}

function item(check: CheckReport, report: Report): string {
  const known = check.known === true ? ` <em>${line(reasonOf(check, report))}</em>` : ''
  const text = check.outcome === 'blocked' ? reasonOf(check, report) : headline(check)
  return `${outcomeMark(check.outcome)} <a href="#${anchor(check.id)}">${line(check.id)}</a> ${line(check.title)}: ${line(text)}${known}`
}
