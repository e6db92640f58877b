import { type Call, readBasic } from '../core/index.js'

/*
 * What may be shown or kept of a request: nothing that would let somebody in.
 */

const hidden = '[redacted]'

/** The target without the secret of an activation link. */
export const safeTarget = (target: string): string =>
  target.replace(/^(\/v1\/activations\/)[^?]+/, `$1${hidden}`)

/** The body as text, without passwords, cut to `limit` characters. */
export function safeBody(body: Uint8Array, limit: number): string {
  const text = new TextDecoder().decode(body)
  return (text.includes('password') || text.includes('\\u') ? withoutPasswords(text) : text).slice(0, limit)
}

function withoutPasswords(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (name, value) => (/password/i.test(name) ? hidden : value)))
  } catch {
    // It is no JSON, so nothing tells where a password in it would end.
    return `${hidden}: ${text.length} characters that are not JSON`
  }
}

/** The address in the credentials, whether they are right or not. */
export function claimedEmail(call: Call): string | undefined {
  try {
    return readBasic(call.header('authorization')).email
  } catch {
    return undefined
  }
}
