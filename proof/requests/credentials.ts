import type { Random } from '../../fixtures/factories/random.js'
import type { Account, KnownState } from './known-state.js'

const base64 = (text: string) => Buffer.from(text).toString('base64')

export const basicAuth = (email: string, password: string): string =>
  `Basic ${base64(`${email}:${password}`)}`

/** The address and the password in an Authorization header, with the colon between them. */
export const credentialsIn = (header = '', encoding: 'utf8' | 'latin1' = 'utf8'): string =>
  Buffer.from(header.replace(/^Basic /i, ''), 'base64').toString(encoding)

/** An Authorization header with the account's password, sometimes in an unusual form. */
export function validCredentials(random: Random, { email, passwords }: Account): string {
  const password = random.pick(passwords)
  if (random.next() > 0.1) return basicAuth(email, password)
  const encoded = base64(`${email}:${password}`)
  return random.pick([
    basicAuth(email.toUpperCase(), password),
    basicAuth(email.toLowerCase(), password),
    `basic ${encoded}`,
    `BASIC  ${encoded} `,
    // Not every decoder accepts Base64 without its padding.
    `Basic ${encoded.replace(/=+$/, '')}`,
  ])
}

/** An Authorization header that must be rejected, or none. */
export function invalidCredentials(random: Random, { accounts, deleted }: KnownState): string | undefined {
  const { email, passwords } = random.pick(accounts)
  const password = passwords[0] ?? ''
  const encoded = base64(`${email}:${password}`)
  const composed = password.normalize('NFC')
  return random.pick<() => string | undefined>([
    () => undefined,
    () => undefined,
    () => '',
    () => 'Basic',
    () => 'Basic ',
    () => `Bearer ${encoded}`,
    () => encoded,
    () => `Basic ${email}:${password}`.replace(/[^\x20-\x7e]/g, '?'),
    () => `Basic ${encoded}, Basic ${encoded}`,
    () => `Basic\t${encoded}`,
    () => `Basic ${encoded}=`,
    () => `Basic ${encoded.slice(1)}`,
    () => `Basic ${base64(email)}`,
    () => `Basic ${base64(`\ufeff${email}:${password}`)}`,
    () => `Basic ${Buffer.from([0xff, 0x3a, 0x61]).toString('base64')}`,
    () => basicAuth(email, `${password} `),
    () => basicAuth(email, password.toUpperCase()),
    () => basicAuth(email, `${password}\0`),
    () => basicAuth(email, ''),
    () => basicAuth(email, password.slice(0, -1)),
    () => basicAuth(email, composed === password ? `${password}\u0301` : composed),
    // Rare, because the server hashes the password of an unknown address too, and that takes time.
    () => (random.chance(0.2) ? basicAuth(` ${email}`, password) : undefined),
    () =>
      random.chance(0.2) && deleted[0]
        ? basicAuth(deleted[0].email, deleted[0].passwords[0] ?? '')
        : undefined,
    () => (random.chance(0.2) ? basicAuth('', '') : undefined),
  ])()
}
