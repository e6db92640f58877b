import { forgetOldest, Refusal } from '../core/index.js'

/** Wrong tokens before the first wait. */
const free = 10
/** Milliseconds between two tokens that are checked after that: guessing is slow, and the owner gets a turn. */
const pause = 200
/** Milliseconds that a caller waits at most; further ones are refused. */
const longest = 5_000
/** Milliseconds without a wrong token after which the count is forgotten. */
const forgottenAfter = 60_000
/** How many addresses are remembered that had the right token. */
const mostKnown = 100

/** The callers that wait for each other. Times are in milliseconds. */
interface Line {
  wrong: number
  /** Of the last wrong token. */
  at: number
  /** When the next token may be checked. */
  next: number
}

export interface TokenThrottleOptions {
  isToken(text: string): boolean
  now?(): number
  sleep?(milliseconds: number): Promise<unknown>
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/**
 * Checks tokens, and slows down guesses: after ten wrong ones, a token is checked every 200 ms, right or wrong. Addresses
 * that have had the right token don't wait for the others: guessing does not keep the owner out.
 */
export function createTokenThrottle({
  isToken,
  now = () => performance.now(),
  sleep = wait,
}: TokenThrottleOptions) {
  const strangers: Line = { wrong: 0, at: 0, next: 0 }
  const known = new Map<string, Line>()

  function remember(caller: string): void {
    if (known.has(caller)) return
    known.set(caller, { wrong: 0, at: 0, next: 0 })
    forgetOldest(known, mostKnown)
  }

  /** Milliseconds until it is the turn of one more token. @throws {Refusal} if too many wait */
  function takeTurn(line: Line): number {
    const time = now()
    if (line.wrong < free || time - line.at >= forgottenAfter) return 0
    const turn = Math.max(time, line.next)
    if (turn - time > longest) {
      const message = 'Too many wrong control tokens; try again in 5 s'
      throw new Refusal('too_many_guesses', message, [], { 'retry-after': String(longest / 1_000) })
    }
    line.next = turn + pause
    return turn - time
  }

  function countWrong(line: Line): void {
    const time = now()
    line.wrong = time - line.at < forgottenAfter ? line.wrong + 1 : 1
    line.at = time
    if (line.wrong === free) line.next = time + pause
  }

  /** Whether a caller's token is right; waits if there were too many wrong ones. */
  return async function check(token: string, caller = ''): Promise<boolean> {
    const line = known.get(caller) ?? strangers
    const waiting = takeTurn(line)
    if (waiting > 0) await sleep(waiting)
    if (isToken(token)) {
      remember(caller)
      return true
    }
    countWrong(line)
    return false
  }
}
