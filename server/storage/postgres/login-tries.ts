import {
  counted,
  forgetOldest,
  forgottenAfter,
  isFull,
  judging,
  keysOf,
  type LoginAttempt,
  type LoginThrottle,
  markOf,
  type RuleName,
  type Tries,
  waitOf,
} from '../../core/index.js'
import type { DatabaseRepositories } from './repositories.js'
import { storable } from './texts.js'
import type { Row, Transaction } from './transaction.js'
import type { Counting } from './transactions.js'

/* Counts wrong passwords for all processes, by the same rules as in memory. Each key has a row. */

/** Keeps 12 bits of the mark of a wrong password: enough to distinguish guesses, while revealing little about a password. */
const shortMark = (attempt: LoginAttempt) => markOf(attempt) & 0xfff

/** How long a password being checked counts, in milliseconds, unless its process reports the end of the check. */
const longestCheck = 60_000
/** How long the database remembers that a network has logged in to an account. */
const knownFor = 30 * 24 * 3_600_000
/** How long a process trusts that this is still remembered. */
const trustedFor = 24 * 3_600_000
const mostTrusted = 10_000
/** How long a process relies on counts of zero, in milliseconds; wrong passwords that it sees itself count at once. */
const quietFor = 1_000
const minute = 60

/** The counts of a key; `checking` has the marks of passwords, each with the number of attempts and until when they count. */
interface Counts {
  tries: Tries
  isKnown: boolean
  checking: [mark: number, attempts: number, until: number][]
}

const columns = 'key, wrong, last, at, is_known, checking'
const read = `SELECT ${columns} FROM login_tries WHERE key = ANY ($1)`

/** Locks the rows of keys, creating them if needed. */
const lock = `INSERT INTO login_tries (key, kept_until) SELECT unnest($1::text[]), $2
  ON CONFLICT (key) DO UPDATE SET kept_until = greatest(login_tries.kept_until, excluded.kept_until)
  RETURNING ${columns}`

const save = `UPDATE login_tries SET wrong = $2, last = $3, at = $4, is_known = $5, checking = $6,
  kept_until = greatest(kept_until, $7) WHERE key = $1`

const storedKeys = (attempt: LoginAttempt): Record<RuleName, string> => {
  const { pair, address, account } = keysOf(attempt)
  // A pair contains a blank; an account might be the text of an address.
  return { pair: storable(pair), address: `network ${address}`, account: `account ${storable(account)}` }
}

/** The keys whose rules may apply to an attempt, always in the same order to avoid deadlocks between processes. */
function judgingKeys(attempt: LoginAttempt): string[] {
  const keys = storedKeys(attempt)
  return judging(keysOf(attempt), false)
    .map(rule => keys[rule])
    .sort()
}

const countsOf = ([, wrong, last, at, isKnown, checking]: Row): Counts => ({
  tries: { wrong: Number(wrong), last: Number(last), at: Number(at) },
  isKnown: isKnown === 't',
  checking: JSON.parse(String(checking)),
})

/** The counts by key. */
type Found = ReadonlyMap<string, Counts>
const foundIn = (rows: readonly Row[]): Found => new Map(rows.map(row => [String(row[0]), countsOf(row)]))

/** Counts wrong passwords in the database. */
export function createLoginTries({ count, ask, every }: Counting): LoginThrottle {
  /** Attempts without any counts: a right password changes nothing. */
  const clean = new WeakSet<LoginAttempt>()
  /** Attempts whose check has ended. */
  const ended = new WeakSet<LoginAttempt>()
  const trusted = new Map<string, number>()
  /** When the counts of a pair were last read as zero, by the process clock. */
  const quiet = new Map<string, number>()

  function note(times: Map<string, number>, pair: string, now: number): void {
    times.delete(pair)
    times.set(pair, now)
    forgetOldest(times, mostTrusted)
  }

  /** The longest wait, in seconds. */
  function longestWait(attempt: LoginAttempt, found: Found): number {
    const pair = found.get(storedKeys(attempt).pair)
    if (pair?.isKnown && pair.tries.wrong === 0) clean.add(attempt)
    const waits = judgedKeys(attempt, found).map(([rule, key]) =>
      waitOf(found.get(key)?.tries, rule, attempt.now),
    )
    return Math.max(0, ...waits)
  }

  /** Runs work on the counts of an attempt while they are locked. */
  function locked<T>(
    attempt: LoginAttempt,
    work: (counts: Found, transaction: Transaction) => T,
  ): Promise<T> {
    return count(async transaction => {
      const rows = await transaction.all(lock, [judgingKeys(attempt), attempt.now + forgottenAfter])
      return work(foundIn(rows), transaction)
    })
  }

  function put(
    { run }: Transaction,
    key: string,
    { tries, isKnown, checking }: Counts,
    keptUntil: number,
  ): void {
    const { wrong, last, at } = tries
    run(save, [key, wrong, last, at, isKnown, JSON.stringify(checking), keptUntil])
  }

  function judgedKeys(attempt: LoginAttempt, counts: Found): [rule: RuleName, key: string][] {
    const keys = storedKeys(attempt)
    const isKnown = counts.get(keys.pair)?.isKnown ?? false
    return judging(keysOf(attempt), isKnown).map(rule => [rule, keys[rule]])
  }

  /** Returns the passwords being checked after an attempt begins (1) or ends (-1). */
  function checkingAfter({ checking }: Counts, attempt: LoginAttempt, change: 1 | -1): Counts['checking'] {
    const mark = shortMark(attempt)
    const attempts = (checking.find(([other]) => other === mark)?.[1] ?? 0) + change
    const others = checking.filter(([other, , until]) => other !== mark && until > attempt.now)
    return attempts > 0 ? [...others, [mark, attempts, attempt.now + longestCheck]] : others
  }

  /** Ends the check of an attempt and changes the counts of its keys. */
  function end(attempt: LoginAttempt, change: (key: string, before: Counts, judged: string[]) => Counts) {
    ended.add(attempt)
    quiet.delete(storedKeys(attempt).pair)
    return locked(attempt, (counts, transaction) => {
      const judged = judgedKeys(attempt, counts).map(([, key]) => key)
      for (const [key, before] of counts) {
        const after = change(key, before, judged)
        const keptUntil = attempt.now + (after.isKnown ? knownFor : forgottenAfter)
        put(transaction, key, { ...after, checking: checkingAfter(before, attempt, -1) }, keptUntil)
      }
    })
  }

  function isNoted(attempt: LoginAttempt): boolean {
    if (!clean.has(attempt)) return false
    const since = trusted.get(storedKeys(attempt).pair) ?? Number.NEGATIVE_INFINITY
    return attempt.now - since < trustedFor
  }

  every(minute, now => ask('DELETE FROM login_tries WHERE kept_until < $1', [now]))

  return {
    async wait(attempt, rows) {
      const { pair } = storedKeys(attempt)
      const now = performance.now()
      if (now - (quiet.get(pair) ?? Number.NEGATIVE_INFINITY) < quietFor) {
        clean.add(attempt)
        return 0
      }
      const { all } = (rows as DatabaseRepositories | undefined)?.transaction ?? { all: ask }
      const seconds = longestWait(attempt, foundIn(await all(read, [judgingKeys(attempt)])))
      if (seconds === 0 && clean.has(attempt)) note(quiet, pair, now)
      return seconds
    },

    begin: attempt =>
      locked(attempt, (counts, transaction) => {
        const judged = judgedKeys(attempt, counts)
        for (const [rule, key] of judged) {
          const { tries, checking } = counts.get(key) as Counts
          if (waitOf(tries, rule, attempt.now) > 0) return undefined
          const others = checking.filter(([, , until]) => until > attempt.now).map(([mark]) => mark)
          if (others.length === 0 || others.includes(shortMark(attempt))) continue
          if (isFull(tries, others.length, rule, attempt.now)) return undefined
        }
        for (const [, key] of judged) {
          const before = counts.get(key) as Counts
          put(
            transaction,
            key,
            { ...before, checking: checkingAfter(before, attempt, 1) },
            attempt.now + longestCheck,
          )
        }
        return () => (ended.has(attempt) ? undefined : end(attempt, (_, before) => before))
      }),

    wrong: attempt =>
      end(attempt, (key, before, judged) => {
        const tries = judged.includes(key) && counted(before.tries, shortMark(attempt), attempt.now)
        return tries ? { ...before, tries } : before
      }),

    right(attempt) {
      if (isNoted(attempt)) return undefined
      const { pair } = storedKeys(attempt)
      const none = { wrong: 0, last: 0, at: 0 }
      return end(attempt, (key, before) =>
        key === pair ? { ...before, tries: none, isKnown: true } : before,
      ).then(() => note(trusted, pair, attempt.now))
    },

    async clear() {
      trusted.clear()
      quiet.clear()
      await ask('DELETE FROM login_tries')
    },
  }
}
