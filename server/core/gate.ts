import { type Awaitable, settle } from './awaitable.js'

/**
 * A fair readers-writer lock: shared work runs side by side, exclusive work alone, in order of arrival. If the gate is free,
 * work is called at once, and its value or error is passed on without a promise.
 */
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

  function run<T>(exclusive: boolean, work: () => Awaitable<T>): Awaitable<T> {
    return settle(
      work,
      value => {
        leave(exclusive)
        return value
      },
      error => {
        leave(exclusive)
        throw error
      },
    )
  }

  function pass<T>(exclusive: boolean, work: () => Awaitable<T>): Awaitable<T> {
    if ((isBreathing && !exclusive) || (waiting.length === 0 && isFree(exclusive))) {
      admit(exclusive)
      return run(exclusive, work)
    }
    return new Promise<void>(enter => waiting.push({ exclusive, enter })).then(() => run(exclusive, work))
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
