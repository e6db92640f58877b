/** A fair readers-writer lock: shared work runs side by side, exclusive work alone, in order of arrival. */
export interface Gate {
  shared<T>(work: () => Promise<T>): Promise<T>
  exclusive<T>(work: () => Promise<T>): Promise<T>
}

interface Waiting {
  exclusive: boolean
  enter(): void
}

export function createGate(): Gate {
  const waiting: Waiting[] = []
  let inside = 0
  let isLocked = false

  const isFree = (exclusive: boolean) => !isLocked && (!exclusive || inside === 0)

  function admit(exclusive: boolean): void {
    inside++
    isLocked = exclusive
  }

  function leave(): void {
    inside--
    isLocked = false
    for (let next = waiting[0]; next && isFree(next.exclusive); next = waiting[0]) {
      waiting.shift()
      admit(next.exclusive)
      next.enter()
    }
  }

  async function pass<T>(exclusive: boolean, work: () => Promise<T>): Promise<T> {
    if (waiting.length === 0 && isFree(exclusive)) admit(exclusive)
    else await new Promise<void>(enter => waiting.push({ exclusive, enter }))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return { shared: work => pass(false, work), exclusive: work => pass(true, work) }
}
