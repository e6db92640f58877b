import type { Evidence, ShownExchange } from '../report/report.js'
import { curlScript } from './curl.js'
import type { Exchange } from './exchange.js'
import type { Finding } from './outcomes.js'
import type { Redaction } from './redaction.js'
import type { Session } from './session.js'

const longestAnswer = 4000
const longestValue = 2000
const shownHeaders = ['content-type', 'retry-after', 'location', 'www-authenticate', 'date']

/**
 * Turns a finding into evidence for the report: without secrets, and with long texts cut. `trail` has all exchanges of the
 * check so far.
 */
export function evidenceOf(
  kind: Evidence['kind'],
  finding: Finding,
  trail: readonly Exchange[],
  { target: { baseUrl }, redaction }: Pick<Session, 'target' | 'redaction'>,
): Evidence {
  const decisive = finding.replies.map(({ exchange }) => exchange)
  const last = trail.at(-1)
  const proof = decisive.length > 0 ? decisive : last ? [last] : []
  const shown = finding.showWrite ? withWrite(proof, trail) : proof
  const end = Math.max(...shown.map(exchange => trail.indexOf(exchange)))
  const chain = end >= 0 ? trail.slice(0, end + 1) : shown
  const value = (it: unknown) => redaction.clean(cut(written(it), longestValue).text)
  return {
    kind,
    message: redaction.clean(finding.message),
    ...(finding.expected !== undefined && { expected: value(finding.expected) }),
    ...(finding.actual !== undefined && { actual: value(finding.actual) }),
    exchanges: shown.map(exchange => shownExchange(exchange, baseUrl, redaction)),
    ...(kind !== 'observation' && chain.length > 0 && { curl: curlScript(chain, baseUrl, redaction) }),
  }
}

/** The exchanges that show a state, preceded by the last write before them. */
function withWrite(proof: readonly Exchange[], trail: readonly Exchange[]): readonly Exchange[] {
  const before = trail.slice(0, Math.max(0, ...proof.map(exchange => trail.indexOf(exchange))))
  const write = before.filter(({ request }) => request.method !== 'GET').at(-1)
  return write && !proof.includes(write) ? [write, ...proof] : proof
}

function shownExchange(exchange: Exchange, baseUrl: string, redaction: Redaction): ShownExchange {
  const { request, answer, sentAt, took } = exchange
  const { text, missing } = cut(redaction.clean(answer.text), longestAnswer)
  return {
    as: request.as,
    method: request.method,
    url: redaction.clean(`${baseUrl}${request.path}${request.query ? `?${request.query}` : ''}`),
    ...(request.body !== undefined && { body: cut(redaction.clean(request.body), longestAnswer).text }),
    status: answer.status,
    headers: Object.fromEntries(
      shownHeaders.flatMap(name => {
        const value = answer.headers[name]
        return value === undefined ? [] : [[name, redaction.clean(value)]]
      }),
    ),
    answer: text,
    ...(missing > 0 && { cut: missing }),
    sentAt: new Date(sentAt).toISOString(),
    took: Math.round(took * 10) / 10,
  }
}

const written = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)) ?? ''

function cut(text: string, most: number): { text: string; missing: number } {
  if (text.length <= most) return { text, missing: 0 }
  // Not within a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most
  return { text: `${text.slice(0, end)}…`, missing: text.length - end }
}
