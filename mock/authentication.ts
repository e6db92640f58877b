import {
  type Call,
  nearest,
  type Passwords,
  type Reply,
  type Seed,
  type Store,
} from '../server/core/index.js'
import { createPlainPasswords } from './passwords.js'

/** Who requests without credentials are, if anybody. */
export interface Authentication {
  passwords: Passwords
  /** Finds the account of the address, which may have another address later. */
  start(store: Store): Promise<void>
  /** A call as whom it counts. */
  apply(call: Call, store: Store): Promise<Call>
}

/** @throws an Error where `auth` names nobody */
export function createAuthentication(auth: string | undefined, seed: Seed): Authentication {
  if (auth === undefined) {
    return { passwords: createPlainPasswords(), start: async () => {}, apply: async call => call }
  }
  const [, email] = /^as:(.+)$/s.exec(auth) ?? []
  const known = seed.users.map(user => user.email)
  if (email === undefined || !known.some(each => each.toLowerCase() === email.toLowerCase())) {
    const near = nearest(email ?? '', known)
    const hint =
      near === undefined
        ? 'Write as:EMAIL with the address of an account of the seed.'
        : `Did you mean as:${near}?`
    throw new Error(
      `Failed to create a mock: auth ${JSON.stringify(auth)} is no account of the seed. ${hint}`,
    )
  }
  const key = `key-${Math.random()}-${Math.random()}`
  let id: string | undefined
  return {
    passwords: createPlainPasswords(key),
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

/** Text as UTF-8 in Base64, where there is no Buffer. */
const inBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** An answer that asks for credentials in a way that no browser opens its own password box for. */
export function hideChallenge(reply: Reply): Reply {
  const challenge = reply.headers['www-authenticate']
  if (challenge === undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'www-authenticate': `x-${challenge}` } }
}
