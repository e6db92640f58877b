import { groupByArea } from './area-group.js'
import { cleanScript, oneLine } from './clean.js'
import { headline, shownAnswer } from './evidence-text.js'
import type { CheckReport, Evidence, Report, ShownExchange } from './report.js'
import { reasonOf, standingOf } from './standing.js'
import { countSums, trafficSum } from './sums.js'
import { type YamlValue, yamlLines } from './yaml.js'

/** In a description a hash begins a directive, and a backslash escapes. */
const escaped = (text: string) => oneLine(text).replace(/[\\#]/g, '\\$&')

const directive = (word: 'SKIP' | 'TODO', reason: string) => ` # ${word} ${escaped(reason)}`

function exchangeValue(exchange: ShownExchange): YamlValue {
  const { text, missing } = shownAnswer(exchange, 2000)
  return {
    as: exchange.as,
    request: `${exchange.method} ${exchange.url}`,
    body: exchange.body,
    status: exchange.status,
    answer: text,
    missing: missing > 0 ? missing : undefined,
  }
}

function evidenceValue({ kind, message, expected, actual, exchanges, curl }: Evidence): YamlValue {
  return {
    kind,
    message,
    expected,
    actual,
    exchanges: exchanges.map(exchangeValue),
    curl: curl === undefined ? undefined : cleanScript(curl),
  }
}

function diagnostics(check: CheckReport): string[] {
  const { rule, level, section, outcome, evidence } = check
  return block({
    message: headline(check),
    severity: outcome === 'warned' ? 'warning' : outcome,
    rule,
    level,
    section,
    evidence: evidence.length > 0 ? evidence.map(evidenceValue) : undefined,
  })
}

function block(value: YamlValue): string[] {
  return ['---', ...yamlLines(value), '...'].map(line => `  ${line}`)
}

function point(check: CheckReport, number: number, report: Report): string[] {
  const name = `${number} - ${escaped(`${check.id} ${check.title}`)}`
  switch (standingOf(check, report)) {
    case 'success':
      return [`ok ${name}`]
    case 'skipped':
      return [`ok ${name}${directive('SKIP', reasonOf(check, report))}`]
    case 'warning':
      return [`not ok ${name}${directive('TODO', `warning: ${headline(check)}`)}`, ...diagnostics(check)]
    case 'known':
      return [`not ok ${name}${directive('TODO', reasonOf(check, report))}`, ...diagnostics(check)]
    case 'failure':
    case 'error':
      return [`not ok ${name}`, ...diagnostics(check)]
  }
}

function verdictPoint(report: Report, number: number): string[] {
  const name = `${number} - verdict ${report.verdict}`
  if (report.exitCode === 0) return [`ok ${name}`]
  return [
    `not ok ${name}`,
    ...block({ message: report.verdict, reasons: report.reasons, baseline: report.baseline?.problems }),
  ]
}

/**
 * The report as TAP version 14: a point a check, and a last one for the verdict, so that a run that proves too little
 * is not green.
 */
export function tapReport(report: Report): string {
  const areas = groupByArea(report).filter(area => area.checks.length > 0)
  let number = 0
  const points = areas.flatMap(area => [
    `# ${oneLine(`${area.prefix} ${area.title}`)}`,
    ...area.checks.flatMap(check => {
      number += 1
      return point(check, number, report)
    }),
  ])
  return [
    'TAP version 14',
    `1..${number + 1}`,
    ...points,
    '# verdict',
    ...verdictPoint(report, number + 1),
    ...[...countSums(report.counts), trafficSum(report)].map(line => `# ${line}`),
    '',
  ].join('\n')
}
