import {
  counted,
  isFull,
  judging,
  keysOf,
  type LoginAttempt,
  markOf,
  type RuleName,
  type Tries,
  waitOf,
} from './login-rules.js'
import { forgetOldest } from './oldest.js'
import type { Awaitable, Repositories } from './store.js'

/** Counts wrong passwords, by the rules of login-rules.ts: in the memory of a process, or for several of them. */
export interface LoginThrottle {
  /** Seconds until an attempt is allowed; 0 if it is allowed now. `rows` are those of the read that looks up its account. */
  wait(attempt: LoginAttempt, rows?: Repositories): Awaitable<number>
  /**
   * Begins to check the password of an attempt. Returns what to call at its end, or undefined if the attempt has to wait, or as
   * many passwords are being checked as may be wrong.
   */
  begin(attempt: LoginAttempt): Awaitable<(() => Awaitable<void>) | undefined>
  wrong(attempt: LoginAttempt): Awaitable<void>
  right(attempt: LoginAttempt): Awaitable<void>
  clear(): Awaitable<void>
}

/** A throttle that answers at once. */
export interface MemoryThrottle extends LoginThrottle {
  wait(attempt: LoginAttempt): number
  begin(attempt: LoginAttempt): (() => void) | undefined
  wrong(attempt: LoginAttempt): void
  right(attempt: LoginAttempt): void
  clear(): void
}

type Checking = Map<string, Map<number, number>>

/** Remembers wrong passwords in memory, for up to `most` keys per rule; the oldest are forgotten first. */
export function createLoginThrottle(most = 10_000): MemoryThrottle {
  const tries: Record<RuleName, Map<string, Tries>> = {
    pair: new Map(),
    address: new Map(),
    account: new Map(),
  }
  /** The passwords that are being checked, and for how many attempts each. */
  const checking: Record<RuleName, Checking> = { pair: new Map(), address: new Map(), account: new Map() }
  const known = new Set<string>()

  /** The rules that judge an attempt, each with its key. */
  function judged(attempt: LoginAttempt): [rule: RuleName, key: string][] {
    const keys = keysOf(attempt)
    return judging(keys, known.has(keys.pair)).map(rule => [rule, keys[rule]])
  }

  function wait(attempt: LoginAttempt): number {
    // Most of the time nobody has guessed.
    if (tries.pair.size === 0 && tries.address.size === 0 && tries.account.size === 0) return 0
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
      const mark = markOf(attempt)
      const judging = judged(attempt)
      for (const [rule, key] of judging) {
        const others = checking[rule].get(key)
        if (!others || others.has(mark)) continue
        if (isFull(tries[rule].get(key), others.size, rule, attempt.now)) return undefined
      }
      for (const [rule, key] of judging) addTo(checking[rule], key, mark)
      return () => {
        for (const [rule, key] of judging) removeFrom(checking[rule], key, mark)
      }
    },

    wrong(attempt: LoginAttempt): void {
      const last = markOf(attempt)
      for (const [rule, key] of judged(attempt)) {
        const after = counted(tries[rule].get(key), last, attempt.now)
        if (!after) continue
        tries[rule].delete(key)
        tries[rule].set(key, after)
        forgetOldest(tries[rule], most)
      }
    },

    right(attempt: LoginAttempt): void {
      const { pair } = keysOf(attempt)
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

function addTo(checking: Checking, key: string, mark: number): void {
  const marks = checking.get(key) ?? new Map<number, number>()
  checking.set(key, marks.set(mark, (marks.get(mark) ?? 0) + 1))
}

function removeFrom(checking: Checking, key: string, mark: number): void {
  const marks = checking.get(key)
  const attempts = marks?.get(mark) ?? 0
  if (attempts > 1) marks?.set(mark, attempts - 1)
  else marks?.delete(mark)
  if (marks?.size === 0) checking.delete(key)
}
