/*
 * Wrong passwords make further attempts wait, longer each time: for one account from one network address, for one
 * network address with any account, and for one account from addresses that have never known its password. The last rule
 * exempts addresses that have logged in before, so guessing cannot lock the owner out. Passwords that are still being
 * checked count as wrong for others, so that guessing in parallel gains nothing.
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
  /** Wrong passwords up to the first wait, of a second. */
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
  /** Undefined if it is known to be right. */
  password: string | undefined
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
  /** The passwords that are being checked, and for how many attempts each. */
  const checking = {
    pair: new Map<string, Map<number, number>>(),
    address: new Map<string, Map<number, number>>(),
    account: new Map<string, Map<number, number>>(),
  }
  const known = new Set<string>()

  /** The rules that judge an attempt, each with its key. */
  function judged({ email, peer }: LoginAttempt): [rule: keyof typeof rules, key: string][] {
    const account = keyOf(email)
    const network = networkOf(peer)
    const pair = `${account} ${network}`
    const judging: ReturnType<typeof judged> = [['pair', pair]]
    if (network !== '' && !isLoopback(network)) judging.push(['address', network])
    if (!known.has(pair)) judging.push(['account', account])
    return judging
  }

  return {
    /** Seconds until an attempt is allowed; 0 if it is allowed now. */
    wait(attempt: LoginAttempt): number {
      // Most of the time nobody has guessed.
      if (tries.pair.size === 0 && tries.address.size === 0 && tries.account.size === 0) return 0
      let longest = 0
      for (const [kind, key] of judged(attempt)) {
        longest = Math.max(longest, waitOf(tries[kind].get(key), rules[kind], attempt.now))
      }
      return longest
    },

    /**
     * Begins to check the password of an attempt that need not wait. Returns what to call at its end, or undefined if as many
     * passwords are being checked as may be wrong.
     */
    begin(attempt: LoginAttempt): (() => void) | undefined {
      const mark = markOf(attempt)
      const judging = judged(attempt)
      for (const [kind, key] of judging) {
        const others = checking[kind].get(key)
        if (!others || others.has(mark)) continue
        const wrong = recentWrong(tries[kind].get(key), attempt.now)
        if (wrong + others.size >= rules[kind].free) return undefined
      }
      for (const [kind, key] of judging) addTo(checking[kind], key, mark)
      return () => {
        for (const [kind, key] of judging) removeFrom(checking[kind], key, mark)
      }
    },

    wrong(attempt: LoginAttempt): void {
      const last = markOf(attempt)
      for (const [kind, key] of judged(attempt)) {
        count(tries[kind], key, last, attempt.now)
        forgetOldest(tries[kind], most)
      }
    },

    right({ email, peer }: LoginAttempt): void {
      const pair = `${keyOf(email)} ${networkOf(peer)}`
      if (known.has(pair) && tries.pair.size === 0) return
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
  if (!tries || tries.wrong < free) return 0
  const seconds = Math.min(longest, 2 ** Math.min(tries.wrong - free, 20))
  const passed = now - tries.at
  // A clock that was set back must not prolong the wait.
  return passed < 0 ? 0 : Math.max(0, Math.ceil(seconds - passed / 1000))
}

/** Addresses of accounts are shorter; an address as long as a header must not fill the memory. */
const keyOf = (email: string) => email.slice(0, 400).toLowerCase()

const recentWrong = (tries: Tries | undefined, now: number): number =>
  tries !== undefined && now - tries.at < forgottenAfter ? tries.wrong : 0

function count(kept: Map<string, Tries>, key: string, last: number, at: number): void {
  const before = kept.get(key)
  const wrong = recentWrong(before, at)
  if (wrong > 0 && before?.last === last) return
  kept.delete(key)
  kept.set(key, { wrong: wrong + 1, last, at })
}

function addTo(checking: Map<string, Map<number, number>>, key: string, mark: number): void {
  const marks = checking.get(key) ?? new Map<number, number>()
  checking.set(key, marks.set(mark, (marks.get(mark) ?? 0) + 1))
}

function removeFrom(checking: Map<string, Map<number, number>>, key: string, mark: number): void {
  const marks = checking.get(key)
  const attempts = marks?.get(mark) ?? 0
  if (attempts > 1) marks?.set(mark, attempts - 1)
  else marks?.delete(mark)
  if (marks?.size === 0) checking.delete(key)
}

function forgetOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  if (kept.size <= most) return
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}

/** The network of an address: for IPv6 the first half, which one household gets. */
export function networkOf(peer: string | undefined): string {
  if (peer === undefined) return ''
  if (!peer.includes(':')) return peer
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

/** Distinguishes guesses without storing them (FNV-1a, 32 bits). One password for two accounts is two guesses. */
function markOf({ email, password = '' }: LoginAttempt): number {
  const text = `${email.toLowerCase()}:${password}`
  let mark = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193)
  }
  return mark >>> 0
}
