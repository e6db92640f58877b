import { forgetOldest } from '../oldest.js'
import type { Repositories } from '../store.js'
import type { Awaitable } from '../wire/call.js'
import { isLoopback, networkOf } from './addresses.js'

/*
 * Wrong passwords delay further attempts, longer each time: for one account from one network address, for one network address
 * with any account, and for one account from addresses that have never logged in to it. The last rule exempts addresses that
 * have logged in before, so guessing cannot lock the owner out. Passwords that are still being checked count as wrong for
 * other requests, so that guessing in parallel gains nothing.
 */

/** Consecutive wrong passwords. */
export interface Tries {
  wrong: number
  /** A hash of the last one: repeating the same wrong password does not count as a guess. */
  last: number
  /** Milliseconds since 1970. */
  at: number
}

interface Rule {
  /** The number of wrong passwords before the first wait, which is one second. */
  free: number
  /** The maximum wait in seconds; the wait doubles until it is reached. */
  longest: number
}

const rules = {
  pair: { free: 10, longest: 60 },
  address: { free: 100, longest: 300 },
  account: { free: 100, longest: 60 },
} satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

/** Milliseconds without a wrong password after which the count is reset. */
export const forgottenAfter = 15 * 60_000

/** A login attempt: an e-mail address, with or without an account, and the network address of the caller. */
export interface LoginAttempt {
  email: string
  /** Undefined if the caller has no network address. */
  peer: string | undefined
  password: string
  /** Milliseconds since 1970. */
  now: number
}

/** The keys under which an attempt is counted: account and network, network, and account. */
export function keysOf({ email, peer }: LoginAttempt): Record<RuleName, string> {
  const account = keyOf(email)
  const address = networkOf(peer)
  return { pair: `${account} ${address}`, address, account }
}

/** The rules that apply to an attempt; `isKnown` says whether this network has logged in to the account before. */
export function judging({ address }: Record<RuleName, string>, isKnown: boolean): RuleName[] {
  const names: RuleName[] = ['pair']
  if (address !== '' && !isLoopback(address)) names.push('address')
  if (!isKnown) names.push('account')
  return names
}

/** Seconds until a rule allows an attempt. */
export function waitOf(tries: Tries | undefined, rule: RuleName, now: number): number {
  const { free, longest } = rules[rule]
  if (!tries || tries.wrong < free) return 0
  const seconds = Math.min(longest, 2 ** Math.min(tries.wrong - free, 20))
  const passed = now - tries.at
  // Setting the clock back must not prolong the wait.
  return passed < 0 ? 0 : Math.max(0, Math.ceil(seconds - passed / 1000))
}

/** Whether `others`, the number of passwords being checked, has reached the number that may be wrong. */
export const isFull = (tries: Tries | undefined, others: number, rule: RuleName, now: number): boolean =>
  recentWrong(tries, now) + others >= rules[rule].free

/** Returns the tries after one more wrong password; undefined if it does not count as a guess. */
export function counted(before: Tries | undefined, last: number, at: number): Tries | undefined {
  const wrong = recentWrong(before, at)
  return wrong > 0 && before?.last === last ? undefined : { wrong: wrong + 1, last, at }
}

const recentWrong = (tries: Tries | undefined, now: number): number =>
  tries !== undefined && now - tries.at < forgottenAfter ? tries.wrong : 0

/** Account addresses are shorter; one as long as a header must not fill the memory. */
const keyOf = (email: string) => email.slice(0, 400).toLowerCase()

/**
 * Copies a string: a substring would keep the whole string in memory, here the credentials of a request, including the
 * password.
 */
const copyOf = (text: string): string => JSON.parse(JSON.stringify(text))

/** Distinguishes guesses without storing them (FNV-1a, 32 bits). The same password for two accounts is two guesses. */
export function markOf({ email, password }: Pick<LoginAttempt, 'email' | 'password'>): number {
  const text = `${email.toLowerCase()}:${password}`
  let mark = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193)
  }
  return mark >>> 0
}

/** Counts wrong passwords by the rules above, in memory or shared by several processes. */
export interface LoginThrottle {
  /** Seconds until an attempt is allowed; 0 if it is allowed now. `rows` belong to the read that looks up its account. */
  wait(attempt: LoginAttempt, rows?: Repositories): Awaitable<number>
  /**
   * Starts checking the password of an attempt. Returns a function to call at the end, or undefined if the attempt has to
   * wait, or if as many passwords are being checked as may be wrong.
   */
  begin(attempt: LoginAttempt): Awaitable<(() => Awaitable<void>) | undefined>
  wrong(attempt: LoginAttempt): Awaitable<void>
  right(attempt: LoginAttempt): Awaitable<void>
  clear(): Awaitable<void>
}

/** A throttle that answers synchronously. */
export interface MemoryThrottle extends LoginThrottle {
  wait(attempt: LoginAttempt): number
  begin(attempt: LoginAttempt): (() => void) | undefined
  wrong(attempt: LoginAttempt): void
  right(attempt: LoginAttempt): void
  clear(): void
}

/** An attempt whose password is being checked: the mark of the password, and the keys of the rules that apply. */
interface Checking {
  mark: number
  keys: ReadonlyMap<RuleName, string>
}

/** Counts wrong passwords in memory, for up to `most` keys per rule; the oldest keys are evicted first. */
export function createLoginThrottle(most = 10_000): MemoryThrottle {
  const tries: Record<RuleName, Map<string, Tries>> = {
    pair: new Map(),
    address: new Map(),
    account: new Map(),
  }
  const checking = new Set<Checking>()
  const known = new Set<string>()

  /** The rules that apply to an attempt, each with its key. */
  function judged(attempt: LoginAttempt): Map<RuleName, string> {
    const keys = keysOf(attempt)
    return new Map(judging(keys, known.has(keys.pair)).map(rule => [rule, keys[rule]]))
  }

  /** The marks of the passwords being checked for a key of a rule. */
  const marksOf = (rule: RuleName, key: string) =>
    new Set([...checking].filter(({ keys }) => keys.get(rule) === key).map(({ mark }) => mark))

  function wait(attempt: LoginAttempt): number {
    let longest = 0
    for (const [rule, key] of judged(attempt)) {
      longest = Math.max(longest, waitOf(tries[rule].get(key), rule, attempt.now))
    }
    return longest
  }

  return {
    wait,
    begin(attempt: LoginAttempt): (() => void) | undefined {
      if (wait(attempt) > 0) return undefined
      const own = { mark: markOf(attempt), keys: judged(attempt) }
      for (const [rule, key] of own.keys) {
        const others = marksOf(rule, key)
        if (others.size === 0 || others.has(own.mark)) continue
        if (isFull(tries[rule].get(key), others.size, rule, attempt.now)) return undefined
      }
      checking.add(own)
      return () => void checking.delete(own)
    },

    wrong(attempt: LoginAttempt): void {
      const last = markOf(attempt)
      for (const [rule, key] of judged(attempt)) {
        const after = counted(tries[rule].get(key), last, attempt.now)
        if (!after) continue
        tries[rule].delete(key)
        tries[rule].set(copyOf(key), after)
        forgetOldest(tries[rule], most)
      }
    },

    right(attempt: LoginAttempt): void {
      const { pair } = keysOf(attempt)
      tries.pair.delete(pair)
      if (known.has(pair)) return
      known.add(copyOf(pair))
      forgetOldest(known, most)
    },

    clear(): void {
      for (const each of Object.values(tries)) each.clear()
      known.clear()
    },
  }
}
