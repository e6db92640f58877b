import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './caller.js'

/** Milliseconds before a writer retries. */
export const pause = 50

/** The results of the requests of all writers. */
export type Tally = ReturnType<typeof createTally>

export function createTally() {
  const unexpected: string[] = []
  const outcomes: Record<number, number> = {}
  let acknowledged = 0
  let unanswered = 0
  return {
    /** The number of writes acknowledged so far. */
    get acknowledged() {
      return acknowledged
    },
    /** The number of writes not acknowledged. */
    get unanswered() {
      return unanswered
    },
    /** The number of other outcomes by status: 503, or 0 for a closed connection. */
    outcomes,
    /** Outcomes without an explanation. */
    unexpected,
    /** Returns whether a write was acknowledged; undefined if that is unknown. */
    judge({ status, body }: Answer, expected: number, what: string): boolean | undefined {
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
    /**
     * Runs writers, turn after turn, until they are stopped. An error of a writer is unexpected.
     *
     * @returns a function that stops them
     */
    start(writers: readonly ((turn: number) => Promise<void>)[]): () => Promise<void> {
      let isOver = false
      const work = async (write: (turn: number) => Promise<void>) => {
        for (let turn = 0; !isOver; turn++) {
          const before = unanswered
          await write(turn)
          // After a request without a response, wait before the next one.
          if (unanswered > before) await wait(pause)
        }
      }
      const working = writers.map(write => work(write).catch(error => void unexpected.push(String(error))))
      return async () => {
        isOver = true
        await Promise.all(working)
      }
    },
  }
}
