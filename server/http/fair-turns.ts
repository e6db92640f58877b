import { type Asker, type Awaitable, createLanes, settle, type TurnsOptions } from '../core/index.js'

export interface FairTurnsOptions extends TurnsOptions {
  /** How many tasks may wait. */
  waiting: number
  /** Creates the error for work beyond that. */
  refuse(): Error
}

/** Work that waits. */
interface Waiting {
  begin(): void
  refuse(): void
}

/**
 * Runs work at once while there is little. When it has taken some milliseconds of a turn of the event loop, the rest waits,
 * and from then on callers take turns. If too much waits, the newest work of the caller with the most is refused.
 */
export function createFairTurns(options: FairTurnsOptions) {
  const { later, now, budget = 5, waiting: most, refuse } = options
  const lanes = createLanes<Waiting>()
  let spent = 0
  let isComing = false

  function timed<T>(work: () => T): T {
    const begun = now()
    try {
      return work()
    } finally {
      spent += now() - begun
      if (spent >= budget) come()
    }
  }

  function come(): void {
    if (isComing) return
    isComing = true
    later(takeTurns)
  }

  function takeTurns(): void {
    isComing = false
    spent = 0
    while (spent < budget) {
      const next = lanes.takeNext()
      if (!next) return
      next.begin()
    }
  }

  function wait<T>(asker: Asker, work: () => Awaitable<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      lanes.put(asker, {
        begin: () => settle(() => timed(work), resolve, reject),
        refuse: () => reject(refuse()),
      })
      if (lanes.size() > most) lanes.takeNewest()?.refuse()
      come()
    })
  }

  return {
    /** Runs work when it is its turn, at once if possible. @throws {Error} made by `refuse` if too much waits */
    run: <T>(asker: Asker, work: () => Awaitable<T>): Awaitable<T> =>
      spent < budget && lanes.size() === 0 ? timed(work) : wait(asker, work),
    /** How many tasks wait. */
    waiting: lanes.size,
    /** A turn of the event loop has ended. */
    ended(): void {
      if (!isComing) spent = 0
    },
  }
}
