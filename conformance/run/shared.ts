import type { Exchange } from '../http/exchange.js'
import { Interrupted, Unguarded } from '../session/outcomes.js'

/** A result that several checks use, with the exchanges that led to it. */
export interface Shared {
  readonly result: Promise<unknown>
  exchanges: readonly Exchange[]
}

/** The exchanges of a check. */
export interface Trail {
  /** In order; those that other checks sent for a shared result come first, so that a script begins with them. */
  readonly trail: Exchange[]
  /** Those among them that other checks sent. */
  readonly borrowed: Set<Exchange>
}

/** Does something once per run: the first check that asks does it, and the others get its result and its exchanges. */
export async function once<T>(
  memory: Map<string, Shared>,
  key: string,
  act: () => Promise<T>,
  own: Trail,
): Promise<T> {
  const known = memory.get(key)
  if (known) {
    try {
      return (await known.result) as T
    } finally {
      borrow(own, known.exchanges)
    }
  }
  const last = own.trail.at(-1)
  const result = act()
  const shared: Shared = { result, exchanges: [] }
  memory.set(key, shared)
  try {
    return await result
  } catch (error) {
    // A broken connection is not a result, nor is a wait for a canary: the next check that asks tries again.
    if (error instanceof Interrupted || error instanceof Unguarded) memory.delete(key)
    throw error
  } finally {
    shared.exchanges = own.trail.slice(last ? own.trail.indexOf(last) + 1 : 0)
  }
}

function borrow({ trail, borrowed }: Trail, exchanges: readonly Exchange[]): void {
  const others = exchanges.filter(exchange => !trail.includes(exchange))
  for (const exchange of others) borrowed.add(exchange)
  trail.unshift(...others)
}
