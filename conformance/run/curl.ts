import type { Exchange } from '../http/exchange.js'
import type { Redaction } from '../http/redaction.js'
import { type Language, type ScriptTarget, scriptOf, withVariables } from './script.js'

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const shell: Language = {
  text: (text, ids, place) =>
    withVariables(inQuotes(text), ids, place, variable => `'"$${variable}"'`)
      .replace(/^''(?=")/, '')
      .replace(/(?<=")''$/, ''),
  credentials(account, as) {
    const variable = account?.passwordVariable
    const value =
      variable === undefined
        ? "'EMAIL:PASSWORD'"
        : `"${account?.email.replace(/["$`\\]/g, '\\$&')}:$${variable}"`
    return `${value}  # ${as}`
  },
  header: (value, as) => `${inQuotes(value)}  # the header of ${as}`,
  request({ method, address, sender, body, creates }) {
    // Brackets and braces would be patterns for curl.
    const parts = [/[[\]{}]/.test(address) ? 'curl -gsS' : 'curl -sS']
    if (method !== 'GET') parts.push(`-X ${method}`)
    if (sender) parts.push(sender.isBasic ? `-u "$${sender.name}"` : `-H "authorization: $${sender.name}"`)
    if (body !== undefined) parts.push("-H 'content-type: application/json'", `--data-binary ${body}`)
    const command = [...parts, `"$BASE"${address}`].join(' ')
    if (creates === undefined) return `${command}; echo`
    return `${creates}=$(${command} | sed -nE 's/.*"id" *: *"?([0-9]+).*/\\1/p')`
  },
  cleanup: (path, created) => `curl -sS -X DELETE -u "$OWNER" "$BASE"${path}/"$${created}"`,
}

/**
 * A shell script that sends the same requests again. It takes ids from the new answers of the target, and credentials from
 * variables in its first lines: those of the target file, or ones to fill in.
 */
export function curlScript(
  exchanges: readonly Exchange[],
  target: ScriptTarget,
  redaction: Redaction,
): string {
  const { variables, requests, cleanups } = scriptOf(exchanges, target, redaction, shell)
  const head = [...variables].map(([variable, value]) => `${variable}=${value}`)
  const after = cleanups.length > 0 ? ['# afterwards', ...cleanups] : []
  return [`BASE=${inQuotes(target.baseUrl)}`, ...head, ...requests, ...after].join('\n')
}
