import { clean, cleanScript, oneLine } from './clean.js'
import type { CheckReport, Evidence, ShownExchange } from './report.js'
import { count } from './sums.js'

/** Headers that tell something about a failure; the rest is noise in a narrow place. */
const telling = /^(?:content-type|location|allow|retry-after|www-authenticate|x-ratelimit-.*|ratelimit.*)$/i

export function tellingHeaders({ headers }: ShownExchange): string[] {
  return Object.entries(headers)
    .filter(([name]) => telling.test(name))
    .map(([name, value]) => oneLine(`${name}: ${value}`))
}

/** The answer, at most `limit` characters of it, and how many are missing. */
export function shownAnswer(
  { answer, cut = 0 }: ShownExchange,
  limit: number,
): { text: string; missing: number } {
  const text = clean(answer)
  return { text: text.slice(0, limit).toWellFormed(), missing: cut + Math.max(0, text.length - limit) }
}

function exchangeText(exchange: ShownExchange): string[] {
  const { text, missing } = shownAnswer(exchange, 2000)
  return [
    `${oneLine(exchange.as)}: ${oneLine(exchange.method)} ${oneLine(exchange.url)}`,
    ...(exchange.body === undefined ? [] : [clean(exchange.body)]),
    `=> ${exchange.status}`,
    ...tellingHeaders(exchange),
    ...(text === '' ? [] : [text]),
    ...(missing > 0 ? [`(${count(missing, 'character')} more)`] : []),
  ]
}

/** A proof as plain text, for places that show text as it is. */
export function evidenceText({ message, expected, actual, exchanges, curl }: Evidence): string {
  return [
    clean(message),
    ...(expected === undefined ? [] : [`expected: ${clean(expected)}`]),
    ...(actual === undefined ? [] : [`actual:   ${clean(actual)}`]),
    ...exchanges.flatMap(exchange => ['', ...exchangeText(exchange)]),
    ...(curl === undefined ? [] : ['', 'By hand:', cleanScript(curl)]),
  ].join('\n')
}

/** What went wrong, in one line. */
export function headline({ evidence, reason, title }: CheckReport): string {
  const decisive = evidence.find(({ kind }) => kind === 'failure') ?? evidence[0]
  return oneLine(reason ?? decisive?.message ?? title)
}
