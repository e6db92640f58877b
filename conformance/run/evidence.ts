import { addressOf, type Exchange } from '../http/exchange.js'
import type { Finding } from '../session/outcomes.js'
import type { Session } from '../session/session.js'
import { grouped } from './counts.js'
import { expectationOf } from './expectation.js'
import type { Evidence, ShownExchange } from './report.js'
import { curlScript, httpFile } from './script.js'

const longestAnswer = 4000
/** Responses up to this length are never truncated in a report. */
const shortAnswer = 600
const longestValue = 2000
const shownHeaders = ['content-type', 'retry-after', 'location', 'www-authenticate', 'date']

/**
 * Turns a finding into evidence for the report, without secrets and with long texts truncated. `trail` has all exchanges of
 * the check so far.
 */
export function evidenceOf(
  kind: Evidence['kind'],
  finding: Finding,
  trail: readonly Exchange[],
  session: Pick<Session, 'target' | 'redaction'>,
): Evidence {
  const { target, redaction } = session
  const decisive = finding.replies.map(({ exchange }) => exchange)
  // A check may send several requests in parallel: the last exchange need not be the one that shows the finding.
  const last = trail.findLast(hasValue(finding.actual)) ?? trail.at(-1)
  const proof = decisive.length > 0 ? decisive : last ? [last] : []
  const whole = isBroken(kind) ? withRead(proof, trail, finding) : proof
  const shown = finding.showWrite ? withWrite(whole, trail) : whole
  const end = Math.max(...shown.map(exchange => trail.indexOf(exchange)))
  const chain = end >= 0 ? trail.slice(0, end + 1) : shown
  // The text "0" and the number 0 must not look the same.
  const isAlike = written(finding.expected) === written(finding.actual)
  const value = (it: unknown) =>
    excerpt(redaction.clean(isAlike ? (JSON.stringify(it) ?? '') : written(it)), longestValue).text
  const expectation = expectationOf(finding, chain, redaction)
  return {
    kind,
    message: redaction.clean(finding.message),
    ...(finding.expected !== undefined && { expected: value(finding.expected) }),
    ...(finding.actual !== undefined && { actual: value(finding.actual) }),
    exchanges: shown.map(exchange => shownExchange(exchange, finding, session)),
    ...(kind !== 'observation' &&
      chain.length > 0 && {
        curl: curlScript(chain, target, redaction),
        http: httpFile(chain, target, redaction),
        ...(expectation && { expectation }),
      }),
  }
}

/** Returns a predicate: whether the response of an exchange contains a value. */
function hasValue(value: unknown): (exchange: Exchange) => boolean {
  const text = JSON.stringify(value)
  return ({ answer }) => text !== undefined && answer.text.includes(text)
}

/** Returns the exchanges that show a state, preceded by the last write before them, of the same object if there is one. */
function withWrite(proof: readonly Exchange[], trail: readonly Exchange[]): readonly Exchange[] {
  const before = trail.slice(0, Math.max(0, ...proof.map(exchange => trail.indexOf(exchange))))
  const writes = before.filter(({ request }) => request.method !== 'GET')
  const write = writes.findLast(each => isOfSame(each, proof.at(-1))) ?? writes.at(-1)
  return write && !proof.includes(write) ? [write, ...proof] : proof
}

/** Whether a write concerns the object that an exchange shows. */
function isOfSame({ request, answer }: Exchange, shown: Exchange | undefined): boolean {
  const path = shown?.request.path ?? ''
  const [, id] = /\/(-?\d+)$/.exec(path) ?? []
  if (id === undefined) return false
  return request.path === path || new RegExp(`"id"\\s*:\\s*"?${id}\\b`).test(answer.text)
}

const isBroken = (kind: Evidence['kind']) => kind === 'failure' || kind === 'warning'

/** Returns writes, followed by the later read that shows their effect: the one with the value, or else the last one. */
function withRead(
  proof: readonly Exchange[],
  trail: readonly Exchange[],
  { actual }: Finding,
): readonly Exchange[] {
  if (proof.some(({ request }) => request.method === 'GET')) return proof
  const begin = Math.max(...proof.map(exchange => trail.indexOf(exchange))) + 1
  const reads = trail.slice(begin).filter(({ request }) => request.method === 'GET')
  const read = reads.find(hasValue(actual)) ?? reads.at(-1)
  return read && begin > 0 ? [...proof, read] : proof
}

function shownExchange(
  exchange: Exchange,
  finding: Finding,
  { target: { baseUrl }, redaction }: Pick<Session, 'target' | 'redaction'>,
): ShownExchange {
  const { request, answer, sentAt, took } = exchange
  const whole = redaction.clean(answer.text)
  const focus = whole.length > shortAnswer ? focusOf(whole, finding) : 0
  const { text, before, after } = excerpt(whole, longestAnswer, focus)
  return {
    as: request.as,
    method: request.method,
    url: redaction.clean(`${baseUrl}${addressOf(request)}`),
    ...(request.body !== undefined && { body: excerpt(redaction.clean(request.body), longestAnswer).text }),
    status: answer.status,
    headers: Object.fromEntries(
      shownHeaders.flatMap(name => {
        const value = answer.headers[name]
        return value === undefined ? [] : [[name, redaction.clean(value)]]
      }),
    ),
    answer: text,
    ...(after > 0 && { cut: after }),
    ...(before > 0 && { cutBefore: before }),
    ...(focus > 0 && { focus: before > 0 ? focus - before + 1 : focus }),
    sentAt: new Date(sentAt).toISOString(),
    took: Math.round(took * 10) / 10,
  }
}

const written = (value: unknown) =>
  value === '' ? '(empty)' : ((typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)) ?? '')

/** Returns the position in a response of what a finding is about: the value itself, or what the message names; 0 if unknown. */
function focusOf(answer: string, { message, actual }: Finding): number {
  const value = typeof actual === 'string' && actual.length > 7 ? answer.indexOf(JSON.stringify(actual)) : -1
  if (value >= 0) return value
  const firstOf = (names: readonly string[], pattern: (name: string) => string, from: number) => {
    const places = names.map(name => answer.slice(from).search(new RegExp(pattern(name))))
    return from + (places.find(place => place >= 0) ?? 0)
  }
  const object = firstOf(message.match(/-?\b\d+\b/g) ?? [], id => `"id"\\s*:\\s*"?${id}\\b`, 0)
  const words = (message.match(/[a-z_]\w+/gi) ?? []).filter(word => word !== 'id')
  return firstOf(words, word => `"${word}"\\s*:`, object)
}

/** A part of a text, with an ellipsis where characters are omitted. */
export interface Excerpt {
  readonly text: string
  /** The number of characters omitted before it. */
  readonly before: number
  /** The number of characters omitted after it. */
  readonly after: number
}

/** The share of the excerpt that precedes the focus. */
const lead = 0.25

/**
 * At most `limit` characters of a text around the position `focus`; from the beginning if the focus is in there anyway.
 *
 * @example
 * excerpt('abcdefgh', 4, 6) // { text: '…efgh', before: 4, after: 0 }
 */
export function excerpt(text: string, limit: number, focus = 0): Excerpt {
  if (text.length <= limit) return { text, before: 0, after: 0 }
  const isNear = focus < limit * (1 - lead)
  const wanted = isNear ? 0 : Math.min(Math.floor(focus - limit * lead), text.length - limit)
  const before = wholeBefore(text, wanted)
  const end = wholeBefore(text, wanted + limit)
  const after = text.length - end
  return {
    // Copied: a slice would keep the whole text in memory.
    text: Buffer.from(
      `${before > 0 ? '…' : ''}${text.slice(before, end)}${after > 0 ? '…' : ''}`,
      'utf16le',
    ).toString('utf16le'),
    before,
    after,
  }
}

/** Moves a position out of a surrogate pair. */
const wholeBefore = (text: string, position: number) =>
  position < text.length && /[\uD800-\uDBFF]/.test(text[position - 1] ?? '') ? position - 1 : position

/** "812 characters before this, 96 behind it", or "96 more characters"; empty if nothing is missing. */
export function missingText({ before, after }: Pick<Excerpt, 'before' | 'after'>): string {
  const [front, back] = [before, after].map(grouped)
  if (before === 0) return after === 0 ? '' : `${back} more character${after === 1 ? '' : 's'}`
  return `${front} character${before === 1 ? '' : 's'} before this${after > 0 ? `, ${back} behind it` : ''}`
}
