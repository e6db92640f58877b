import { type Call, readBasic, splitTarget, withoutSecret } from '../core/index.js'

/*
 * What may be shown or kept of a request: nothing that would let somebody in.
 */

const hidden = '[redacted]'

/** The target without the secret of an activation link, and without passwords that somebody put into the query. */
export function safeTarget(target: string): string {
  const { path, query } = splitTarget(withoutSecret(target))
  if (!/password/i.test(query)) return withoutSecret(target)
  const parameters = query.split('&').map(parameter => {
    const [name = ''] = parameter.split('=', 1)
    return /password/i.test(name) ? `${name}=${hidden}` : parameter
  })
  return `${path}?${parameters.join('&')}`
}

/** The body as text, without passwords, cut to `limit` characters. */
export function safeBody(body: Uint8Array, limit: number): string {
  const text = new TextDecoder().decode(body)
  // UTF-16 that is read as UTF-8 has a zero beside each letter, and can be read all the same.
  const letters = text.replaceAll('\0', '')
  return (/password|\\u/i.test(letters) ? withoutPasswords(text) : text).slice(0, limit)
}

/** Characters up to which a body is searched for passwords: a longer one would hold up everybody meanwhile. */
const mostSearched = 65_536

function withoutPasswords(text: string): string {
  if (text.length > mostSearched) return `${hidden}: ${text.length} characters that may hold a password`
  try {
    const value = JSON.parse(text, (name, value) => (/password/i.test(name) ? hidden : value))
    if (typeof value === 'object') return JSON.stringify(value)
  } catch {
    // It is no JSON, or nested beyond all measure.
  }
  // Nothing tells where a password in it would end.
  return `${hidden}: ${text.length} characters that are no JSON object`
}

/** The address in the credentials, whether they are right or not. */
export function claimedEmail(call: Call): string | undefined {
  try {
    return readBasic(call.header('authorization')).email
  } catch {
    return undefined
  }
}
