import { type Call, readBasic, splitTarget, withoutSecret } from '../core/index.js'

/*
 * Removes secrets from requests before they are shown or stored.
 */

const hidden = '[redacted]'

/** The target without the secret of an activation link, and without passwords in the query. */
export function safeTarget(target: string): string {
  const { path, query } = splitTarget(withoutSecret(target))
  if (!/password/i.test(query)) return withoutSecret(target)
  const parameters = query.split('&').map(parameter => {
    const [name = ''] = parameter.split('=', 1)
    return /password/i.test(name) ? `${name}=${hidden}` : parameter
  })
  return `${path}?${parameters.join('&')}`
}

/** The body as text without passwords, truncated to `limit` characters. */
export function safeBody(body: Uint8Array, limit: number): string {
  const text = new TextDecoder().decode(body)
  // UTF-16 read as UTF-8 has a zero next to each letter, and is still readable.
  const letters = text.replaceAll('\0', '')
  return (/password|\\u/i.test(letters) ? withoutPasswords(text) : text).slice(0, limit)
}

/** The longest body, in characters, that is searched for passwords: a longer one would block the process. */
const mostSearched = 65_536

function withoutPasswords(text: string): string {
  if (text.length > mostSearched) return `${hidden}: ${text.length} characters that may hold a password`
  try {
    const value = JSON.parse(text, (name, value) => (/password/i.test(name) ? hidden : value))
    if (typeof value === 'object') return JSON.stringify(value)
  } catch {
    // Not JSON, or nested too deeply.
  }
  // There is no way to tell where a password ends.
  return `${hidden}: ${text.length} characters that are not a JSON object`
}

/** The address in the credentials, even if they are wrong. */
export function claimedEmail(call: Call): string | undefined {
  try {
    return readBasic(call.header('authorization')).email
  } catch {
    return undefined
  }
}
