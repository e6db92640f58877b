import type { Call } from './call.js'
import { Refusal } from './errors.js'
import type { LoginThrottle } from './login-throttle.js'
import type { Ports } from './ports.js'
import type { StoredUser } from './store.js'

/** A verified account, as it was when its password was checked. */
export interface Claim {
  account: StoredUser
}

const challenge = { 'www-authenticate': 'Basic realm="schedkit", charset="UTF-8"' }

const refuse = (message: string) => new Refusal('unauthorized', message, [], challenge)

/** The refusal of wrong credentials, the same for an unknown address and a wrong password. */
export const wrongCredentials = () => refuse('The e-mail address or the password is wrong')

/** Reads Basic credentials (section 5): address, colon, password, in UTF-8 and Base64. */
export function readBasic(header: string | undefined): { email: string; password: string } {
  if (header === undefined) {
    throw refuse('Every request needs Basic credentials: the e-mail address and password of an account')
  }
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header) ?? []
  if (encoded === undefined) {
    throw refuse('The Authorization header must be "Basic", a space, and EMAIL:PASSWORD in Base64')
  }
  const text = decode(encoded)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0) {
    throw refuse('The credentials must be EMAIL:PASSWORD, encoded as UTF-8 and then as Base64')
  }
  return { email: text.slice(0, colon), password: text.slice(colon + 1) }
}

function decode(base64: string): string | undefined {
  try {
    const latin = atob(base64)
    // Most credentials are ASCII: these are already decoded.
    if (!/[^\0-\x7F]/.test(latin)) return latin
    const bytes = Uint8Array.from(latin, character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export interface Verification {
  ports: Ports
  throttle: LoginThrottle
}

/**
 * Verifies the credentials of a request. Unknown addresses take as long as wrong passwords, and both count as guesses.
 */
export async function verifyCredentials(
  { header, peer }: Pick<Call, 'header' | 'peer'>,
  { ports: { store, passwords, clock }, throttle }: Verification,
): Promise<Claim> {
  const { email, password } = readBasic(header('authorization'))
  const attempt = { email, password, peer, now: clock.now() }
  const wait = throttle.wait(attempt)
  if (wait > 0) {
    const message = `Too many wrong passwords; try again in ${wait} s`
    throw new Refusal('too_many_guesses', message, [], { 'retry-after': String(wait) })
  }
  const account = await store.read(rows => rows.users.findByEmail(email))
  const verified = await passwords.verify(password, account?.password_hash, email.toLowerCase())
  if (!account || !verified) {
    throttle.wrong(attempt)
    throw wrongCredentials()
  }
  throttle.right(attempt)
  return { account }
}
