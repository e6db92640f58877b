import type { Invariant, Secrets } from './check.js'
import { type Exchange, replyOf } from './exchange.js'
import type { Finding } from './outcomes.js'

/** What an invariant has seen so far. */
export interface Watched {
  readonly invariant: Invariant
  /** How many exchanges had something to say about it. */
  seen: number
  /** The first exchanges that break it, with the check they were sent for. */
  readonly broken: { readonly check: string; readonly finding: Finding }[]
  /** Why the invariant itself broke: our fault. */
  fault?: string
}

const shown = 3

/** Judges every exchange by every invariant. */
export interface Watch {
  witness(exchange: Exchange, check: string): void
  readonly results: readonly Watched[]
}

export function createWatch(invariants: readonly Invariant[], secrets: () => Secrets): Watch {
  const results = invariants.map((invariant): Watched => ({ invariant, seen: 0, broken: [] }))
  return {
    results,
    witness(exchange, check) {
      for (const watched of results) {
        try {
          const judged = watched.invariant.judge(exchange, secrets())
          if (judged === undefined) continue
          watched.seen++
          if (judged !== true && watched.broken.length < shown) {
            watched.broken.push({
              check,
              finding: {
                ...judged,
                message: `${judged.message} (seen in ${check})`,
                replies: [replyOf(exchange)],
              },
            })
          }
        } catch (error) {
          watched.fault ??= error instanceof Error ? (error.stack ?? error.message) : String(error)
        }
      }
    },
  }
}
