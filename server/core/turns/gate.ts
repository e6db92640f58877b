import type { Awaitable } from '../wire/call.js'

/** A fair readers-writer lock: shared work runs in parallel, exclusive work alone, in order of arrival. */
export interface Gate {
  shared<T>(work: () => Awaitable<T>): Promise<T>
  exclusive<T>(work: () => Awaitable<T>): Promise<T>
  /**
   * For exclusive work: lets shared work start until `turn` resolves. Shared work that has started by then may continue
   * beside the exclusive work, so it must not touch anything that this changes.
   */
  yieldToReaders(turn: () => Promise<void>): Promise<void>
}

interface Waiting {
  exclusive: boolean
  enter(): void
}

export function createGate(): Gate {
  const waiting: Waiting[] = []
  let inside = 0
  let isLocked = false
  let isYielding = false

  const isFree = (exclusive: boolean) => !isLocked && (!exclusive || inside === 0)

  function admit(exclusive: boolean): void {
    inside++
    if (exclusive) isLocked = true
  }

  function leave(exclusive: boolean): void {
    inside--
    if (exclusive) isLocked = false
    for (let next = waiting[0]; next && isFree(next.exclusive); next = waiting[0]) {
      waiting.shift()
      admit(next.exclusive)
      next.enter()
    }
  }

  async function pass<T>(exclusive: boolean, work: () => Awaitable<T>): Promise<T> {
    if ((isYielding && !exclusive) || (waiting.length === 0 && isFree(exclusive))) admit(exclusive)
    else await new Promise<void>(enter => waiting.push({ exclusive, enter }))
    try {
      return await work()
    } finally {
      leave(exclusive)
    }
  }

  async function yieldToReaders(turn: () => Promise<void>): Promise<void> {
    const shared = waiting.filter(({ exclusive }) => !exclusive)
    waiting.splice(0, waiting.length, ...waiting.filter(({ exclusive }) => exclusive))
    for (const { enter } of shared) {
      admit(false)
      enter()
    }
    isYielding = true
    try {
      await turn()
    } finally {
      isYielding = false
    }
  }

  return {
    shared: work => pass(false, work),
    exclusive: work => pass(true, work),
    yieldToReaders,
  }
}
