import { clean, cleanScript, oneLine } from '../http/clean.js'
import { excerpt, missingText } from '../run/evidence.js'
import type { CheckReport, Evidence, ShownExchange } from '../run/report.js'

/** The headers worth showing where space is short. */
const relevant = /^(?:content-type|location|allow|retry-after|www-authenticate|x-ratelimit-.*|ratelimit.*)$/i

export function relevantHeaders({ headers }: ShownExchange): string[] {
  return Object.entries(headers)
    .filter(([name]) => relevant.test(name))
    .map(([name, value]) => oneLine(`${name}: ${value}`))
}

/** Formats the status of a response; a request without a response has the status 0. */
export const statusText = ({ status }: ShownExchange): string => (status === 0 ? 'no answer' : String(status))

/** Returns at most `limit` characters of the response body around what is judged, and a text about what is omitted. */
export function shownAnswer(
  { answer, cut = 0, cutBefore = 0, focus = 0 }: ShownExchange,
  limit: number,
): { text: string; missing: string } {
  const { text, before, after } = excerpt(clean(answer), limit, focus)
  return { text, missing: missingText({ before: cutBefore + before, after: cut + after }) }
}

function exchangeText(exchange: ShownExchange): string[] {
  const { text, missing } = shownAnswer(exchange, 2000)
  return [
    `${oneLine(exchange.as)}: ${oneLine(exchange.method)} ${oneLine(exchange.url)}`,
    ...(exchange.body === undefined ? [] : [clean(exchange.body)]),
    `=> ${statusText(exchange)}`,
    ...relevantHeaders(exchange),
    ...(text === '' ? [] : [text]),
    ...(missing === '' ? [] : [`(${missing})`]),
  ]
}

/** Evidence as plain text, for formats that show text verbatim. */
export function evidenceText({ message, expected, actual, exchanges, curl }: Evidence): string {
  return [
    clean(message),
    ...(expected === undefined ? [] : [`expected: ${clean(expected)}`]),
    ...(actual === undefined ? [] : [`actual:   ${clean(actual)}`]),
    ...exchanges.flatMap(exchange => ['', ...exchangeText(exchange)]),
    ...(curl === undefined ? [] : ['', 'Reproduce it with:', cleanScript(curl)]),
  ].join('\n')
}

/** The observations of all checks. */
export function observationsOf(checks: readonly CheckReport[]): { rule: string; message: string }[] {
  return checks.flatMap(({ rule, evidence }) =>
    evidence.filter(({ kind }) => kind === 'observation').map(({ message }) => ({ rule, message })),
  )
}
