import { oneLine } from '../http/clean.js'
import { causeLine, causeSum, decisive, isMissing, isOutage } from '../run/causes.js'
import { count, countOutcomes, groupBy } from '../run/counts.js'
import { excerpt } from '../run/evidence.js'
import type { Cause, CheckReport, Evidence, Outcome, Report, ShownExchange } from '../run/report.js'
import { shownBy } from '../run/seen.js'
import { kitCommand } from '../session/defaults.js'
import { observationsOf } from './evidence.js'
import type { AreaGroup } from './groups.js'
import { operationHint } from './operations.js'
import { createPage, cutTo, type Page, type Style } from './page.js'
import { sumsOf } from './summary.js'
import { areasPart, operationsPart, type TerminalOptions, verdictPart } from './terminal.js'
import { exchangeSummary, failuresPart } from './terminal-findings.js'

/** The number of lines that fit on a screen. */
const screenLines = 60

/**
 * The report on one screen: what is implemented, what to fix first, the counts and the verdict. `maxFailures` failures are
 * shown with all evidence, which may take more than a screen; none by default.
 */
export function screenReport(report: Report, { width, colour, maxFailures = 0 }: TerminalOptions): string {
  const page = createPage(width, colour)
  const details = maxFailures > 0 ? failuresPart(report, page, maxFailures) : []
  const otherLines = (isBrief: boolean) => [
    ...operationsPart(report, page, isBrief),
    ...areasPart(report, page, isBrief ? isInTrouble : undefined),
    ...details,
    ...clipped(hintsOf(report, page, details.length === 0), 9, page),
    ...verdictOf(report, page),
  ]
  // The output ends with an empty line.
  const roomBeside = (others: readonly string[]) => screenLines - 1 - (others.length - details.length)
  const whole = otherLines(false)
  const isTight = hasMistakes(report) && causesOnScreen(report, page).length > roomBeside(whole)
  const others = isTight ? otherLines(true) : whole
  const causes = causesOnScreen(report, page, Math.max(5, roomBeside(others)))
  return `${[...causes, ...others].slice(1).join('\n')}\n`
}

const hasMistakes = ({ causes: [first] }: Report) => first !== undefined && !isMissing(first)

const isInTrouble = ({ checks }: AreaGroup) => countOutcomes(checks, 'failed', 'blocked', 'error') > 0

/** The counts and the verdict with its reasons, and nothing else. */
export function summaryReport(report: Report, { width, colour }: TerminalOptions): string {
  const page = createPage(width, colour)
  return `${verdictOf(report, page).slice(1).join('\n')}\n`
}

/** Returns the first lines; the last one says how many are omitted. */
function clipped(lines: readonly string[], most: number, page: Page): readonly string[] {
  if (lines.length <= most) return lines
  const missing = lines.length - most + 1
  return [...lines.slice(0, most - 1), page.paint(`  ${count(missing, 'more line')}; see --full`, 'dim')]
}

/**
 * The causes, with the evidence of the first one, on at most `most` lines. Mistakes in existing operations leave room for
 * the missing operation that most checks wait for.
 */
function causesOnScreen(report: Report, page: Page, most = Number.POSITIVE_INFINITY): readonly string[] {
  const [first, ...others] = report.causes
  if (first === undefined) return []
  const next = isMissing(first) ? [] : nextLines(others.filter(isMissing), page)
  const then = isMissing(first) ? others : others.filter(cause => !isMissing(cause))
  const lines = page.part(oneLine(`Fix this first: ${causeLine(first)}`), exampleOf(first, report, page))
  const room = most - lines.length - next.length - 1
  if (then.length === 0 || room < 1)
    return clipped([...clipped(lines, Math.max(3, most - next.length), page), ...next], most, page)
  return [...lines, 'Then:', ...thenLines(then, report, page, room), ...next]
}

/** At most `room` lines about further causes: each cause, with an example if its title is not a sentence. */
function thenLines(causes: readonly Cause[], report: Report, page: Page, room: number): string[] {
  const told = causes.map(cause => {
    const sum = causeSum(cause)
    return [
      `${cutTo(`- ${oneLine(cause.title)}`, page.width - sum.length - 2)}; ${sum}`,
      ...(cause.kind === 'member' || cause.kind === 'parameter' ? messageLine(cause, report, page) : []),
    ]
  })
  const all = told.flat()
  if (all.length <= room) return all
  const shown = told.filter((_, index) => told.slice(0, index + 1).flat().length < room)
  const rest = page.paint(`- ${count(causes.length - shown.length, 'more cause')}; see --full`, 'dim')
  return [...shown.flat(), rest]
}

function messageLine({ checks }: Cause, report: Report, page: Page): string[] {
  const check = report.checks.find(({ id }) => id === checks[0])
  const { message } = (check && decisive(check)) ?? {}
  return message === undefined ? [] : [page.paint(cutTo(`    ${oneLine(message)}`, page.width), 'dim')]
}

/** The missing operation that most checks wait for; the table of operations shows the others. */
function nextLines([first]: readonly Cause[], page: Page): string[] {
  if (first === undefined) return []
  const { title, waiting } = first
  return page.say(`Next: ${title}, which ${count(waiting, 'check')} ${waiting === 1 ? 'waits' : 'wait'} for`)
}

/** Shows one check of a cause: a failed one if there is any, since it shows more, or one of the rule that blocks all. */
function exampleOf(cause: Cause, report: Report, page: Page): string[] {
  // The verdict begins with it, and names the requests in progress.
  if (isOutage(cause))
    return report.reasons.slice(1, 4).flatMap(reason => page.say(oneLine(reason), { first: '    ' }))
  const own = report.checks.filter(({ id }) => cause.checks.includes(id))
  const failed = ({ outcome }: CheckReport) => outcome === 'failed'
  const check =
    own.find(each => failed(each) && !each.id.endsWith('.rarer')) ??
    own.find(failed) ??
    report.checks.find(each => failed(each) && each.rule === own[0]?.blockedBy) ??
    own.find(({ evidence }) => evidence.length > 0)
  if (cause.kind === 'operation' || check === undefined) return sentLines(cause, report, page)
  const evidence = decisive(check)
  return [
    ...page.say(`${check.id}  ${check.title}`, { first: '✗ ', styles: ['red', 'bold'] }),
    ...(evidence ? page.say(evidence.message, { first: '    ' }) : []),
    ...(evidence ? valueLines(evidence, page) : []),
    ...exchangesToShow(evidence?.exchanges ?? []).flatMap(exchange => exchangeSummary(exchange, page)),
    ...explained(check, page),
  ]
}

/** The maximum number of reads to show if nothing was written. */
const mostReads = 5

/**
 * Returns the last exchange, preceded by the write whose effect it shows, to its object or to the list of that, or else by
 * other reads.
 */
function exchangesToShow(exchanges: readonly ShownExchange[]): readonly ShownExchange[] {
  const read = exchanges.at(-1)
  if (read?.method !== 'GET') return exchanges.slice(-1)
  const write = exchanges.findLast(({ method }) => method !== 'GET')
  if (!write) return exchanges.slice(-mostReads)
  return pathOf(read).startsWith(pathOf(write)) ? [write, read] : [read]
}

/** The path of a request; for a booking, always the path in its schedule, where it is read. */
const pathOf = ({ url }: ShownExchange) =>
  url.replace(/[?#].*/, '').replace(/\/resources\/[^/]+(?=\/bookings$)/, '')

/** The values as JSON without line breaks and indentation: from the beginning, or around where two long ones differ. */
function valueLines({ expected, actual }: Evidence, { width, paint }: Page): string[] {
  const [wanted, got] = [expected, actual].map(value => value && oneLine(value.replace(/\n\s*/g, ' ')))
  const difference = wanted && got ? wanted.split('').findIndex((letter, index) => letter !== got[index]) : 0
  const line = (name: string, value: string | undefined, style: Style) => {
    if (value === undefined) return []
    const first = `      ${name}  `
    const { text } = excerpt(value, width - first.length - 2, Math.max(0, difference))
    return [paint(cutTo(`${first}${text}`, width), style)]
  }
  return [...line('expected', wanted, 'green'), ...line('actual  ', got, 'red')]
}

function explained(check: CheckReport, page: Page): string[] {
  const { rule, blockedBy = rule } = check
  const only = shownBy(check).join(' ')
  return page.say(`${kitCommand} explain ${blockedBy} says more; --only ${only} --full shows all evidence`, {
    first: '    ',
    styles: ['dim'],
  })
}

/** Shows how the target answered requests to a missing operation. */
function sentLines({ title, checks }: Cause, { operations }: Report, page: Page): string[] {
  const operation = operations.find(({ name }) => title.startsWith(name))
  const { status: code } = operation ?? {}
  const form = code !== undefined && code < 300 ? ', but not with the JSON of this API' : ''
  const status = code === undefined ? [] : page.say(`it answers ${code}${form}`, { first: '    ' })
  const hint = operationHint({ operations })
  const elsewhere = hint === undefined ? [] : page.say(hint, { first: '    ' })
  const areas = groupBy(checks, id => id.replace(/-.*/, ''))
  const sums = [...areas].map(([area, own]) => `${area} ${own.length}`).join(', ')
  return [...status, ...elsewhere, ...page.say(`waiting: ${sums}`, { first: '    ', styles: ['dim'] })]
}

/** One line each: what is left behind, what was not exercised, and what is only reported. */
function hintsOf(report: Report, page: Page, namesFailures: boolean): string[] {
  const { checks, gaps, remains, usedUp = [], baseline } = report
  const line = (text: string, ...styles: Style[]) => page.paint(cutTo(oneLine(text), page.width), ...styles)
  const told = (outcome: Outcome, noun: string) => {
    const ids = checks.filter(check => check.outcome === outcome).map(({ id }) => id)
    const hint = outcome === 'failed' ? `, whose evidence --full shows` : ''
    return ids.length > 0 ? [line(`- ${count(ids.length, noun)}${hint}: ${ids.slice(0, 9).join(', ')}`)] : []
  }
  const isRefused = (text: string) => text.includes(' could not log in before the run')
  const named = (what: string, fits: (text: string) => boolean) => {
    const emails = usedUp.filter(fits).map(text => text.split(' ')[0])
    return emails.length > 0 ? [line(`- ${what}: ${emails.join(', ')}`)] : []
  }
  const skipped = gaps.map(({ reason, checks }) => `${reason} (${checks.length})`)
  const observed = observationsOf(checks).length
  const more = remains.length > 2 ? `${remains.length - 2} lines, see --full; ` : ''
  return page.part('Also', [
    ...remains
      .slice(-2)
      .map((text, index) => line(`! left behind: ${index === 0 ? more : ''}${text}`, 'yellow')),
    ...named('used up, to be replaced', text => !isRefused(text)),
    ...named('could not log in; used up before, or the password is wrong', isRefused),
    ...(baseline?.problems ?? []).map(text => line(`✗ baseline: ${text}`, 'red')),
    ...told('error', 'error of the kit'),
    ...(namesFailures ? told('failed', 'failure') : []),
    ...told('warned', 'warning'),
    ...(skipped.length > 0
      ? [
          line(
            `- ${count(countOutcomes(checks, 'skipped'), 'check')} skipped: ${skipped.slice(0, 9).join(', ')}`,
          ),
        ]
      : []),
    ...(observed > 0
      ? [line(`- ${count(observed, 'observation')} where the document is silent${observersOf(report)}`)]
      : []),
  ])
}

/** Which checks made the observations: those that only observe are counted as observed, the others by their verdict. */
function observersOf({ checks }: Report): string {
  const observers = checks.filter(({ evidence }) => evidence.some(({ kind }) => kind === 'observation'))
  const only = countOutcomes(observers, 'observed')
  const others = observers.length - only
  return `, by ${count(only, 'check')} that only ${only === 1 ? 'observes' : 'observe'}${others > 0 ? ` and ${others} other${others === 1 ? '' : 's'}` : ''}`
}

const shownReasons = 4

function verdictOf(report: Report, page: Page): string[] {
  const rest = report.reasons.length - shownReasons
  const reasons = [
    ...report.reasons.slice(0, shownReasons).map(reason => cutTo(oneLine(reason), page.width - 4)),
    ...(rest > 0 ? [`${rest} more; see --full`] : []),
  ]
  return [
    '',
    ...sumsOf(report).map(line => cutTo(line, page.width)),
    ...verdictPart({ ...report, reasons }, page).slice(1),
  ]
}
