import type { Invariant, Secrets } from '../check/check.js'
import { type Exchange, replyOf } from '../http/exchange.js'
import { stackOf } from '../http/interrupted.js'
import type { Finding } from '../session/outcomes.js'

/** The findings of one invariant so far. */
export interface Watched {
  readonly invariant: Invariant
  /** How many exchanges it applied to. */
  seen: number
  /** What is wrong with the first exchanges that broke it, and all exchanges of their checks until then. */
  readonly broken: { readonly finding: Finding; readonly trail: readonly Exchange[] }[]
  /** An error in the invariant itself, which is a fault of the kit. */
  fault?: string
}

const shown = 3

/** Applies every invariant to every exchange. */
export function createWatch(invariants: readonly Invariant[], secrets: () => Secrets) {
  const results = invariants.map((invariant): Watched => ({ invariant, seen: 0, broken: [] }))
  return {
    results,
    onExchange(exchange: Exchange, check: string, trail: readonly Exchange[]) {
      const known = secrets()
      for (const watched of results) {
        try {
          const judged = watched.invariant.judge(exchange, known)
          if (judged === undefined) continue
          watched.seen++
          if (judged !== true && watched.broken.length < shown) {
            const message = `${judged.message} (seen in ${check})`
            const finding = { ...judged, message, replies: [replyOf(exchange)] }
            watched.broken.push({ finding, trail: [...trail] })
          }
        } catch (error) {
          watched.fault ??= stackOf(error)
        }
      }
    },
  }
}
