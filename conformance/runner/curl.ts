import { basic } from './actor.js'
import { createdIds, type Exchange, replyOf, type SentRequest } from './exchange.js'
import type { Redaction } from './redaction.js'

/** Where ids occur: in the path, in the parameter `ids`, and as `id` or `resource_id` of a body. */
const places = {
  address: (id: string) => new RegExp(`(?<=/|[?&]ids=(?:[^&]*,)?)${id}(?=[/?,&']|$)`, 'g'),
  body: (id: string) => new RegExp(`(?<="(?:resource_)?id":)${id}(?=[,}])`, 'g'),
}

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A word of a shell script, with variables in place of ids. */
function quoted(text: string, variables: ReadonlyMap<string, string>, place: keyof typeof places): string {
  let word = inQuotes(text)
  for (const [id, variable] of variables) word = word.replace(places[place](id), `'"$${variable}"'`)
  return word.replace(/^''(?=")/, '').replace(/(?<=")''$/, '')
}

const variableOf = (as: string) =>
  as
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** Whether curl makes the same header of an address and a password. */
function isOfCredentials(authorization: string): boolean {
  const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const colon = decoded.indexOf(':')
  return colon >= 0 && basic(decoded.slice(0, colon), decoded.slice(colon + 1)) === authorization
}

/** A read of what was just created, which a script for people does not need. */
function isEcho({ request }: Exchange, before: Exchange | undefined): boolean {
  const id = before && createdId(before)
  return id !== undefined && request.method === 'GET' && request.path === `${before?.request.path}/${id}`
}

/** The id that a create was answered with, where it is a number. */
function createdId(exchange: Exchange): string | undefined {
  if (exchange.request.method !== 'POST') return undefined
  const [id = ''] = createdIds(replyOf(exchange))
  return /^\d+$/.test(String(id)) ? String(id) : undefined
}

/** The credentials of a request as an option of curl; `asked` collects the variables that it needs. */
function identity(
  { authorization, as }: SentRequest,
  asked: Map<string, string>,
  redaction: Redaction,
): string[] {
  if (authorization === undefined) return []
  const variable = variableOf(as)
  if (isOfCredentials(authorization)) {
    asked.set(variable, `'EMAIL:PASSWORD'  # ${as}`)
    return [`-u "$${variable}"`]
  }
  asked.set(variable, `${inQuotes(redaction.clean(authorization))}  # the header of ${as}`)
  return [`-H "authorization: $${variable}"`]
}

/**
 * A shell script that sends the same requests again. It takes ids from the new answers of the target, and credentials from
 * variables in its first lines.
 */
export function curlScript(exchanges: readonly Exchange[], baseUrl: string, redaction: Redaction): string {
  const asked = new Map<string, string>()
  const ids = new Map<string, string>()
  const created: string[] = []
  const lines: string[] = []

  const telling = exchanges.filter(
    (exchange, index) => !isEcho(exchange, exchanges[index - 1]) || index === exchanges.length - 1,
  )
  telling.forEach((exchange, index) => {
    const { request } = exchange
    const address = `${request.path}${request.query ? `?${request.query}` : ''}`
    // Brackets and braces would be patterns for curl.
    const parts = [/[[\]{}]/.test(address) ? 'curl -gsS' : 'curl -sS']
    if (request.method !== 'GET') parts.push(`-X ${request.method}`)
    parts.push(...identity(request, asked, redaction))
    if (request.body !== undefined) {
      parts.push("-H 'content-type: application/json'")
      parts.push(`--data-binary ${quoted(redaction.clean(request.body), ids, 'body')}`)
    }
    parts.push(`"$BASE"${quoted(redaction.clean(address), ids, 'address')}`)
    const command = parts.join(' ')

    const id = createdId(exchange)
    const noun = /\/(resource|booking|collaborator)s$/.exec(request.path)?.[1]?.toUpperCase()
    if (id !== undefined && noun !== undefined && index < telling.length - 1 && !ids.has(id)) {
      const variable = `${noun}_${created.length + 1}`
      created.push(
        `curl -sS -X DELETE -u "$OWNER" "$BASE"${quoted(request.path, ids, 'address')}/"$${variable}"`,
      )
      lines.push(`${variable}=$(${command} | sed -nE 's/.*"id" *: *"?([0-9]+).*/\\1/p')`)
      ids.set(id, variable)
    } else {
      lines.push(`${command}; echo`)
    }
  })

  if (created.length > 0 && !asked.has('OWNER'))
    asked.set('OWNER', "'EMAIL:PASSWORD'  # owner, who cleans up")
  const head = [...asked].map(([variable, value]) => `${variable}=${value}`)
  const after = created.length > 0 ? ['# afterwards', ...created.reverse()] : []
  return [`BASE=${inQuotes(baseUrl)}`, ...head, ...lines, ...after].join('\n')
}
