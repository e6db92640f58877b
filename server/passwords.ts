import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Passwords, Refusal } from './core/index.js'
import { createQueue } from './queue.js'

/** The cost of a hash: 2 to the power of `ln` rounds over blocks of `r`, `p` times. */
interface Cost {
  ln: number
  r: number
  p: number
}

interface Hash extends Cost {
  salt: Buffer
  key: Buffer
}

const derive = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

const form =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,100})\$([A-Za-z0-9+/]{22,100})$/

function parse(hash: string): Hash | undefined {
  const [, ln, r, p, salt, key] = form.exec(hash) ?? []
  if (salt === undefined || key === undefined) return undefined
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  if (!isComputable(cost)) return undefined
  return { ...cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

/** Whether scrypt (RFC 7914) can compute this with at most 1 GiB of memory. */
const isComputable = ({ ln, r, p }: Cost) => ln >= 1 && ln < 16 * r && p >= 1 && r * 2 ** ln <= 2 ** 23

/**
 * scrypt uses the password as an HMAC key, which is padded with zeros: a password that ends in NUL would equal one without.
 * So it gets a suffix that cannot occur in UTF-8.
 */
const bytesOf = (password: string) =>
  password.endsWith('\0') ? Buffer.concat([Buffer.from(password), Buffer.of(0xff)]) : Buffer.from(password)

/** The refusal of a hash if too many are waiting. */
const tooBusy = () =>
  new Refusal('overloaded', 'Too many passwords are being checked at once; try again in a moment', [], {
    'retry-after': '1',
  })

/** Whether `verify` can read a hash: `$scrypt$ln=15,r=8,p=1$SALT$KEY`, both in Base64 without padding. */
export const isPasswordHash = (hash: string): boolean => parse(hash) !== undefined

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export interface PasswordOptions {
  /** The cost of new hashes: 2 to the power of `ln` rounds. @default 15 */
  ln?: number
  /** For how many accounts the last correct password is remembered. @default 10_000 */
  remembered?: number
  /** Hashes computed at the same time. @default 2 */
  hashesAtOnce?: number
  /** Hashes that may wait; further ones are refused. @default 100 */
  hashesWaiting?: number
}

/**
 * Hashes passwords with scrypt, off the main thread. Every request has one, so the last correct password of each hash is
 * remembered as an HMAC under a key of this process.
 */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { ln = 15, remembered = 10_000, hashesAtOnce = 2, hashesWaiting = 100 } = options
  const cost: Cost = { ln, r: 8, p: 1 }
  const queue = createQueue({ atOnce: hashesAtOnce, waiting: hashesWaiting, refuse: tooBusy })

  const compute = (password: string, salt: Buffer, length: number, { ln, r, p }: Cost) =>
    queue(() =>
      derive(bytesOf(password), salt, length, { N: 2 ** ln, r, p, maxmem: 128 * r * (2 ** ln + p + 2) }),
    )

  const secret = randomBytes(32)
  const proven = new Map<string, string>()
  const underWay = new Map<string, Promise<boolean>>()
  const nobody: Hash = { ...cost, salt: randomBytes(16), key: randomBytes(32) }

  async function isRight(password: string, hash: Hash): Promise<boolean> {
    const key = await compute(password, hash.salt, hash.key.length, hash)
    return timingSafeEqual(key, hash.key)
  }

  function remember(hash: string, mark: string): void {
    proven.set(hash, mark)
    const [oldest] = proven.keys()
    if (proven.size > remembered && oldest !== undefined) proven.delete(oldest)
  }

  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await compute(password, salt, 32, cost)
      return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(key)}`
    },

    async verify(password, hash, of) {
      const mark = createHmac('sha256', secret).update(password).digest('base64')
      if (hash !== undefined && proven.get(hash) === mark) return true
      const known = hash === undefined ? undefined : parse(hash)

      // Concurrent requests with the same credentials share one hash, also for an address without an account: otherwise
      // their timing would reveal that it has none.
      const work = [of, hash, mark].join(' ')
      const pending =
        underWay.get(work) ?? isRight(password, known ?? nobody).finally(() => underWay.delete(work))
      underWay.set(work, pending)
      const right = await pending
      if (hash === undefined || !known || !right) return false
      remember(hash, mark)
      return true
    },

    forget(hash) {
      proven.delete(hash)
    },
  }
}
