import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Passwords, Refusal } from './core/index.js'
import { createQueue } from './queue.js'

/** How dear a hash is: 2 to the power of `ln` rounds over blocks of `r`, `p` times. */
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
  if (!isBearable(cost)) return undefined
  return { ...cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

/** What scrypt can compute (RFC 7914) in at most 1 GiB. */
const isBearable = ({ ln, r, p }: Cost) => ln >= 1 && ln < 16 * r && p >= 1 && r * 2 ** ln <= 2 ** 23

/**
 * scrypt takes its password as the key of an HMAC, which is filled up with zeros: a password that ends in NUL would be
 * the same as one without. So it gets an end that no UTF-8 has.
 */
const bytesOf = (password: string) =>
  password.endsWith('\0') ? Buffer.concat([Buffer.from(password), Buffer.of(0xff)]) : Buffer.from(password)

/** @throws Refusal where so many wait already that this one would wait for too long. */
const tooBusy = () =>
  new Refusal('overloaded', 'Too many passwords are being checked at once; try again in a moment', [], {
    'retry-after': '1',
  })

/** Is this a hash that `verify` can read: `$scrypt$ln=15,r=8,p=1$SALT$KEY`, both in Base64 without padding? */
export const isPasswordHash = (hash: string): boolean => parse(hash) !== undefined

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export interface PasswordOptions {
  /** How dear a new hash is: 2 to the power of `ln` rounds. */
  ln?: number
  /** How many accounts' last right password is remembered. */
  remembered?: number
  /** Hashes computed at the same time: the rest of the machine has other things to do. */
  hashesAtOnce?: number
  /** Hashes that wait for their turn; further ones are refused. */
  hashesWaiting?: number
}

/**
 * Passwords hashed by scrypt, off the main thread. Every request carries one, so the last that was right for each hash
 * is remembered: not itself, but its HMAC under a key of this process.
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

      // Requests that come at once with the same credentials wait for one hash together; those of an address without
      // an account do too, or many at once would tell by their time that it has none.
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
