import { oneLine } from '../http/clean.js'
import { causeLine } from '../run/causes.js'
import { count, countOutcomes } from '../run/counts.js'
import type { OperationReport, Outcome, Report } from '../run/report.js'
import { observationsOf } from './evidence.js'
import { type AreaGroup, areasWithChecks, notExercised } from './groups.js'
import {
  isSimple,
  operationHint,
  operationSigns,
  operationSum,
  operationTable,
  unclearHint,
} from './operations.js'
import { outcomeSigns, verdictSigns } from './outcomes.js'
import { column, createPage, cutTo, type Page, type Style } from './page.js'
import { decidingWarnings, duration, exitSum, sumsOf } from './summary.js'
import { blockedPart, errorsPart, failuresPart, warningsPart } from './terminal-findings.js'

export interface TerminalOptions {
  /** Columns; only lines of scripts are wider. */
  readonly width: number
  readonly colour: boolean
  /** How many failures are shown with their evidence. */
  readonly maxFailures?: number | undefined
}

/** The report for a person at a terminal: details first, the verdict as the last lines, next to the prompt. */
export function terminalReport(
  report: Report,
  { width, colour, maxFailures = Number.POSITIVE_INFINITY }: TerminalOptions,
): string {
  const page = createPage(width, colour)
  const parts = [
    causesPart,
    operationsPart,
    areasPart,
    (report: Report, page: Page) => failuresPart(report, page, maxFailures),
    warningsPart,
    blockedPart,
    errorsPart,
    gapsPart,
    remarkParts,
    baselinePart,
    runPart,
    verdictPart,
  ]
  const lines = parts.flatMap(part => part(report, page))
  return `${lines.slice(1).join('\n')}\n`
}

const barWidth = 10
const barRoom = barWidth + 2
const minTitle = 16
const maxTitle = 40

/**
 * The column widths of the table of areas. On a narrow terminal, first the words are shortened, then the bar is dropped,
 * then the title is cut.
 */
function tableLayout(pageWidth: number, prefixes: readonly string[], columns: number) {
  const prefix = Math.max(...prefixes.map(({ length }) => length), 4) + 2
  const room = pageWidth - prefix
  const hasWords = room - columns * 9 - barRoom >= minTitle
  const cell = hasWords ? 9 : Math.min(6, Math.floor(room / columns))
  const rest = room - columns * cell
  const hasBar = rest - barRoom >= minTitle
  const title = Math.max(0, Math.min(maxTitle, hasBar ? rest - barRoom : rest))
  return { prefix, title, cell, hasWords, hasBar, left: prefix + title + (hasBar ? barRoom : 0) }
}

/** The areas with their counts, one line each; areas for which `isShown` is false are only counted. */
export function areasPart(
  report: Report,
  page: Page,
  isShown: (area: AreaGroup) => boolean = () => true,
): string[] {
  const areas = areasWithChecks(report)
  const rare = (['not implemented', 'observed', 'error'] as const).filter(
    outcome => countOutcomes(report.checks, outcome) > 0,
  )
  const columns: Outcome[] = ['passed', 'failed', 'warned', 'skipped', 'blocked', ...rare]
  const prefixes = areas.map(({ prefix }) => prefix)
  const layout = tableLayout(page.width, prefixes, columns.length)
  const heading = columns.map(outcome => {
    const { word, short } = outcomeSigns[outcome]
    return column(layout.hasWords && word.length < layout.cell ? word : short, layout.cell, 'right')
  })
  const line = ({ prefix, title, checks }: AreaGroup) => {
    const cells = columns.map(outcome => {
      const number = countOutcomes(checks, outcome)
      const cell = column(String(number), layout.cell, 'right')
      return page.paint(cell, number === 0 ? 'dim' : outcomeSigns[outcome].style)
    })
    const name = page.paint(column(oneLine(prefix), layout.prefix), 'bold')
    const bar = layout.hasBar ? ` ${areaBar(checks, page)} ` : ''
    return name + column(oneLine(title), layout.title) + bar + cells.join('')
  }
  const shown = areas.filter(isShown)
  const rest = areas.length - shown.length
  return page.part(
    cutTo(`Conformance of ${oneLine(report.target)}`, page.width),
    areas.length === 0
      ? ['No checks were planned.']
      : [
          page.paint(' '.repeat(layout.left) + heading.join(''), 'dim'),
          ...shown.map(line),
          ...(rest > 0
            ? [page.paint(`${count(rest, 'more area')} without failures; see --full`, 'dim')]
            : []),
        ],
  )
}

/** Any failure takes at least one cell. */
function areaBar(checks: AreaGroup['checks'], { paint }: Page): string {
  const cells = (part: number) => Math.floor((part / checks.length) * barWidth)
  const bad = countOutcomes(checks, 'failed', 'error')
  const badCells = bad === 0 ? 0 : Math.max(1, cells(bad))
  const good = cells(countOutcomes(checks, 'passed', 'observed', 'warned'))
  const goodCells = Math.min(barWidth - badCells, good)
  const bar = (sign: string, length: number, style: Style) => paint(sign.repeat(length), style)
  return (
    bar('■', goodCells, 'green') +
    bar('✗', badCells, 'red') +
    bar('·', barWidth - goodCells - badCells, 'dim')
  )
}

function gapsPart(report: Report, page: Page): string[] {
  const indented = (text: string, ...styles: Style[]) => page.say(text, { first: '    ', styles })
  return page.part('Not exercised, and what to do about it', [
    ...report.gaps.flatMap(({ reason, remedy, checks }) => [
      ...page.say(`${count(checks.length, 'check')}: ${reason}`, { first: '- ', styles: ['bold'] }),
      ...indented(remedy),
      ...indented(checks.join(', '), 'dim'),
    ]),
    ...notExercised(report).flatMap(({ reason, ids }) => [
      ...page.say(`No check exists: ${reason}`, { first: '- ' }),
      ...indented(ids.join(', '), 'dim'),
    ]),
  ])
}

/** What was observed, what was left behind, and which accounts are used up. */
function remarkParts({ checks, remains, usedUp = [] }: Report, page: Page): string[] {
  const listed = (texts: readonly string[], first = '- ', ...styles: Style[]) =>
    texts.flatMap(text => page.say(text, { first, styles }))
  const observed = observationsOf(checks).map(({ rule, message }) => `${rule}: ${message}`)
  return [
    ...page.part('Observed (the document does not specify it)', listed(observed)),
    ...page.part('Left behind on the target', listed(remains, '! ', 'yellow')),
    ...page.part(
      'Used up: replace these disposable accounts before the next run with --allow lock',
      listed(usedUp),
    ),
  ]
}

function baselinePart({ baseline }: Report, page: Page): string[] {
  if (baseline === undefined) return []
  const known = baseline.known.map(({ rule, reason, until }) => {
    const deadline = until === undefined ? '' : ` (until ${until})`
    return `${rule} still fails: ${reason}${deadline}`
  })
  return page.part('Baseline', [
    ...known.flatMap(text => page.say(text, { first: '- ' })),
    ...baseline.problems.flatMap(problem => page.say(problem, { first: '✗ ', styles: ['red'] })),
  ])
}

function runPart(report: Report, page: Page): string[] {
  const { allow, only, skip, level, strict, jobs } = report.options
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`--${name} ${values.join(' ')}`]
  const options = [
    ...list('allow', allow),
    ...list('only', only),
    ...list('skip', skip),
    `--level ${level}`,
    ...(strict ? ['--strict'] : []),
    `--jobs ${jobs}`,
    `--seed ${report.seed}`,
  ]
  return page.part('Summary', [
    ...sumsOf(report).flatMap(line => page.say(line)),
    ...page.say(`Started ${report.started}, took ${duration(report.took)}, kit ${report.kit}`),
    ...page.say(options.join(' '), { styles: ['dim'] }),
  ])
}

export function verdictPart(report: Report, page: Page): string[] {
  const { verdict, reasons } = report
  const warnings = decidingWarnings(report)
  const addition = warnings > 0 ? `, with ${count(warnings, 'warning')}` : ''
  const { style } = outcomeSigns[verdictSigns[verdict].like]
  const line = page.paint('═'.repeat(page.width), style)
  return [
    '',
    line,
    page.paint(`  ${verdict.toUpperCase()}${addition}`, style, 'bold'),
    ...page.say(exitSum(report), { first: '  ' }),
    ...reasons.flatMap(reason => page.say(reason, { first: '  - ' })),
    line,
  ]
}

/** The operations of section 4: one line if all are implemented, otherwise a table; `isBrief` omits complete paths. */
export function operationsPart(report: Report, page: Page, isBrief = false): string[] {
  if (report.operations.length === 0) return []
  const sum = operationSum(report)
  if (isSimple(report)) return ['', ...page.say(`${sum}.`)]
  const { methods, rows } = operationTable(report)
  const isWhole = ({ cells }: (typeof rows)[number]) =>
    cells.every(cell => cell === undefined || cell.state === 'implemented')
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
    ...rows
      .filter(row => !isBrief || !isWhole(row))
      .map(({ path, cells }) => column(shortened(path, room - 1), room) + cells.map(cell).join('')),
    // The brief form shows this hint with the cause.
    ...[unclearHint(report), isBrief ? undefined : operationHint(report)].flatMap(hint =>
      hint === undefined ? [] : page.say(hint, { styles: ['dim'] }),
    ),
  ])
}

/** Keeps the end of a path, which says more than its beginning. */
const shortened = (path: string, width: number) => (path.length <= width ? path : `…${path.slice(1 - width)}`)

/** What most likely keeps checks from passing, most important first. */
function causesPart({ causes }: Report, page: Page): string[] {
  const [first, ...others] = causes
  if (first === undefined) return []
  return page.part(`${count(causes.length, 'cause')} of what did not pass`, [
    ...page.say(`Fix this first: ${causeLine(first)}`, { first: '1. ', styles: ['bold'] }),
    ...others.flatMap((cause, index) => page.say(causeLine(cause), { first: `${index + 2}. ` })),
  ])
}
