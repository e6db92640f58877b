import { createHmac, hash as digest, randomBytes } from 'node:crypto'
import { forgetOldest, type Passwords, Refusal } from './core/index.js'
import {
  type Cost,
  hashPassword,
  hashPasswordSync,
  isPasswordOf,
  isSameCost,
  type PasswordHash,
  parseHash,
  saltOf,
} from './password-hash.js'
import { createQueue } from './queue.js'
import { createStrengthening, type ReplaceHash } from './strengthening.js'

export interface PasswordOptions {
  /** The cost of new hashes: 2 to the power of `ln` rounds. @default 15 */
  ln?: number
  /** The cost of quick hashes, lower than `ln`. @default 7 */
  quickLn?: number
  /** For how many accounts the last correct password is remembered. @default 10_000 */
  remembered?: number
  /** Hashes computed at the same time. @default 2 */
  hashesAtOnce?: number
  /** Hashes that may wait; beyond that, the newest one of the caller with most is refused. @default 250 */
  hashesWaiting?: number
  /**
   * Replaces the quick hash of an account by one of full cost; quick hashes are then strengthened in the background.
   * @default they stay as they are
   */
  replace?: ReplaceHash
  /** Milliseconds before each hash that is computed in the background, which only one at a time is. @default 250 */
  pause?: number
}

/** The passwords of a server. */
export interface ServerPasswords extends Passwords {
  /** Ends the work in the background. */
  stop(): Promise<void>
}

/**
 * Hashes passwords with scrypt, off the main thread. Every request has one, so the last correct password of each hash is
 * remembered as an HMAC under a key of this process.
 */
export function createPasswords(options: PasswordOptions = {}): ServerPasswords {
  const {
    ln = 15,
    quickLn = 7,
    remembered = 10_000,
    hashesAtOnce = 2,
    hashesWaiting = 250,
    replace,
  } = options
  const cost: Cost = { ln, r: 8, p: 1 }
  const quickCost: Cost = { ...cost, ln: quickLn }
  const queue = createQueue({ atOnce: hashesAtOnce, waiting: hashesWaiting, refuse: tooBusy })
  const markKey = randomBytes(32).toString('hex')
  const proven = createProven(remembered)
  const underWay = new Map<string, Promise<boolean>>()
  const nobody: PasswordHash = { ...cost, salt: randomBytes(16), key: randomBytes(32) }
  const quickNobody: PasswordHash = { ...nobody, ...quickCost }
  const isQuick = (hash: PasswordHash | undefined): hash is PasswordHash =>
    hash !== undefined && isSameCost(hash, quickCost)

  const strengthening =
    replace &&
    createStrengthening({
      pause: options.pause ?? 250,
      isIdle: () => underWay.size === 0,
      async strengthen(password, { of, hash }) {
        const stronger = await hashPassword(password, cost, parseHash(hash)?.salt)
        proven.add(password, stronger)
        await replace({ of, hash, stronger })
      },
    })

  function remember(password: string, hash: string, of?: string): void {
    proven.add(password, hash)
    if (of !== undefined && isQuick(parseHash(hash))) strengthening?.add(password, { of, hash })
  }

  /**
   * A wrong password takes a quick hash and a full one, whichever the account has, and even if there is no account:
   * otherwise the time would reveal which.
   */
  async function isRight(password: string, hash: PasswordHash | undefined): Promise<boolean> {
    const [quick, full] = isQuick(hash) ? [hash, nobody] : [quickNobody, hash ?? nobody]
    return (await isPasswordOf(password, quick)) || (await isPasswordOf(password, full))
  }

  return {
    hash: (password, account = '') => queue({ caller: '', account }, () => hashPassword(password, cost)),

    quickHash: password => hashPasswordSync(password, quickCost),

    mark: text => digest('sha256', markKey + text, 'base64'),

    async verify(password, hash, of, caller = '') {
      const mark = proven.markOf(password)
      if (hash !== undefined && proven.has(mark, hash)) return true
      const known = hash === undefined ? undefined : parseHash(hash)

      // Concurrent requests with the same credentials share one hash, also for an address without an account: otherwise
      // their timing would reveal that it has none.
      const work = [of, hash, mark].join(' ')
      const pending =
        underWay.get(work) ??
        queue({ caller, account: of ?? '' }, () => isRight(password, known)).finally(() =>
          underWay.delete(work),
        )
      underWay.set(work, pending)
      const right = await pending
      if (hash === undefined || !known || !right) return false
      remember(password, hash, of)
      return true
    },

    remember,

    forget(hash) {
      proven.remove(hash)
      strengthening?.cancel(hash)
    },

    // A stronger hash keeps the salt of the quick one, and a new password gets a new salt.
    isSame: (one, other) => one === other || (saltOf(one) !== undefined && saltOf(one) === saltOf(other)),

    stop: async () => strengthening?.stop(),
  }
}

/** The last right password of each hash, as an HMAC under a key of this process; the oldest are forgotten first. */
function createProven(most: number) {
  const secret = randomBytes(32)
  const marks = new Map<string, string>()
  const markOf = (password: string) => createHmac('sha256', secret).update(password).digest('base64')
  return {
    markOf,
    has: (mark: string, hash: string) => marks.get(hash) === mark,
    add(password: string, hash: string): void {
      marks.set(hash, markOf(password))
      forgetOldest(marks, most)
    },
    remove: (hash: string) => void marks.delete(hash),
  }
}

/** The refusal of a hash if too many are waiting. */
function tooBusy(): Refusal {
  const message = 'Too many passwords are being checked at once; try again in a moment'
  return new Refusal('overloaded', message, [], { 'retry-after': '1' })
}
