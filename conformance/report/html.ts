import { createHash } from 'node:crypto'
import { escapeMarkup } from '../http/clean.js'
import { causeLine } from '../run/causes.js'
import type { OperationReport, Outcome, Report, RuleReport } from '../run/report.js'
import { groupByArea } from './groups.js'
import { findings, remarks } from './html-findings.js'
import { interfaceSection } from './html-interface.js'
import { anchor, checkDetails, line, list, outcomeClass, outcomeMark, section } from './html-markup.js'
import { ruleSections } from './html-rules.js'
import { script } from './html-script.js'
import { style } from './html-style.js'
import { operationHint, operationSigns, operationSum, operationTable } from './operations.js'
import { outcomeSigns, outcomesOf, verdictSigns } from './outcomes.js'
import { countSums, duration, mustSum, trafficSum } from './summary.js'

/** Allows only the style and the script of the page, and loads nothing. */
const policy = [
  "default-src 'none'",
  `style-src '${digest(style)}'`,
  `script-src '${digest(script)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The report as one HTML file that loads nothing and works without JavaScript. */
export function htmlReport(report: Report): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="icon" href="data:,">',
    `<title>${escapeMarkup(`${report.verdict}: conformance of ${report.target}`)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<a class="jump" href="#rules">Skip to the rules</a>',
    ...verdictHeader(report),
    '<main>',
    ...operationSection(report),
    ...causeSection(report),
    ...ruleMap(report),
    ...findings(report),
    ...remarks(report),
    ...ruleSections(report),
    ...interfaceSection(),
    '</main>',
    ...runFooter(report),
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const shownCounts = [
  'passed',
  'failed',
  'warned',
  'observed',
  'error',
  'not implemented',
  'blocked',
  'skipped',
] as const
const countOf = ({ counts }: Report, outcome: Outcome) =>
  outcome === 'not implemented' ? counts.notImplemented : counts[outcome]

/** The verdict with its reasons and counts. */
function verdictHeader(report: Report): string[] {
  const { verdict, reasons, counts, target, started } = report
  const { sign, like } = verdictSigns[verdict]
  const time = `<time datetime="${line(started)}">${line(started)}</time>`
  return [
    '<header>',
    `<p class="about">Conformance of <strong>${line(target)}</strong></p>`,
    `<div class="verdict ${like}">`,
    `<h1><span aria-hidden="true">${sign}</span> ${verdict}</h1>`,
    `<p>${mustSum(report).text}. Run of ${time}.</p>`,
    ...list(reasons.map(line), 'reasons'),
    '</div>',
    '<dl class="counts">',
    ...shownCounts.map(outcome => {
      const name = `<span aria-hidden="true">${outcomeSigns[outcome].sign}</span> ${outcome}`
      return `<div class="${outcomeClass(outcome)}"><dt>${name}</dt><dd>${countOf(report, outcome)}</dd></div>`
    }),
    '</dl>',
    ...[...countSums(counts), mustSum(report).sum].map(sum => `<p class="sum">${line(sum)}</p>`),
    '</header>',
  ]
}

/** All rules by area, one tile per rule, as an overview. */
function ruleMap(report: Report): string[] {
  const areas = groupByArea(report)
  if (areas.length === 0) return []
  return section('map', 'Overview', [
    `<p class="legend">${outcomesOf(report.rules)
      .map(each => outcomeMark(each))
      .join(' ')}</p>`,
    '<div class="map">',
    ...areas.flatMap(({ prefix, title, rules }) => [
      '<div class="area">',
      `<h3><a href="#area-${anchor(prefix)}">${line(prefix)}</a> ${line(title)}</h3>`,
      '<ul class="tiles">',
      ...rules.map(tile),
      '</ul>',
      '</div>',
    ]),
    '</div>',
  ])
}

function tile({ id, outcome, level, statement }: RuleReport): string {
  const { sign, word } = outcomeSigns[outcome]
  const title = line(`${id} (${level}) ${word}: ${statement}`)
  return `<li><a class="tile ${outcomeClass(outcome)}" href="#${anchor(id)}" title="${title}" aria-label="${line(`${id} ${word}`)}">${sign}</a></li>`
}

/** The settings of the run. */
function runFooter(report: Report): string[] {
  const { kit, seed, options, started, took, exitCode } = report
  const words = (values: readonly string[]) => (values.length === 0 ? 'none' : values.join(' '))
  const facts: readonly (readonly [string, string])[] = [
    ['Target', report.target],
    ['Kit', kit],
    ['Started', started],
    ['Took', duration(took)],
    ['Traffic', trafficSum(report)],
    ['Seed', String(seed)],
    ['Allowed risks', words(options.allow)],
    ['Only', words(options.only)],
    ['Skipped', words(options.skip)],
    ['Level', options.level],
    ['Strict', options.strict ? 'yes: warnings fail the run' : 'no'],
    ['Jobs', String(options.jobs)],
    ['Exit code', String(exitCode)],
  ]
  return [
    '<footer>',
    '<h2>Run</h2>',
    '<dl class="facts">',
    ...facts.map(([name, value]) => `<dt>${line(name)}</dt><dd>${line(value)}</dd>`),
    '</dl>',
    '</footer>',
  ]
}

/** The operations of section 4, a row for each path. */
function operationSection(report: Report): string[] {
  if (report.operations.length === 0) return []
  const { methods, rows } = operationTable(report)
  const cell = (operation: OperationReport | undefined) => {
    if (operation === undefined) return '<td></td>'
    const sign = operationSigns[operation.state]
    return `<td>${outcomeMark(sign.like, sign)}</td>`
  }
  return section('operations', 'Operations', [
    `<p>${line(`${operationSum(report)}. ${operationHint(report) ?? ''}`)}</p>`,
    '<table class="operations">',
    `<thead><tr><th scope="col">Path</th>${methods.map(method => `<th scope="col">${method}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map(
      ({ path, cells }) =>
        `<tr><th scope="row"><code>${line(path)}</code></th>${cells.map(cell).join('')}</tr>`,
    ),
    '</tbody>',
    '</table>',
  ])
}

/** What most likely keeps checks from passing, most important first. */
function causeSection(report: Report): string[] {
  const items = report.causes.map(
    cause => `<li>${line(causeLine(cause))} ${checkDetails(cause.checks, report)}</li>`,
  )
  return section('causes', 'Fix this first', items.length === 0 ? [] : ['<ol>', ...items, '</ol>'])
}
