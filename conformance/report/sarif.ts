import { clean, oneLine, withoutCommands } from '../http/clean.js'
import { headline } from '../run/causes.js'
import type { CheckReport, Report } from '../run/report.js'
import { testStatusOf } from './outcomes.js'

const levels = { failure: 'error', error: 'error', warning: 'warning', known: 'note' } as const

/** The path of the decisive request, without a leading slash: viewers expect a relative file as location. */
function placeOf({ rule, evidence }: CheckReport): string {
  const url = evidence[0]?.exchanges.at(-1)?.url ?? ''
  const path = URL.canParse(url) ? new URL(url).pathname.slice(1) : ''
  return path === '' ? `rules/${rule}` : path
}

/** Creates a message; SARIF reads a single brace as part of a placeholder. */
const messageOf = (text: string) => ({ text: text.replace(/[{}]/g, '$&$&') })

function resultOf(check: CheckReport, report: Report) {
  const status = testStatusOf(check, report)
  if (!(status in levels)) return []
  const region = { startLine: 1 }
  return [
    {
      ruleId: check.rule,
      level: levels[status as keyof typeof levels],
      message: messageOf(`${oneLine(check.title)}: ${clean(headline(check))}`),
      locations: [{ physicalLocation: { artifactLocation: { uri: placeOf(check) }, region } }],
      partialFingerprints: { check: check.id },
      ...(check.known === true && { suppressions: [{ kind: 'external' }] }),
    },
  ]
}

/** The report in the Static Analysis Results Interchange Format 2.1.0, for code scanning and editors. */
export function sarifReport(report: Report): string {
  const { kit, verdict, exitCode, started, took, target } = report
  const [name, version] = kit.split(' ')
  const results = report.checks.flatMap(check => resultOf(check, report))
  const broken = new Set(results.map(({ ruleId }) => ruleId))
  const rules = report.rules
    .filter(({ id }) => broken.has(id))
    .map(({ id, statement, section, level }) => ({
      id,
      shortDescription: messageOf(oneLine(statement)),
      properties: { section, level },
    }))
  const endTimeUtc = new Date(Date.parse(started) + took).toISOString()
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name, version, rules } },
        invocations: [{ executionSuccessful: exitCode !== 4, exitCode, startTimeUtc: started, endTimeUtc }],
        results,
        properties: { verdict, target: oneLine(target) },
      },
    ],
  }
  return withoutCommands(`${JSON.stringify(sarif, undefined, 2)}\n`)
}
