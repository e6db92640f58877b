import { type Asker, blockOf, createLanes, type TurnsOptions } from '../core/index.js'

export interface FairTurnsOptions extends TurnsOptions {
  /** How many tasks may wait. */
  waiting: number
  /** Whether everybody has to wait. */
  isHeld?(): boolean
  /** Creates the error for work beyond that. */
  refuse(): Error
}

/** Work that waits. */
interface Waiting {
  begin(): void
  refuse(): void
}

/**
 * Runs work at once while there is little. When a turn of the event loop has taken some milliseconds, the rest waits, and from
 * then on callers take turns. If too much waits, the newest work of the caller with the most is refused.
 */
export function createFairTurns(options: FairTurnsOptions) {
  const { later, now, budget = 5, waiting: most, refuse, isHeld = () => false } = options
  const lanes = createLanes<Waiting>()
  /** How many wait, by address and by block of addresses. */
  const counts = new Map<string, number>()
  /** When the current turn of the event loop began. */
  let began: number | undefined
  let isComing = false

  /** Whether the current turn has taken its time. Promises are continued before the next event, so it includes what follows from work. */
  function isSpent(): boolean {
    if (began === undefined) {
      began = now()
      later(() => {
        began = undefined
      })
    }
    return now() - began >= budget
  }

  function count(caller: string, change: number): void {
    for (const key of new Set([caller, blockOf(caller)])) {
      const left = (counts.get(key) ?? 0) + change
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }

  function come(): void {
    if (isComing || lanes.size() === 0) return
    isComing = true
    later(takeTurn)
  }

  function takeTurn(): void {
    isComing = false
    lanes.takeNext()?.begin()
    come()
  }

  return {
    /** Waits for the turn of a caller, if anyone has to wait. @throws {Error} made by `refuse` if too much waits */
    async turn(asker: Asker): Promise<void> {
      if (lanes.size() === 0 && !isHeld() && !isSpent()) return
      count(asker.caller, 1)
      try {
        await new Promise<void>((begin, reject) => {
          lanes.put(asker, { begin, refuse: () => reject(refuse()) })
          if (lanes.size() > most) lanes.takeNewest()?.refuse()
          come()
        })
      } finally {
        count(asker.caller, -1)
      }
    },
    /** How many callers wait. */
    waiting: lanes.size,
    /** How many of them have an address, or one in a block of addresses. */
    waitingFrom: (place: string) => counts.get(place) ?? 0,
  }
}
