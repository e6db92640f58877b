import type { Awaitable } from '../wire/call.js'

/** A fair readers-writer lock: shared work runs side by side, exclusive work alone, in order of arrival. */
export type Gate = ReturnType<typeof createGate>

interface Waiting {
  exclusive: boolean
  enter(): void
}

export function createGate() {
  const waiting: Waiting[] = []
  let inside = 0
  let isLocked = false
  let isBreathing = false

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
    if ((isBreathing && !exclusive) || (waiting.length === 0 && isFree(exclusive))) admit(exclusive)
    else await new Promise<void>(enter => waiting.push({ exclusive, enter }))
    try {
      return await work()
    } finally {
      leave(exclusive)
    }
  }

  /**
   * For exclusive work: lets shared work in until `turn` resolves. What has come in by then may go on beside the exclusive work,
   * so it must not meet anything that this changes.
   */
  async function breathe(turn: () => Promise<void>): Promise<void> {
    const shared = waiting.filter(({ exclusive }) => !exclusive)
    waiting.splice(0, waiting.length, ...waiting.filter(({ exclusive }) => exclusive))
    for (const { enter } of shared) {
      admit(false)
      enter()
    }
    isBreathing = true
    try {
      await turn()
    } finally {
      isBreathing = false
    }
  }

  return {
    shared: <T>(work: () => Awaitable<T>) => pass(false, work),
    exclusive: <T>(work: () => Awaitable<T>) => pass(true, work),
    breathe,
  }
}
