import { clean, cleanScript, oneLine } from '../http/clean.js'
import { headline } from '../run/causes.js'
import type { CheckReport, Evidence, Report } from '../run/report.js'
import { shownAnswer } from './evidence.js'
import { areasWithChecks } from './groups.js'
import { operationLines } from './operations.js'
import { reasonOf, testStatusOf } from './outcomes.js'
import { countSums, trafficSum } from './summary.js'

type Yaml = string | number | readonly Yaml[] | { readonly [name: string]: Yaml | undefined }

const isList = (value: object): value is readonly Yaml[] => Array.isArray(value)
const indented = (lines: readonly string[]) => lines.map(line => `  ${line}`)

/** A single line is quoted as in JSON, so that nothing in it is special; a longer text becomes a literal block. */
function yamlLines(value: Yaml): string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') {
    const text = clean(value)
    return text.includes('\n') ? ['|2-', ...indented(text.split('\n'))] : [JSON.stringify(text)]
  }
  if (isList(value)) {
    return value.flatMap(item => yamlLines(item).map((line, index) => `${index === 0 ? '-' : ' '} ${line}`))
  }
  return Object.entries(value).flatMap(([name, member]) => {
    if (member === undefined) return []
    const lines = yamlLines(member)
    if (lines.length === 0) return [`${name}: ${isList(member as object) ? '[]' : '{}'}`]
    if (typeof member === 'object') return [`${name}:`, ...indented(lines)]
    return [`${name}: ${lines[0]}`, ...lines.slice(1)]
  })
}

const diagnostics = (value: Yaml) => indented(['---', ...yamlLines(value), '...'])

/** In a description, a hash begins a directive and a backslash escapes. */
const escaped = (text: string) => oneLine(text).replace(/[\\#]/g, '\\$&')

function evidenceValue({ kind, message, expected, actual, exchanges, curl }: Evidence): Yaml {
  const shown = exchanges.map(exchange => {
    const { text, missing } = shownAnswer(exchange, 2000)
    return {
      as: exchange.as,
      request: `${exchange.method} ${exchange.url}`,
      body: exchange.body,
      status: exchange.status,
      answer: text,
      missing: missing === '' ? undefined : missing,
    }
  })
  return { kind, message, expected, actual, exchanges: shown, curl: curl && cleanScript(curl) }
}

function checkDiagnostics(check: CheckReport): string[] {
  const { rule, level, section, outcome, evidence } = check
  return diagnostics({
    message: headline(check),
    severity: outcome === 'warned' ? 'warning' : outcome,
    rule,
    level,
    section,
    evidence: evidence.length > 0 ? evidence.map(evidenceValue) : undefined,
  })
}

function testPoint(check: CheckReport, number: number, report: Report): string[] {
  const name = `${number} - ${escaped(`${check.id} ${check.title}`)}`
  switch (testStatusOf(check, report)) {
    case 'success':
      return [`ok ${name}`]
    case 'skipped':
      return [`ok ${name} # SKIP ${escaped(reasonOf(check, report))}`]
    case 'warning':
      return [`not ok ${name} # TODO ${escaped(`warning: ${headline(check)}`)}`, ...checkDiagnostics(check)]
    case 'known':
      return [`not ok ${name} # TODO ${escaped(reasonOf(check, report))}`, ...checkDiagnostics(check)]
    case 'failure':
    case 'error':
      return [`not ok ${name}`, ...checkDiagnostics(check)]
  }
}

function verdictPoint({ verdict, reasons, exitCode, baseline }: Report, number: number): string[] {
  const name = `${number} - verdict ${verdict}`
  if (exitCode === 0) return [`ok ${name}`]
  return [`not ok ${name}`, ...diagnostics({ message: verdict, reasons, baseline: baseline?.problems })]
}

/** The report as TAP version 14: a test point per check, and a last one that fails unless the exit code is 0. */
export function tapReport(report: Report): string {
  let number = 0
  const points = areasWithChecks(report).flatMap(area => [
    `# ${oneLine(`${area.prefix} ${area.title}`)}`,
    ...area.checks.flatMap(check => {
      number += 1
      return testPoint(check, number, report)
    }),
  ])
  return [
    'TAP version 14',
    `1..${number + 1}`,
    ...operationLines(report).map(line => `# ${oneLine(line)}`),
    ...points,
    '# verdict',
    ...verdictPoint(report, number + 1),
    ...[...countSums(report.counts), trafficSum(report)].map(line => `# ${line}`),
    '',
  ].join('\n')
}
