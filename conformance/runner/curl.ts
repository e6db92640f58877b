import { type Account, accountsOf } from '../target/target.js'
import type { Exchange } from './exchange.js'
import type { Redaction } from './redaction.js'
import {
  type ScriptStep,
  type ScriptTarget,
  scriptSteps,
  senderOf,
  variableOf,
  withVariables,
} from './script.js'

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A word of a shell script, with variables in place of ids. */
const quoted = (text: string, step: ScriptStep, place: 'address' | 'body') =>
  withVariables(inQuotes(text), step, place, variable => `'"$${variable}"'`)
    .replace(/^''(?=")/, '')
    .replace(/(?<=")''$/, '')

/** The credentials of an account as a word; the password is a variable where the target file says so. */
function credentials(account: Account | undefined): string {
  if (account?.passwordVariable === undefined) return "'EMAIL:PASSWORD'"
  return `"${account.email.replace(/["$`\\]/g, '\\$&')}:$${account.passwordVariable}"`
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
  const accounts = accountsOf(target)
  const asked = new Map<string, string>()
  const cleanups: string[] = []

  /** The credentials of a request as an option of curl. */
  function identity({ request: { authorization, as } }: ScriptStep): string[] {
    if (authorization === undefined) return []
    const variable = variableOf(as)
    const { isBasic, account } = senderOf(authorization, accounts)
    if (isBasic) {
      asked.set(variable, `${credentials(account)}  # ${as}`)
      return [`-u "$${variable}"`]
    }
    asked.set(variable, `${inQuotes(redaction.clean(authorization))}  # the header of ${as}`)
    return [`-H "authorization: $${variable}"`]
  }

  const lines = scriptSteps(exchanges).map(step => {
    const { request, address, creates } = step
    // Brackets and braces would be patterns for curl.
    const parts = [/[[\]{}]/.test(address) ? 'curl -gsS' : 'curl -sS']
    if (request.method !== 'GET') parts.push(`-X ${request.method}`)
    parts.push(...identity(step))
    if (request.body !== undefined) {
      parts.push("-H 'content-type: application/json'")
      parts.push(`--data-binary ${quoted(redaction.clean(request.body), step, 'body')}`)
    }
    parts.push(`"$BASE"${quoted(redaction.clean(address), step, 'address')}`)
    const command = parts.join(' ')
    if (creates === undefined) return `${command}; echo`
    const path = quoted(request.path, step, 'address')
    cleanups.unshift(`curl -sS -X DELETE -u "$OWNER" "$BASE"${path}/"$${creates}"`)
    return `${creates}=$(${command} | sed -nE 's/.*"id" *: *"?([0-9]+).*/\\1/p')`
  })

  if (cleanups.length > 0 && !asked.has('OWNER'))
    asked.set('OWNER', `${credentials(target.owner)}  # owner, who cleans up`)
  const head = [...asked].map(([variable, value]) => `${variable}=${value}`)
  const after = cleanups.length > 0 ? ['# afterwards', ...cleanups] : []
  return [`BASE=${inQuotes(target.baseUrl)}`, ...head, ...lines, ...after].join('\n')
}
