import { causeLine } from './causes.js'
import { checkLink, line, section } from './html-markup.js'
import { operationHint, operationSigns, operationSum, operationTable } from './operations.js'
import type { OperationReport, Outcome, Report } from './report.js'
import { count } from './summary.js'

const stateClasses: Readonly<Record<OperationReport['state'], Outcome>> = {
  implemented: 'passed',
  missing: 'failed',
  unclear: 'warned',
}

/** The operations of section 4, a row for each path. */
export function operationSection(report: Report): string[] {
  if (report.operations.length === 0) return []
  const { methods, rows } = operationTable(report)
  const cell = (operation: OperationReport | undefined) => {
    if (operation === undefined) return '<td></td>'
    const { sign, word } = operationSigns[operation.state]
    const name = stateClasses[operation.state]
    return `<td><span class="mark ${name}"><span aria-hidden="true">${sign}</span> ${word}</span></td>`
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
export function causeSection(report: Report): string[] {
  const items = report.causes.map(cause => {
    const links = cause.checks.map(id => checkLink(id, report)).join(', ')
    return `<li>${line(causeLine(cause))} <details><summary>${count(cause.checks.length, 'check')}</summary><p>${links}</p></details></li>`
  })
  return section('causes', 'Fix this first', items.length === 0 ? [] : ['<ol>', ...items, '</ol>'])
}
