import { causeLine } from './causes.js'
import { isSimple, operationHint, operationSigns, operationSum, operationTable } from './operations.js'
import { outcomeSigns } from './outcomes.js'
import { column, type Page } from './page.js'
import type { OperationReport, Report } from './report.js'
import { count } from './summary.js'

/** The operations of section 4: one line where all are there, otherwise a table. */
export function operationsPart(report: Report, page: Page): string[] {
  if (report.operations.length === 0) return []
  const sum = operationSum(report)
  if (isSimple(report)) return ['', ...page.say(`${sum}.`)]
  const { methods, rows } = operationTable(report)
  const hasWords = page.width >= 80
  const width = hasWords ? 10 : 5
  const room = page.width - methods.length * width
  const cell = (operation: OperationReport | undefined) => {
    if (operation === undefined) return ' '.repeat(width)
    const { sign, word, like } = operationSigns[operation.state]
    return page.paint(column(hasWords ? `${sign} ${word}` : sign, width), outcomeSigns[like].style)
  }
  const heading = methods.map(method => column(method.slice(0, width - 1), width)).join('')
  return page.part(sum, [
    page.paint(' '.repeat(room) + heading, 'dim'),
    ...rows.map(({ path, cells }) => column(shortened(path, room - 1), room) + cells.map(cell).join('')),
    ...page.say(operationHint(report) ?? '', { styles: ['dim'] }).filter(line => line !== ''),
  ])
}

/** The end of a path, which tells more than its beginning. */
const shortened = (path: string, width: number) => (path.length <= width ? path : `…${path.slice(1 - width)}`)

/** What most likely keeps checks from passing, most important first. */
export function causesPart({ causes }: Report, page: Page): string[] {
  const [first, ...others] = causes
  if (first === undefined) return []
  return page.part(`${count(causes.length, 'cause')} of what did not pass`, [
    ...page.say(`Fix this first: ${causeLine(first)}`, { first: '1. ', styles: ['bold'] }),
    ...others.flatMap((cause, index) => page.say(causeLine(cause), { first: `${index + 2}. ` })),
  ])
}
