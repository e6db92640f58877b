import { type AreaGroup, groupByArea } from './area-group.js'
import { oneLine } from './clean.js'
import { evidenceText, headline } from './evidence-text.js'
import { attribute, escapeMarkup } from './markup.js'
import type { CheckReport, Report } from './report.js'
import { reasonOf, type Standing, standingOf } from './standing.js'
import { countSums, trafficSum } from './sums.js'

interface Tally {
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

function element(name: string, message: string, text: string, type?: string): string {
  const attributes = attribute('message', message) + (type === undefined ? '' : attribute('type', type))
  return text === ''
    ? `      <${name}${attributes}/>`
    : `      <${name}${attributes}>${escapeMarkup(text)}</${name}>`
}

function output(text: string): string[] {
  return text === '' ? [] : [`      <system-out>${escapeMarkup(text)}</system-out>`]
}

function outcomeLines(check: CheckReport, report: Report): string[] {
  const text = check.evidence.map(evidenceText).join('\n\n')
  switch (standingOf(check, report)) {
    case 'failure':
      return [element('failure', headline(check), text, `${check.level} ${check.section}`)]
    case 'error':
      return [element('error', headline(check), text, 'harness')]
    case 'skipped':
    case 'known':
      return [element('skipped', reasonOf(check, report), ''), ...output(text)]
    case 'warning':
      return output(`warning: ${text}`)
    case 'success':
      return output(text)
  }
}

function testcase(check: CheckReport, area: AreaGroup, report: Report): string {
  const name = oneLine(`${check.id} ${check.title}`)
  const attributes =
    attribute('name', name) +
    attribute('classname', `schedkit.${area.prefix}`) +
    attribute('time', seconds(check.took))
  const lines = outcomeLines(check, report)
  if (lines.length === 0) return `    <testcase${attributes}/>`
  return [`    <testcase${attributes}>`, ...lines, '    </testcase>'].join('\n')
}

function tallyOf(standings: readonly Standing[]): Tally {
  const of = (...wanted: Standing[]) => standings.filter(each => wanted.includes(each)).length
  return {
    tests: standings.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped', 'known'),
  }
}

const tallyAttributes = (tally: Tally) =>
  Object.entries(tally)
    .map(([name, value]) => attribute(name, value))
    .join('')

function suite(
  name: string,
  standings: readonly Standing[],
  took: number,
  report: Report,
  lines: string[],
): string {
  const attributes =
    attribute('name', name) +
    tallyAttributes(tallyOf(standings)) +
    attribute('time', seconds(took)) +
    attribute('timestamp', report.started.slice(0, 19))
  return [`  <testsuite${attributes}>`, ...lines, '  </testsuite>'].join('\n')
}

function areaSuite(area: AreaGroup, report: Report): string {
  return suite(
    `${area.prefix} ${area.title}`,
    area.checks.map(check => standingOf(check, report)),
    area.checks.reduce((sum, check) => sum + check.took, 0),
    report,
    area.checks.map(check => testcase(check, area, report)),
  )
}

/** Whether the run as a whole is a success: an incomplete one is none, though no check of it failed. */
function verdictStanding({ exitCode }: Report): Standing {
  if (exitCode === 0) return 'success'
  return exitCode === 1 ? 'failure' : 'error'
}

function verdictSuite(report: Report): string {
  const standing = verdictStanding(report)
  const text = [...report.reasons, ...(report.baseline?.problems ?? []), ...countSums(report.counts)].join(
    '\n',
  )
  const body =
    standing === 'success'
      ? output([text, trafficSum(report)].join('\n'))
      : [element(standing === 'failure' ? 'failure' : 'error', report.verdict, text, 'verdict')]
  const attributes =
    attribute('name', `verdict ${report.verdict}`) +
    attribute('classname', 'schedkit.verdict') +
    attribute('time', '0.000')
  return suite('verdict', [standing], 0, report, [
    '    <properties>',
    ...propertiesOf(report).map(
      ([name, value]) => `      <property${attribute('name', name)}${attribute('value', value)}/>`,
    ),
    '    </properties>',
    `    <testcase${attributes}>`,
    ...body,
    '    </testcase>',
  ])
}

function propertiesOf({ kit, target, seed, options }: Report): (readonly [string, string])[] {
  return [
    ['kit', kit],
    ['target', target],
    ['seed', String(seed)],
    ['allow', options.allow.join(' ')],
    ['only', options.only.join(' ')],
    ['skip', options.skip.join(' ')],
    ['level', options.level],
    ['strict', String(options.strict)],
  ]
}

/**
 * The report as JUnit XML: a suite an area, a case a check, and a last suite for the verdict, so that a run that proves
 * too little is not green.
 */
export function junitReport(report: Report): string {
  const areas = groupByArea(report).filter(area => area.checks.length > 0)
  const standings = areas.flatMap(area => area.checks.map(check => standingOf(check, report)))
  const attributes =
    attribute('name', `schedkit conformance of ${report.target}`) +
    tallyAttributes(tallyOf([...standings, verdictStanding(report)])) +
    attribute('time', seconds(report.took))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes}>`,
    ...areas.map(area => areaSuite(area, report)),
    verdictSuite(report),
    '</testsuites>',
    '',
  ].join('\n')
}
