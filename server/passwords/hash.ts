import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** The cost of a hash: 2 to the power of `ln` rounds on blocks of size `r`, `p` times. */
export interface Cost {
  ln: number
  r: number
  p: number
}

/** A parsed password hash. */
export interface PasswordHash extends Cost {
  salt: Buffer
  key: Buffer
}

const derive = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

const form =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,100})\$([A-Za-z0-9+/]{22,100})$/

/** Parses a hash; undefined if it has another form, or exceeds the limits of scrypt. */
export function parseHash(hash: string): PasswordHash | undefined {
  const [, ln, r, p, salt, key] = form.exec(hash) ?? []
  if (salt === undefined || key === undefined) return undefined
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  if (!isComputable(cost)) return undefined
  return { ...cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

/** Whether a text is a verifiable hash. */
export const isPasswordHash = (hash: string): boolean => parseHash(hash) !== undefined

/** Whether scrypt (RFC 7914) can compute this with at most 1 GiB of memory. */
const isComputable = ({ ln, r, p }: Cost) => ln >= 1 && ln < 16 * r && p >= 1 && r * 2 ** ln <= 2 ** 23

const optionsOf = ({ ln, r, p }: Cost): ScryptOptions => ({
  N: 2 ** ln,
  r,
  p,
  maxmem: 128 * r * (2 ** ln + p + 2),
})

/**
 * scrypt uses the password as an HMAC key, which is padded with zeros: a password that ends in NUL would equal one without.
 * So it gets a suffix that cannot occur in UTF-8.
 */
const bytesOf = (password: string) =>
  password.endsWith('\0') ? Buffer.concat([Buffer.from(password), Buffer.of(0xff)]) : Buffer.from(password)

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const textOf = ({ ln, r, p }: Cost, salt: Buffer, key: Buffer) =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`

/** Hashes a password off the main thread. */
export async function hashPassword(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(16)
  return textOf(cost, salt, await derive(bytesOf(password), salt, 32, optionsOf(cost)))
}

/** Whether a hash belongs to a password. Takes as long as hashing it, off the main thread. */
export async function isPasswordOf(password: string, { salt, key, ...cost }: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(bytesOf(password), salt, key.length, optionsOf(cost)), key)
}
