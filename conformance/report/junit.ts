import { escapeMarkup, oneLine } from '../http/clean.js'
import { headline } from '../run/causes.js'
import type { CheckReport, Report } from '../run/report.js'
import { evidenceText } from './evidence.js'
import { type AreaGroup, areasWithChecks } from './groups.js'
import { operationLines } from './operations.js'
import { reasonOf, type TestStatus, testStatusOf } from './outcomes.js'
import { countSums, trafficSum } from './summary.js'

type Attributes = Readonly<Record<string, string | number>>

const indented = (lines: readonly string[]) => lines.map(line => `  ${line}`)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

/** In an attribute, a line break must be escaped to stay one. */
const attributesText = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => [name, escapeMarkup(String(value))] as const)
    .map(([name, value]) => ` ${name}="${value.replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join('')

/** An element with text, on one line up to the text: every character of the text counts. */
function textElement(name: string, text: string, attributes: Attributes = {}): string[] {
  const start = `<${name}${attributesText(attributes)}`
  return [text === '' ? `${start}/>` : `${start}>${escapeMarkup(text)}</${name}>`]
}

function parentElement(name: string, attributes: Attributes, children: readonly string[]): string[] {
  const start = `<${name}${attributesText(attributes)}`
  return children.length === 0 ? [`${start}/>`] : [`${start}>`, ...indented(children), `</${name}>`]
}

const output = (text: string) => (text === '' ? [] : textElement('system-out', text))

function resultElements(check: CheckReport, report: Report): string[] {
  const text = check.evidence.map(evidenceText).join('\n\n')
  const message = headline(check)
  switch (testStatusOf(check, report)) {
    case 'failure':
      return textElement('failure', `${text}\n\nSection ${check.section} of docs/interface.md in schedkit`, {
        message,
        type: `${check.level} ${check.section}`,
      })
    case 'error':
      return textElement('error', text, { message, type: 'harness' })
    case 'skipped':
    case 'known':
      return [...textElement('skipped', '', { message: reasonOf(check, report) }), ...output(text)]
    case 'warning':
      return output(`warning: ${text}`)
    case 'success':
      return output(text)
  }
}

function testcase(check: CheckReport, area: AreaGroup, report: Report): string[] {
  const attributes = {
    name: oneLine(`${check.id} ${check.title}`),
    classname: `schedkit.${area.prefix}`,
    time: seconds(check.took),
  }
  return parentElement('testcase', attributes, resultElements(check, report))
}

function totals(statuses: readonly TestStatus[]): Attributes {
  const number = (...wanted: TestStatus[]) => statuses.filter(each => wanted.includes(each)).length
  return {
    tests: statuses.length,
    failures: number('failure'),
    errors: number('error'),
    skipped: number('skipped', 'known'),
  }
}

function areaSuite(area: AreaGroup, report: Report): string[] {
  const attributes = {
    name: `${area.prefix} ${area.title}`,
    ...totals(area.checks.map(check => testStatusOf(check, report))),
    time: seconds(area.checks.reduce((sum, check) => sum + check.took, 0)),
    timestamp: report.started.slice(0, 19),
  }
  const cases = area.checks.flatMap(check => testcase(check, area, report))
  return parentElement('testsuite', attributes, cases)
}

/** An incomplete run is an error although no check failed. */
function verdictStatus({ exitCode }: Report): 'success' | 'failure' | 'error' {
  if (exitCode === 0) return 'success'
  return exitCode === 1 ? 'failure' : 'error'
}

function verdictSuite(report: Report): string[] {
  const { verdict, started, reasons, baseline } = report
  const status = verdictStatus(report)
  const text = [...reasons, ...(baseline?.problems ?? []), ...countSums(report.counts)].join('\n')
  const result =
    status === 'success'
      ? output(`${text}\n${trafficSum(report)}`)
      : textElement(status, text, { message: verdict, type: 'verdict' })
  const properties = propertiesOf(report).flatMap(([name, value]) =>
    parentElement('property', { name, value }, []),
  )
  const attributes = { name: `verdict ${verdict}`, classname: 'schedkit.verdict', time: seconds(0) }
  return parentElement(
    'testsuite',
    { name: 'verdict', ...totals([status]), time: seconds(0), timestamp: started.slice(0, 19) },
    [...parentElement('properties', {}, properties), ...parentElement('testcase', attributes, result)],
  )
}

function propertiesOf({ kit, target, seed, options, operations }: Report): (readonly [string, string])[] {
  return [
    ['kit', kit],
    ['target', target],
    ['seed', String(seed)],
    ['allow', options.allow.join(' ')],
    ['only', options.only.join(' ')],
    ['skip', options.skip.join(' ')],
    ['level', options.level],
    ['strict', String(options.strict)],
    ['operations', operationLines({ operations }).join('\n')],
  ]
}

/** The report as JUnit XML: a suite per area, a case per check, and a last suite that fails unless the exit code is 0. */
export function junitReport(report: Report): string {
  const areas = areasWithChecks(report)
  const statuses = areas.flatMap(area => area.checks.map(check => testStatusOf(check, report)))
  const attributes = {
    name: `schedkit conformance of ${report.target}`,
    ...totals([...statuses, verdictStatus(report)]),
    time: seconds(report.took),
  }
  const suites = [...areas.flatMap(area => areaSuite(area, report)), ...verdictSuite(report)]
  return testSuites(attributes, suites)
}

function testSuites(attributes: Attributes, suites: readonly string[]): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', ...parentElement('testsuites', attributes, suites)]
  return `${lines.join('\n')}\n`
}

/** Parts of JUnit XML, for other reports. */
export const junitParts = { parentElement, seconds, testSuites, textElement } as const
