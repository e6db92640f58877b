import type { Answer } from './caller.js'

/** What became of the requests of all writers. */
export interface Tally {
  /** How many writes were acknowledged so far. */
  readonly acknowledged: number
  /** How many were not. */
  readonly unanswered: number
  /** How often each other outcome was seen: 503, or 0 for a closed connection. */
  readonly outcomes: Readonly<Record<number, number>>
  /** Outcomes that nothing explains. */
  readonly unexpected: readonly string[]
  /** Whether a write was acknowledged; undefined if nobody knows. */
  judge(answer: Answer, expected: number, what: string): boolean | undefined
  /** Lets a writer work until it fails, which is unexpected. */
  watch(work: Promise<void>): Promise<void>
}

export function createTally(): Tally {
  const unexpected: string[] = []
  const outcomes: Record<number, number> = {}
  let acknowledged = 0
  let unanswered = 0
  return {
    get acknowledged() {
      return acknowledged
    },
    get unanswered() {
      return unanswered
    },
    outcomes,
    unexpected,
    judge({ status, body }, expected, what) {
      if (status === expected) {
        acknowledged++
        return true
      }
      unanswered++
      outcomes[status] = (outcomes[status] ?? 0) + 1
      if (status === 503 || status === 0) return undefined
      unexpected.push(`${what} got ${status}: ${JSON.stringify(body)}`)
      return false
    },
    watch: work => work.catch(error => void unexpected.push(String(error))),
  }
}
