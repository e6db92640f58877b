import { type Exchange, replyOf, type SentRequest } from '../http/exchange.js'
import { isObject, isSame, type Json, type JsonObject, parseJson } from '../http/json.js'
import type { Redaction } from '../http/redaction.js'
import type { Finding } from '../session/outcomes.js'
import type { Expectation } from './report.js'
import { isSentAsShown, tellingOf } from './script.js'

/**
 * Returns what the response to one request of a chain must be, if that alone shows the failure on any correct server:
 * accepted, refused, or with a member as an earlier request wrote it. Undefined for other findings, and if a request cannot be
 * repeated without a secret.
 */
export function expectationOf(
  { shows, replies }: Finding,
  chain: readonly Exchange[],
  redaction: Redaction,
): Expectation | undefined {
  if (shows === undefined) return undefined
  const isMember = typeof shows === 'object'
  const decisive = isMember
    ? chain.findLast(exchange => pathTo(shows.of, replyOf(exchange).body))
    : replies.at(-1)?.exchange
  const requests = tellingOf(chain)
  const index = decisive ? requests.indexOf(decisive) : -1
  if (!decisive || index < 0 || isOfTarget(decisive.request, requests.slice(0, index))) return undefined
  if (!requests.slice(0, index + 1).every(exchange => isSentAsShown(exchange, redaction))) return undefined
  const followedBy = requests.length - 1 - index
  if (!isMember) return { must: shows, followedBy }
  const { of, member, value } = shows
  const at = pathTo(of, replyOf(decisive).body)
  const isPlain = typeof value === 'string' || typeof value === 'boolean' || value === null
  const isWritten = chain.some(({ request }) => {
    const body = parseJson(request.body ?? '')
    return isObject(body) && isSame(body[member], value)
  })
  // Servers choose the letter case of colours.
  if (at === undefined || !isPlain || !isWritten || member.startsWith('color_')) return undefined
  const shown = typeof value === 'string' ? redaction.clean(value) : value
  return { must: { at: [...at, member], value: shown }, followedBy }
}

/** Whether a request follows a link from the target: a correct server would have given another one. */
const isOfTarget = ({ query }: SentRequest, before: readonly Exchange[]) =>
  query !== '' && before.some(({ answer }) => answer.text.includes(query))

/** Returns the path of an object in a value: that very object, not an equal one, and not in a list, where others may precede it. */
function pathTo(object: JsonObject, within: Json | undefined): string[] | undefined {
  if (within === object) return []
  if (!isObject(within)) return undefined
  for (const [key, value] of Object.entries(within)) {
    const path = pathTo(object, value)
    if (path) return [key, ...path]
  }
  return undefined
}
