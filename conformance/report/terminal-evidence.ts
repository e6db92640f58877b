import { cleanScript, oneLine } from './clean.js'
import { shownAnswer, tellingHeaders } from './evidence-text.js'
import { cutTo } from './layout.js'
import type { CheckReport, Evidence, ShownExchange } from './report.js'
import { count } from './sums.js'
import type { Page } from './terminal-page.js'

/** More exchanges than these are in the script, and in the other reports. */
const shownExchanges = 4
const answerLength = 700

/** A proof in full: what was wanted and what came, who sent what, and the script. */
export function evidenceLines(check: CheckReport, evidence: Evidence, page: Page): string[] {
  const { message, exchanges, curl } = evidence
  const earlier = exchanges.length - shownExchanges
  return [
    ...page.quote(message, { first: '    ' }),
    ...differenceLines(evidence, page),
    ...(earlier > 0 ? page.say(`(${count(earlier, 'exchange')} before these)`, { first: '    ' }) : []),
    ...exchanges.slice(-shownExchanges).flatMap(exchange => exchangeLines(exchange, page)),
    ...(curl === undefined ? [] : scriptLines(check.id, curl, page)),
  ]
}

export function differenceLines({ expected, actual }: Evidence, page: Page): string[] {
  return [
    ...(expected === undefined ? [] : page.quote(expected, { first: '      expected  ', styles: ['green'] })),
    ...(actual === undefined ? [] : page.quote(actual, { first: '      actual    ', styles: ['red'] })),
  ]
}

/** An exchange in a line, where the proof is shown in brief. */
export function exchangeLine(exchange: ShownExchange | undefined, page: Page): string[] {
  if (exchange === undefined) return []
  const { as, method, url, status } = exchange
  return page.say(`${as}: ${method} ${url} => ${status}`, {
    first: '    > ',
    rest: '        ',
    styles: ['dim'],
  })
}

function exchangeLines(exchange: ShownExchange, page: Page): string[] {
  const { as, method, url, body, status, took } = exchange
  const { text, missing } = shownAnswer(exchange, answerLength)
  return [
    ...page.say(`${as}: ${method} ${url}`, { first: '    > ', rest: '        ', styles: ['cyan'] }),
    ...(body === undefined ? [] : page.quote(body, { first: '      ' })),
    ...page.say(`${status}, ${Math.round(took)} ms`, { first: '    < ', styles: ['cyan'] }),
    ...tellingHeaders(exchange).flatMap(header => page.say(header, { first: '      ', styles: ['dim'] })),
    ...(text === '' ? [] : page.quote(text, { first: '      ' })),
    ...(missing > 0
      ? page.say(`(${count(missing, 'character')} more)`, { first: '      ', styles: ['dim'] })
      : []),
  ]
}

/** Not indented and not wrapped, framed by comments: the whole block can be pasted into a shell. */
function scriptLines(id: string, script: string, page: Page): string[] {
  const frame = (text: string) => page.paint(cutTo(text, page.width), 'dim')
  return [
    frame(`# --- by hand: ${oneLine(id)} ---`),
    ...cleanScript(script).replace(/\n+$/, '').split('\n'),
    frame('# --- end ---'),
  ]
}
