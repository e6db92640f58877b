import { networkOf } from './addresses.js'
import type { Call } from './call.js'
import { Refusal } from './errors.js'
import type { LoginAttempt } from './login-rules.js'
import type { LoginThrottle } from './login-throttle.js'
import { forgetOldest } from './oldest.js'
import type { Ports } from './ports.js'
import type { StoredUser } from './store.js'

const challenge = { 'www-authenticate': 'Basic realm="schedkit", charset="UTF-8"' }

const refuse = (message: string) => new Refusal('unauthorized', message, [], challenge)

/** The refusal of wrong credentials, the same for an unknown address and a wrong password. */
export const wrongCredentials = () => refuse('The e-mail address or the password is wrong')

/** The refusal of a password that was not checked. `wait` is in seconds. */
export function tooManyGuesses(wait: number): Refusal {
  const message = `Too many wrong passwords; try again in ${wait} s`
  return new Refusal('too_many_guesses', message, [], { 'retry-after': String(wait) })
}

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

/** A login that was right: the address, and the hash of the account's password at that time. */
interface Login {
  email: string
  password_hash: string
}

/** How many logins are remembered; the oldest is forgotten first. */
const mostLogins = 10_000

export interface LoginOptions {
  ports: Pick<Ports, 'store' | 'passwords' | 'clock'>
  throttle: LoginThrottle
}

/**
 * Verifies the credentials of requests. Unknown addresses take as long as wrong passwords, and both count as guesses. A
 * login that was right is remembered by a keyed hash of its header, and holds as long as the account has the same
 * password hash.
 */
export function createLogins({ ports: { store, passwords, clock }, throttle }: LoginOptions) {
  const logins = new Map<string, Login>()
  const marks = new WeakMap<object, { header: string; mark: string }>()

  /** The mark of a header: on a connection, it is that of the request before. */
  function markOf({ connection }: Call, header: string): string {
    const known = connection && marks.get(connection)
    if (known?.header === header) return known.mark
    const mark = passwords.mark(header)
    if (connection) marks.set(connection, { header, mark })
    return mark
  }

  function markOfCall(call: Call): string {
    const header = call.header('authorization')
    return header === undefined ? '' : markOf(call, header)
  }

  /** @throws {Refusal} unless the credentials are right */
  return async function verify(call: Call): Promise<StoredUser> {
    const mark = markOfCall(call)
    const login = logins.get(mark)
    if (!login) return verifyPassword(call, mark)
    const attempt = { email: login.email, password: undefined, peer: call.peer, now: clock.now() }
    const [account, seconds] = await store.read(
      rows => Promise.all([rows.users.findByEmail(login.email), throttle.wait(attempt, rows)]),
      { caller: networkOf(call.peer), consistent: false },
    )
    if (seconds > 0) throw tooManyGuesses(seconds)
    if (account?.password_hash !== login.password_hash) {
      logins.delete(mark)
      return verifyPassword(call, mark)
    }
    await throttle.right(attempt)
    return account
  }

  async function verifyPassword(call: Call, mark: string): Promise<StoredUser> {
    const { email, password } = readBasic(call.header('authorization'))
    const attempt: LoginAttempt = { email, password, peer: call.peer, now: clock.now() }
    const end = await throttle.begin(attempt)
    if (!end) throw tooManyGuesses(Math.max(1, await throttle.wait(attempt)))
    try {
      const account = await store.read(rows => rows.users.findByEmail(email), {
        caller: networkOf(call.peer),
        consistent: false,
      })
      const known = account?.password_hash
      const isRight = await passwords.verify(password, known, email.toLowerCase(), networkOf(call.peer))
      if (!account || !isRight) {
        await throttle.wrong(attempt)
        throw wrongCredentials()
      }
      await throttle.right(attempt)
      logins.set(mark, { email, password_hash: account.password_hash })
      forgetOldest(logins, mostLogins)
      return account
    } finally {
      await end()
    }
  }
}
