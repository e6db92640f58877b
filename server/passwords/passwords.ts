import { hash as digest, randomBytes } from 'node:crypto'
import { forgetOldest, overloaded, type Passwords } from '../core/index.js'
import { type Cost, hashPassword, isPasswordOf, type PasswordHash, parseHash } from './hash.js'
import { createQueue } from './queue.js'

export interface PasswordOptions {
  /** The cost of new hashes: 2 to the power of `ln` rounds. @default 15 */
  ln?: number
  /** The number of accounts whose last correct password is remembered. @default 10_000 */
  remembered?: number
  /** The number of hashes computed concurrently. @default 2 */
  hashesAtOnce?: number
  /** The maximum number of waiting hashes; beyond that, the newest one of the caller with the most is refused. @default 250 */
  hashesWaiting?: number
}

/** For in-memory data, which is lost with the process: a quarter of a millisecond per hash. */
export const quickHashes: PasswordOptions = { ln: 7 }

/**
 * Hashes passwords with scrypt, off the main thread. Since every request contains one, the last correct password of each hash
 * is remembered, as a hash with a key of this process.
 */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { ln = 15, remembered = 10_000, hashesAtOnce = 2, hashesWaiting = 250 } = options
  const cost: Cost = { ln, r: 8, p: 1 }
  const queue = createQueue({ atOnce: hashesAtOnce, waiting: hashesWaiting, refuse: tooBusy })
  const key = randomBytes(32).toString('hex')
  /** The last correct password of each hash; the oldest are evicted first. */
  const proven = new Map<string, string>()
  const underWay = new Map<string, Promise<boolean>>()
  /** Verification for an address without an account takes as long as with a hash of this cost. */
  const nobody: PasswordHash = { ...cost, salt: randomBytes(16), key: randomBytes(32) }
  const markOf = (password: string) => digest('sha256', key + password, 'base64')

  function remember(password: string, hash: string): void {
    proven.set(hash, markOf(password))
    forgetOldest(proven, remembered)
  }

  return {
    hash: (password, account = '') => queue({ caller: '', account }, () => hashPassword(password, cost)),

    isProven: (password, hash) => proven.get(hash) === markOf(password),

    async verify(password, hash, of = '', caller = '') {
      const known = hash === undefined ? undefined : parseHash(hash)
      // Concurrent requests with the same credentials share one hash, even for an address without an account: otherwise their
      // timing would reveal that it has none.
      const work = [of, hash, markOf(password)].join(' ')
      const pending =
        underWay.get(work) ??
        queue({ caller, account: of }, () => isPasswordOf(password, known ?? nobody)).finally(() =>
          underWay.delete(work),
        )
      underWay.set(work, pending)
      const isRight = await pending
      if (hash === undefined || !known || !isRight) return false
      remember(password, hash)
      return true
    },

    remember,

    forget: hash => void proven.delete(hash),
  }
}

/** The refusal of a hash if too many are waiting. */
const tooBusy = () =>
  overloaded('Too many passwords are being checked at once; try again in a moment', 'passwords')
