import { type AreaGroup, countOutcome, groupByArea } from './area-group.js'
import { oneLine } from './clean.js'
import { column, cutTo } from './layout.js'
import { outcomeSigns } from './outcome-sign.js'
import type { Outcome, Report } from './report.js'
import type { Page } from './terminal-page.js'

const always = ['passed', 'failed', 'warned', 'skipped', 'blocked'] as const
const sometimes = ['observed', 'error'] as const
const barWidth = 10
const barRoom = barWidth + 2

/** The areas with their counts, a line each. */
export function areasPart(report: Report, page: Page): string[] {
  const areas = groupByArea(report).filter(area => area.checks.length > 0)
  const columns: Outcome[] = [
    ...always,
    ...sometimes.filter(outcome => countOutcome(report.checks, outcome) > 0),
  ]
  const prefixWidth = Math.max(...areas.map(({ prefix }) => prefix.length), 4) + 2
  const room = page.width - prefixWidth
  const words = room - columns.length * 9 - barRoom >= 16
  const columnWidth = words ? 9 : Math.min(6, Math.floor(room / columns.length))
  const rest = room - columns.length * columnWidth
  const withBar = rest - barRoom >= 16
  const titleWidth = Math.max(0, Math.min(40, withBar ? rest - barRoom : rest))
  const left = prefixWidth + titleWidth + (withBar ? barRoom : 0)
  const heading = columns.map(outcome => {
    const { word, short } = outcomeSigns[outcome]
    return column(words ? word : short, columnWidth, 'right')
  })
  const line = ({ prefix, title, checks }: AreaGroup) => {
    const cells = columns.map(outcome => {
      const number = countOutcome(checks, outcome)
      const cell = column(String(number), columnWidth, 'right')
      return page.paint(cell, number === 0 ? 'dim' : outcomeSigns[outcome].style)
    })
    const bar = withBar ? ` ${areaBar(checks, page)} ` : ''
    return (
      page.paint(column(oneLine(prefix), prefixWidth), 'bold') +
      column(oneLine(title), titleWidth) +
      bar +
      cells.join('')
    )
  }
  return page.part(
    cutTo(`Conformance of ${oneLine(report.target)}`, page.width),
    areas.length === 0
      ? ['No check was planned.']
      : [page.paint(' '.repeat(left) + heading.join(''), 'dim'), ...areas.map(line)],
  )
}

/** A failure always takes a cell, however few there are of them. */
function areaBar(checks: AreaGroup['checks'], { paint }: Page): string {
  const bad = countOutcome(checks, 'failed') + countOutcome(checks, 'error')
  const good =
    countOutcome(checks, 'passed') + countOutcome(checks, 'observed') + countOutcome(checks, 'warned')
  const badCells = bad === 0 ? 0 : Math.max(1, Math.floor((bad / checks.length) * barWidth))
  const goodCells = Math.min(barWidth - badCells, Math.floor((good / checks.length) * barWidth))
  const open = barWidth - goodCells - badCells
  return (
    paint('■'.repeat(goodCells), 'green') +
    paint('✗'.repeat(badCells), 'red') +
    paint('·'.repeat(open), 'dim')
  )
}
