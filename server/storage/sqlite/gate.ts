/** Lets works in side by side, or one alone; those that wait enter in the order they came. */
export interface Gate {
  together<T>(work: () => Promise<T>): Promise<T>
  alone<T>(work: () => Promise<T>): Promise<T>
}

interface Waiting {
  alone: boolean
  enter(): void
}

export function createGate(): Gate {
  const waiting: Waiting[] = []
  let inside = 0
  let occupied = false

  const free = (alone: boolean) => !occupied && (!alone || inside === 0)

  function admit(alone: boolean): void {
    inside++
    occupied = alone
  }

  function leave(): void {
    inside--
    occupied = false
    for (let next = waiting[0]; next && free(next.alone); next = waiting[0]) {
      waiting.shift()
      admit(next.alone)
      next.enter()
    }
  }

  async function pass<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    if (waiting.length === 0 && free(alone)) admit(alone)
    else await new Promise<void>(enter => waiting.push({ alone, enter }))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return { together: work => pass(false, work), alone: work => pass(true, work) }
}
