import { basic } from '../requests/credentials.js'
import { controlToken } from '../requests/http-client.js'
import { Flaw } from './answer.js'
import { type FuzzWorld, mark } from './setup.js'

/** Looks for what must not be seen. */
export interface Leaks {
  /** From now on the secret of an activation link is looked for too. */
  addSecret(secret: string): void
  /** @throws Flaw where a text holds a password, credentials, a hash, the token, or the secret of a link */
  check(text: string, where: string): void
}

/** The mark within a text in Base64: it begins there in one of three ways. */
const markInBase64 = [0, 1, 2].map(before =>
  Buffer.from('x'.repeat(before) + mark)
    .toString('base64')
    .slice(4, 9),
)

/** What must not be seen anywhere but where it was sent to. */
export function createLeaks({ seed }: FuzzWorld): Leaks {
  const encoded = seed.users.map(({ email, password }) => basic(email, password).slice('Basic '.length))
  const secrets = new Set<string>()

  function* hidden(plain: string): Generator<readonly [what: string, text: string]> {
    yield ['a password', mark]
    yield ['the hash of a password', '$scrypt$']
    yield ['the token of the control interface', controlToken]
    if (markInBase64.some(part => plain.includes(part))) {
      for (const text of encoded) yield ['credentials', text]
    }
    for (const text of secrets) yield ['the secret of a link', text]
  }

  return {
    addSecret: secret => void secrets.add(secret),
    check(text, where) {
      // Letters with nothing between them: UTF-16 that was read as UTF-8 is as good as plain.
      const plain = text.includes('\\u0000') || text.includes('\0') ? text.replace(/\\u0000|\0/g, '') : text
      for (const [what, hiddenText] of hidden(plain)) {
        const at = plain.indexOf(hiddenText)
        if (at < 0) continue
        throw new Flaw(
          `${where} holds ${what}: ${JSON.stringify(plain.slice(Math.max(0, at - 200), at + 100))}`,
        )
      }
    },
  }
}
