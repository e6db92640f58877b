import { cleanScript, oneLine } from '../http/clean.js'
import { count, groupBy } from '../run/counts.js'
import { excerpt } from '../run/evidence.js'
import type { CheckReport, Evidence, Report, ShownExchange } from '../run/report.js'
import { relevantHeaders, shownAnswer, statusText } from './evidence.js'
import { outcomeSigns, reasonOf } from './outcomes.js'
import { cutTo, type Page, type Style } from './page.js'
import { duration } from './summary.js'

function title({ id, outcome, title }: CheckReport, page: Page): string[] {
  const { sign, style } = outcomeSigns[outcome]
  return page.say(`${id}  ${title}`, { first: `${sign} `, rest: '    ', styles: [style, 'bold'] })
}

/** The new failures in full, and those that the baseline lists in one line each. */
export function failuresPart(report: Report, page: Page, most: number): string[] {
  const failed = report.checks.filter(({ outcome }) => outcome === 'failed')
  const fresh = failed.filter(check => check.known !== true)
  const known = failed.filter(check => check.known === true)
  const statements = new Map(report.rules.map(rule => [rule.id, rule.statement]))
  const details = fresh
    .slice(0, most)
    .flatMap((check, index) => [
      ...(index === 0 ? [] : ['']),
      ...title(check, page),
      ...page.say(factsOf(check), { first: '    ', styles: ['dim'] }),
      ...page.say(statements.get(check.rule) ?? '', { first: '    ', styles: ['dim'] }),
      ...check.evidence
        .filter(({ kind }) => kind !== 'observation')
        .flatMap(evidence => evidenceLines(check, evidence, page)),
    ])
  const reasons = known.flatMap(check => [
    ...title(check, page),
    ...page.say(reasonOf(check, report), { first: '    ' }),
  ])
  if (fresh.length > most) details.push(`${fresh.length - most} more, by --max-failures`)
  const hint =
    'Sections are those of docs/interface.md, which comes with schedkit; "explain RULE" links to them.'
  if (details.length > 0) details.unshift(...page.say(hint, { styles: ['dim'] }), '')
  return [
    ...page.part(count(fresh.length, 'failure'), details),
    ...page.part(count(known.length, 'known failure'), reasons),
  ]
}

function factsOf({ level, section, attempts, requests, took }: CheckReport): string {
  const again = attempts > 1 ? `, started ${attempts} times` : ''
  return `${level}, section ${section}; ${count(requests, 'request')}, ${duration(took)}${again}`
}

/** The warnings: what was observed, and in which request. */
export function warningsPart({ checks }: Report, page: Page): string[] {
  const warned = checks.flatMap(check => {
    const warnings = check.evidence.filter(({ kind }) => kind === 'warning')
    return check.outcome === 'warned' || (warnings.length > 0 && check.outcome !== 'failed')
      ? [{ check, warnings }]
      : []
  })
  return page.part(
    count(warned.length, 'warning'),
    warned.flatMap(({ check, warnings }) => [
      ...title(check, page),
      ...warnings.flatMap(warning => [
        ...page.say(warning.message, { first: '    ' }),
        ...differenceLines(warning, page),
        ...exchangeSummary(warning.exchanges.at(-1), page),
      ]),
    ]),
  )
}

/** The checks whose preparation failed, grouped by cause. */
export function blockedPart({ checks }: Report, page: Page): string[] {
  const blocked = checks.filter(({ outcome }) => outcome === 'blocked')
  const causes = groupBy(blocked, ({ blockedBy, reason }) => oneLine(`${blockedBy ?? ''}\n${reason ?? ''}`))
  const lines = [...causes.values()].flatMap(group => causeLines(group, page))
  return page.part(`${blocked.length} blocked`, lines)
}

/** Shows the evidence of the first check only: the others have the same cause. */
function causeLines(group: readonly CheckReport[], page: Page): string[] {
  const [first] = group
  const preparation = first?.evidence.find(({ kind }) => kind === 'preparation')
  const reason = first?.reason ?? preparation?.message ?? 'no reason given'
  const cause = first?.blockedBy === undefined ? reason : `by ${first.blockedBy}: ${reason}`
  return [
    ...page.say(cause, { first: '⊘ ', styles: ['magenta', 'bold'] }),
    ...page.say(group.map(({ id }) => id).join(', '), { first: '    ' }),
    ...(preparation?.exchanges.slice(-1) ?? []).flatMap(exchange => exchangeLines(exchange, page)),
  ]
}

/** The checks that failed because of a bug in the kit; they say nothing about the target. */
export function errorsPart({ checks }: Report, page: Page): string[] {
  const broken = checks.filter(({ outcome }) => outcome === 'error')
  return page.part(
    `${count(broken.length, 'error')} in the kit or the connection (no verdict about the target)`,
    broken.flatMap(check => [
      ...title(check, page),
      ...page.quote(check.reason ?? 'no reason given', { first: '    ' }),
      ...check.evidence.flatMap(({ message }) => page.say(message, { first: '    ' })),
    ]),
  )
}

/** The maximum number of exchanges: earlier ones are in the script and in the other reports. */
const maxExchanges = 4
const maxAnswer = 700

/** Evidence in full: expected and actual values, the exchanges, and the script. */
function evidenceLines(check: CheckReport, evidence: Evidence, page: Page): string[] {
  const { message, exchanges, curl } = evidence
  const earlier = exchanges.length - maxExchanges
  return [
    ...page.quote(message, { first: '    ' }),
    ...differenceLines(evidence, page),
    ...(earlier > 0 ? page.say(`(${count(earlier, 'earlier exchange')} not shown)`, { first: '    ' }) : []),
    ...exchanges.slice(-maxExchanges).flatMap(exchange => exchangeLines(exchange, page)),
    ...(curl === undefined ? [] : scriptLines(check.id, curl, page)),
  ]
}

function differenceLines({ expected, actual }: Evidence, page: Page): string[] {
  const value = (first: string, text: string | undefined, style: Style) =>
    text === undefined ? [] : page.verbatim(text, { first, styles: [style] })
  return [...value('      expected  ', expected, 'green'), ...value('      actual    ', actual, 'red')]
}

/** An exchange in one line. */
export function exchangeSummary(exchange: ShownExchange | undefined, page: Page): string[] {
  if (exchange === undefined) return []
  const { as, method, url, body } = exchange
  const sent = body ? ` ${excerpt(body, 120).text}` : ''
  // The report names the target once.
  const target = url.replace(/^https?:\/\/[^/]+/, '')
  const text = `${as}: ${method} ${target}${sent} => ${statusText(exchange)}`
  return page.verbatim(oneLine(text), { first: '    > ', rest: '        ', styles: ['dim'] })
}

function exchangeLines(exchange: ShownExchange, page: Page): string[] {
  const { as, method, url, body, took } = exchange
  const { text, missing } = shownAnswer(exchange, maxAnswer)
  const first = '      '
  return [
    ...page.verbatim(oneLine(`${as}: ${method} ${url}`), {
      first: '    > ',
      rest: '        ',
      styles: ['cyan'],
    }),
    ...(body === undefined ? [] : page.verbatim(body, { first })),
    ...page.say(`${statusText(exchange)}, ${Math.round(took)} ms`, { first: '    < ', styles: ['cyan'] }),
    ...relevantHeaders(exchange).flatMap(header => page.say(header, { first, styles: ['dim'] })),
    ...(text === '' ? [] : page.verbatim(text, { first })),
    ...(missing === '' ? [] : page.say(`(${missing})`, { first, styles: ['dim'] })),
  ]
}

/** Neither indented nor wrapped, framed by comments, so that the block can be pasted into a shell. */
function scriptLines(id: string, script: string, page: Page): string[] {
  const frame = (text: string) => page.paint(cutTo(text, page.width), 'dim')
  return [
    frame(`# --- reproduce ${oneLine(id)} ---`),
    ...cleanScript(script).replace(/\n+$/, '').split('\n'),
    frame('# --- end ---'),
  ]
}
