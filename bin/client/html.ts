import { htmlParts } from '../../conformance/report/index.js'
import {
  allFindings,
  type ClientReport,
  failuresByKind,
  failuresIn,
  headline,
  reproduction,
  type WorldReport,
} from './report.js'

const { escapeMarkup, line, list, section, style } = htmlParts

const cell = (content: string) => `<td>${content}</td>`

const rowOf = (world: WorldReport) =>
  `<tr><th scope="row"><code>${line(world.name)}</code>${world.accepted ? ' (accepted)' : ''}</th>${cell(
    `a service that ${line(world.title)}<br><small>${line(world.because)}</small>`,
  )}${cell(failuresIn(world).map(line).join('<br>'))}</tr>`

/** Renders the report as a self-contained HTML page. */
export function htmlOf(report: ClientReport): string {
  const { passed, neverMet } = report
  const word = passed ? 'passed' : 'failed'
  const example = reproduction(report)
  const failures = failuresByKind(report).flatMap(({ heading, failed }, index) =>
    section(`failures-${index + 1}`, heading.replace(/:$/, ''), [
      '<table><thead><tr><th scope="col">World</th><th scope="col">What it does</th><th scope="col">What failed</th></tr></thead>',
      `<tbody>${failed.map(rowOf).join('\n')}</tbody></table>`,
    ]),
  )
  const findings = allFindings(report).map(({ finding, world }) =>
    [
      `${line(finding.text)}${world === '' ? '' : ` (<code>${line(world)}</code>)`}`,
      `<pre tabindex="0">${escapeMarkup(finding.timeline.join('\n'))}</pre>`,
    ].join('\n'),
  )
  const missing = [neverMet.situations, neverMet.operations].filter(names => names.length > 0)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${word}: schedkit client</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<div class="verdict ${word}"><h1><span aria-hidden="true">${passed ? '✓' : '✗'}</span> ${word}</h1><p>${line(headline(report))}</p></div>`,
    ...failures,
    ...section('requests', 'What the requests show', list(findings, 'findings')),
    ...section(
      'reproduce',
      'To reproduce one',
      example === undefined ? [] : [`<pre tabindex="0">${escapeMarkup(example)}</pre>`],
    ),
    ...section('never-met', 'Never met by your tests', list(missing.map(names => line(names.join(', '))))),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
