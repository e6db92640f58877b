import { oneLine } from '../http/clean.js'
import { causeLine, headline } from '../run/causes.js'
import { count } from '../run/counts.js'
import type { CheckReport, Outcome, Report } from '../run/report.js'
import { operationHint, operationSigns, operationSum, operationTable } from './operations.js'
import { outcomeSigns, reasonOf, verdictSigns } from './outcomes.js'
import { exitSum, sumsOf } from './summary.js'

/** Formats a text as one line without markup. */
const plain = (text: string) =>
  oneLine(text)
    .replace(/[\\`*_[\]|#~$]/g, '\\$&')
    .replace(/[&<>@]/g, character => `&#${character.charCodeAt(0)};`)

const code = (text: string) => `\`${oneLine(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``

const items = (texts: readonly string[]) => texts.map(text => `- ${plain(text)}`)

const section = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines]

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`)

/** Parts of Markdown texts, for other reports. */
export const markdownParts = { code, items, plain, section, table } as const

/** The report as Markdown, for the summary of a CI job or a comment. */
export function markdownReport(report: Report): string {
  const { verdict, target, reasons, causes, gaps, remains, usedUp = [], baseline } = report
  return [
    `# ${verdictSigns[verdict].sign} ${verdict}: conformance of ${plain(target)}`,
    '',
    exitSum(report),
    '',
    ...items(reasons),
    ...operationSection(report),
    ...section(
      'Fix this first',
      causes.map((cause, index) => `${index + 1}. ${plain(causeLine(cause))}`),
    ),
    ...section('Counts', items(sumsOf(report))),
    ...checkSection('failed', 'Failures', report),
    ...checkSection('error', 'Errors in the kit or the connection', report),
    ...checkSection('warned', 'Warnings', report),
    ...checkSection('blocked', 'Blocked', report),
    ...section(
      'Not exercised, and what to do about it',
      gaps.map(
        ({ reason, remedy, checks }) =>
          `- ${count(checks.length, 'check')}: ${plain(reason)}. ${plain(remedy)}`,
      ),
    ),
    ...section('Left behind on the target', items(remains)),
    ...section('Disposable accounts that are used up', items(usedUp)),
    ...section('Baseline', [
      ...items(baseline?.problems ?? []),
      ...(baseline?.known ?? []).map(
        ({ rule, check, reason }) => `- ${code(check ?? rule)}: ${plain(reason)}`,
      ),
    ]),
    '',
  ].join('\n')
}

function operationSection(report: Report): string[] {
  if (report.operations.length === 0) return []
  const { methods, rows } = operationTable(report)
  return section('Operations', [
    `${operationSum(report)}. ${operationHint(report) ?? ''}`.trim(),
    '',
    ...table(
      ['', ...methods],
      rows.map(({ path, cells }) => [
        code(path),
        ...cells.map(cell =>
          cell ? `${operationSigns[cell.state].sign} ${operationSigns[cell.state].word}` : '',
        ),
      ]),
    ),
  ])
}

function checkSection(outcome: Outcome, heading: string, report: Report): string[] {
  const checks = report.checks.filter(check => check.outcome === outcome)
  const text = (check: CheckReport) =>
    outcome === 'blocked' || check.known === true ? reasonOf(check, report) : headline(check)
  return section(
    `${outcomeSigns[outcome].sign} ${heading} (${checks.length})`,
    checks.length === 0
      ? []
      : table(
          ['Check', 'What must hold', 'What happened'],
          checks.map(check => [code(check.id), plain(check.title), plain(text(check))]),
        ),
  )
}
