import type { Ports } from '../ports.js'
import type { Entry, EntryQuestion, Repositories, StoredUser } from '../store.js'
import type { Call } from '../wire/call.js'
import { Refusal } from '../wire/errors.js'
import { networkOf } from './addresses.js'
import { findEntry } from './entry.js'
import type { LoginAttempt, LoginThrottle } from './login-throttle.js'

const challenge = { 'www-authenticate': 'Basic realm="schedkit", charset="UTF-8"' }

const refuse = (message: string) => new Refusal('unauthorized', message, [], challenge)

/** The refusal of wrong credentials, the same for an unknown address and a wrong password. */
export const wrongCredentials = () => refuse('The e-mail address or the password is wrong')

/** The refusal of a password that was not checked. `wait` is in seconds. */
function tooManyGuesses(wait: number): Refusal {
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
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export interface LoginOptions {
  ports: Pick<Ports, 'store' | 'passwords' | 'clock'>
  throttle: LoginThrottle
  /**
   * Accounts that logged in recently, by lower-case address: the account of a request is presumed from it, and verified with
   * the store's answer.
   */
  recent?: ReadonlyMap<string, StoredUser>
}

/** The result of a login. */
export interface Login {
  account: StoredUser
  /**
   * What was read along with the account, unless it became stale while the password was verified; `rows` is where it was
   * read.
   */
  known: { entry: Entry; rows: Repositories } | undefined
}

/**
 * Finds the account of a request, and optionally other data that it needs. @throws {Refusal} if its credentials are wrong
 */
export type Logins = (call: Call, question?: Question) => Promise<Login>

/**
 * What to read from the store together with the account, which is presumably this one; undefined if the request will be
 * refused, or needs nothing else.
 */
type Question = (email: string, presumed: StoredUser | undefined) => EntryQuestion | undefined

/** Verifies the credentials of requests. Unknown addresses take as long as wrong passwords, and both count as guesses. */
export function createLogins({ ports: { store, passwords, clock }, throttle, recent }: LoginOptions): Logins {
  return async (call, question) => {
    const { email, password } = readBasic(call.header('authorization'))
    const attempt = { email, password, peer: call.peer, now: clock.now() }
    const last = recent?.get(email.toLowerCase())
    const presumed = last && passwords.isProven(password, last.password_hash) ? last : undefined
    const asker = { caller: networkOf(call.peer), account: presumed?.id, consistent: false }
    const [{ user, known }, seconds] = await store.read(
      rows => Promise.all([find(rows, email, presumed, question), throttle.wait(attempt, rows)]),
      { ...asker, isFirst: presumed !== undefined && question !== undefined },
    )
    if (seconds > 0) throw tooManyGuesses(seconds)
    const isPresumed = user !== undefined && user.password_hash === presumed?.password_hash
    const isProven = isPresumed || (user && passwords.isProven(password, user.password_hash))
    if (!isProven) {
      // A refusal reveals that the password has changed, so that change must be on disk.
      if (presumed) await store.read(() => undefined, asker)
      await verify(attempt, user)
      // Concurrent requests with the same password were all verified at once.
      await call.turn?.()
    }
    await throttle.right(attempt)
    const isFresh = isProven && (presumed === undefined || presumed.json === user?.json)
    return { account: user as StoredUser, known: isFresh ? known : undefined }
  }

  async function find(
    rows: Repositories,
    email: string,
    presumed: StoredUser | undefined,
    question: Question | undefined,
  ) {
    // Other stores are queried once the request is admitted: `npm run attack -- --only filters`.
    const asked = rows.entry && question?.(email, presumed)
    if (!asked) return { user: await rows.users.findByEmail(email) }
    const entry = await findEntry(rows, asked)
    return { user: entry.user, known: { entry, rows } }
  }

  async function verify(attempt: LoginAttempt, account: StoredUser | undefined): Promise<void> {
    const { email, password, peer } = attempt
    const end = await throttle.begin(attempt)
    if (!end) throw tooManyGuesses(Math.max(1, await throttle.wait(attempt)))
    try {
      const known = account?.password_hash
      const isRight = await passwords.verify(password, known, email.toLowerCase(), networkOf(peer))
      if (account && isRight) return
      await throttle.wrong(attempt)
      throw wrongCredentials()
    } finally {
      await end()
    }
  }
}
