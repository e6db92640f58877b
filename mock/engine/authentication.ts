import {
  type Call,
  type LoadableSeed,
  nearest,
  type Passwords,
  type Reply,
  type Store,
  shown,
} from '../../server/core/index.js'

/** An account that a client can log in to; its password is known unless it was set as a hash of another kind. */
export interface Login {
  email: string
  password?: string | undefined
}

const inPlainText = '$plain$'

/** A password as the mock stores it: in plain text, because a mock has nothing to protect and must be fast. */
export function passwordHash(password: string): string {
  if (typeof password !== 'string')
    throw new TypeError(`Failed to hash a password: it must be a string, not ${shown(password)}.`)
  return inPlainText + password
}

/** Returns the current log-ins of accounts. */
export const loginsOf = (users: readonly { email: string; password_hash: string }[]): Login[] =>
  users.map(({ email, password_hash: hash }) => ({
    email,
    password: hash.startsWith(inPlainText) ? hash.slice(inPlainText.length) : undefined,
  }))

/** The maximum number of accounts in a message. */
const most = 5

/** Formats log-ins for a message: `mira@ribeira.example with mira-demo, grace@...`. */
export function loginsInWords(logins: readonly Login[], separator = ', '): string {
  const shown = logins
    .slice(0, most)
    .map(({ email, password }) => (password === undefined ? email : `${email} with ${password}`))
  const rest = logins.length - shown.length
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(separator)
}

/**
 * Compares passwords without hashing them.
 *
 * @param key A master password, accepted for every account.
 */
export const createPlainPasswords = (key?: string): Passwords => ({
  hash: async password => passwordHash(password),
  isProven: () => false,
  verify: async (password, hash) =>
    hash !== undefined && (hash === passwordHash(password) || password === key),
  remember() {},
  forget() {},
})

/** The option `auth`: the account that requests without credentials are sent as. */
export interface Authentication {
  passwords: Passwords
  /** @throws an Error if the seed lacks the account */
  check(seed: Pick<LoadableSeed, 'users'>, action: string): void
  /** Looks up the account by its address in the seed; the address may change later. */
  start(store: Store): Promise<void>
  /** Adds credentials to a call that has none. */
  apply(call: Call, store: Store): Promise<Call>
}

export function createAuthentication(auth: string | undefined): Authentication {
  if (auth === undefined) {
    const nothing = async () => {}
    return { passwords: createPlainPasswords(), check() {}, start: nothing, apply: async call => call }
  }
  const [, email = ''] = /^as:(.+)$/s.exec(auth) ?? []
  const key = `key-${Math.random()}-${Math.random()}`
  let id: string | undefined
  return {
    passwords: createPlainPasswords(key),
    check({ users }, action) {
      const problem = problemOfAccount(auth, email, users)
      if (problem !== undefined) throw new Error(`Failed to ${action}: ${problem}`)
    },
    async start(store) {
      id = (await store.read(rows => rows.users.findByEmail(email)))?.id
    },
    async apply(call, store) {
      if (call.header('authorization') !== undefined) return call
      const account = id === undefined ? undefined : await store.read(rows => rows.users.find(id as string))
      const credentials = `Basic ${inBase64(`${account?.email ?? email}:${key}`)}`
      return {
        ...call,
        header: name => (name === 'authorization' ? credentials : call.header(name)),
      }
    },
  }
}

function problemOfAccount(auth: string, email: string, users: LoadableSeed['users']): string | undefined {
  const known = users.map(user => user.email)
  if (known.some(each => each.toLowerCase() === email.toLowerCase())) return undefined
  const exact = known.find(each => each.toLowerCase() === auth.toLowerCase())
  if (exact !== undefined) return `auth ${JSON.stringify(auth)} must begin with as: write as:${exact}.`
  const near = nearest(email, known)
  const hint =
    near === undefined
      ? 'Write as:EMAIL with the address of an account of the seed.'
      : `Did you mean as:${near}?`
  return `auth ${JSON.stringify(auth)} is not an account of the seed. ${hint}`
}

/** Encodes text as UTF-8 in Base64: browsers have no Buffer. */
const inBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** Renames the WWW-Authenticate header of a reply, so that browsers do not open their own password dialog. */
export function hideChallenge(reply: Reply): Reply {
  const challenge = reply.headers['www-authenticate']
  if (challenge === undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'www-authenticate': `x-${challenge}` } }
}
