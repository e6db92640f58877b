import type { Random } from '../../fixtures/factories/random.js'
import type { Account, Memory } from './known-state.js'

const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64')

export const basic = (email: string, password: string): string => `Basic ${base64(`${email}:${password}`)}`

/** The Authorization header of an account. */
export function rightCredentials(random: Random, { email, passwords }: Account): string {
  const password = random.pick(passwords)
  const kind = random.next()
  if (kind > 0.1) return basic(email, password)
  const encoded = base64(`${email}:${password}`)
  return random.pick([
    basic(email.toUpperCase(), password),
    basic(email.toLowerCase(), password),
    `basic ${encoded}`,
    `BASIC  ${encoded} `,
    // Without its padding it is not taken by everybody.
    `Basic ${encoded.replace(/=+$/, '')}`,
  ])
}

/** An Authorization header that lets nobody in; nothing where there is none. */
export function wrongCredentials(random: Random, { accounts, gone }: Memory): string | undefined {
  const { email, passwords } = random.pick(accounts)
  const password = passwords[0] ?? ''
  const encoded = base64(`${email}:${password}`)
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
    () => basic(email, `${password} `),
    () => basic(email, password.toUpperCase()),
    () => basic(email, `${password}\0`),
    () => basic(email, ''),
    () => basic(email, password.slice(0, -1)),
    () =>
      basic(email, password.normalize('NFC') === password ? `${password}\u0301` : password.normalize('NFC')),
    // These cost the server a hash: it takes as long for nobody as for somebody.
    () => (random.chance(0.2) ? basic(` ${email}`, password) : undefined),
    () =>
      random.chance(0.2) && gone.length > 0
        ? basic(gone[0]?.email ?? '', gone[0]?.passwords[0] ?? '')
        : undefined,
    () => (random.chance(0.2) ? basic('', '') : undefined),
  ])()
}
