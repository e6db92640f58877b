import { basicAuth } from '../requests/credentials.js'
import { controlToken } from '../requests/http.js'
import { Finding } from './response.js'
import { type FuzzSetup, passwordMarker } from './setup.js'

/** Searches for passwords, credentials, hashes, the control token and activation secrets. */
export type LeakDetector = ReturnType<typeof createLeakDetector>

/** The marker in Base64, which depends on its position in a group of three bytes. */
const encodedMarkers = [0, 1, 2].map(offset =>
  Buffer.from('x'.repeat(offset) + passwordMarker)
    .toString('base64')
    .slice(4, 9),
)

export function createLeakDetector({ seed }: FuzzSetup) {
  const credentials = seed.users.map(({ email, password }) =>
    basicAuth(email, password).slice('Basic '.length),
  )
  const secrets = new Set<string>()

  function leakedIn(text: string): readonly [what: string, index: number] | undefined {
    const mayHoldCredentials = encodedMarkers.some(part => text.includes(part))
    const candidates: readonly (readonly [string, Iterable<string>])[] = [
      ['a password', [passwordMarker]],
      ['the hash of a password', ['$scrypt$']],
      ['the token of the control interface', [controlToken]],
      ['credentials', mayHoldCredentials ? credentials : []],
      ['an activation secret', secrets],
    ]
    for (const [what, values] of candidates) {
      for (const value of values) if (text.includes(value)) return [what, text.indexOf(value)]
    }
    return undefined
  }

  return {
    /** Adds the secret of an activation link. */
    addSecret: (secret: string) => void secrets.add(secret),
    /** @throws Finding if the text contains a secret */
    check(text: string, source: string): void {
      // UTF-16 that was decoded as UTF-8 has NUL characters between its letters.
      const plain = text.includes('\\u0000') || text.includes('\0') ? text.replace(/\\u0000|\0/g, '') : text
      const [what, index = 0] = leakedIn(plain) ?? []
      if (what === undefined) return
      throw new Finding(
        `${source} contains ${what}: ${JSON.stringify(plain.slice(Math.max(0, index - 200), index + 100))}`,
      )
    },
  }
}
