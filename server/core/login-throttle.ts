/*
 * Wrong passwords make further attempts wait, longer each time: for one account from one network address, for one
 * network address with any account, and for one account from addresses that have never known its password. The last rule
 * exempts addresses that have logged in before, so guessing cannot lock the owner out.
 */

/** Consecutive wrong passwords. */
interface Tries {
  wrong: number
  /** A hash of the last one: repeating the same wrong password is not a guess. */
  last: number
  /** Milliseconds since 1970. */
  at: number
}

interface Rule {
  /** Wrong passwords before the first wait. */
  free: number
  /** The longest wait, in seconds; the wait doubles up to it. */
  longest: number
}

const rules = {
  pair: { free: 10, longest: 60 },
  address: { free: 100, longest: 300 },
  account: { free: 100, longest: 60 },
} satisfies Record<string, Rule>

/** Milliseconds without a wrong password after which the count is forgotten. */
const forgottenAfter = 15 * 60_000

/** A login attempt: an e-mail address, with or without an account, and the network address of the caller. */
export interface LoginAttempt {
  email: string
  /** Undefined if there is no network. */
  peer: string | undefined
  password: string
  /** Milliseconds since 1970. */
  now: number
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** Remembers wrong passwords for up to `most` keys per rule; the oldest are forgotten first. */
export function createLoginThrottle(most = 10_000) {
  const tries = {
    pair: new Map<string, Tries>(),
    address: new Map<string, Tries>(),
    account: new Map<string, Tries>(),
  }
  const known = new Set<string>()

  function* judged({ email, peer }: LoginAttempt): Generator<[kind: keyof typeof rules, key: string]> {
    const account = email.toLowerCase()
    const network = networkOf(peer)
    yield ['pair', `${account} ${network}`]
    if (network !== '' && !isLoopback(network)) yield ['address', network]
    if (!known.has(`${account} ${network}`)) yield ['account', account]
  }

  return {
    /** Seconds until an attempt is allowed; 0 if it is allowed now. */
    wait(attempt: LoginAttempt): number {
      let longest = 0
      for (const [kind, key] of judged(attempt)) {
        longest = Math.max(longest, waitOf(tries[kind].get(key), rules[kind], attempt.now))
      }
      return longest
    },

    wrong(attempt: LoginAttempt): void {
      const last = markOf(attempt.password)
      for (const [kind, key] of judged(attempt)) {
        count(tries[kind], key, last, attempt.now)
        forgetOldest(tries[kind], most)
      }
    },

    right({ email, peer }: LoginAttempt): void {
      const pair = `${email.toLowerCase()} ${networkOf(peer)}`
      tries.pair.delete(pair)
      known.add(pair)
      forgetOldest(known, most)
    },

    clear(): void {
      for (const each of Object.values(tries)) each.clear()
      known.clear()
    },
  }
}

function waitOf(tries: Tries | undefined, { free, longest }: Rule, now: number): number {
  if (!tries || tries.wrong <= free) return 0
  const seconds = Math.min(longest, 2 ** Math.min(tries.wrong - free - 1, 20))
  const passed = now - tries.at
  // A clock that was set back must not prolong the wait.
  return passed < 0 ? 0 : Math.max(0, Math.ceil(seconds - passed / 1000))
}

function count(kept: Map<string, Tries>, key: string, last: number, at: number): void {
  const before = kept.get(key)
  const isRecent = before !== undefined && at - before.at < forgottenAfter
  if (isRecent && before.last === last) return
  kept.delete(key)
  kept.set(key, { wrong: isRecent ? before.wrong + 1 : 1, last, at })
}

function forgetOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  if (kept.size <= most) return
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}

/** The network of an address: for IPv6 the first half, which one household gets. */
function networkOf(peer: string | undefined): string {
  if (peer === undefined) return ''
  const plain = peer.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':') || plain === '::1') return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(group => group !== '')
  const rest = tail.split(':').filter(group => group !== '')
  const missing = plain.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0
  return [...groups, ...Array(missing).fill('0'), ...rest].slice(0, 4).join(':')
}

/** Whether a network address is this machine. */
export const isLoopback = (address: string): boolean =>
  /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address)

/** Distinguishes passwords without storing them (FNV-1a, 32 bits). */
function markOf(password: string): number {
  let mark = 0x811c9dc5
  for (let index = 0; index < password.length; index++) {
    mark = Math.imul(mark ^ password.charCodeAt(index), 0x01000193)
  }
  return mark >>> 0
}
