import { causeLine } from './causes.js'
import { checkDetails, line, outcomeMark, section } from './html-markup.js'
import { operationHint, operationSigns, operationSum, operationTable } from './operations.js'
import type { OperationReport, Report } from './report.js'

/** The operations of section 4, a row for each path. */
export function operationSection(report: Report): string[] {
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
export function causeSection(report: Report): string[] {
  const items = report.causes.map(
    cause => `<li>${line(causeLine(cause))} ${checkDetails(cause.checks, report)}</li>`,
  )
  return section('causes', 'Fix this first', items.length === 0 ? [] : ['<ol>', ...items, '</ol>'])
}
