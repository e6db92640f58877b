import { blockOf, createLanes, createTally, type Requester } from '../core/index.js'

export interface TurnsOptions {
  /** Runs work after events that are waiting have been handled. */
  later(work: () => void): void
  /** Milliseconds. */
  now(): number
  /** Milliseconds of work in a turn of the event loop before the rest waits. @default 5 */
  budget?: number
}

/** Who may work when: callers share the time, and so do the accounts of each. */
export interface Turns {
  /**
   * Waits for the turn of a requester, if anyone has to wait. With `always`, it waits in any case, because others may ask at the same
   * moment, before any of them has taken time.
   *
   * @throws {Error} made by `refuse` if too many wait
   */
  turn(requester: Requester, always?: boolean): Promise<void>
  /** How many wait. */
  waiting(): number
  /** How many wait that have a network address, or how many addresses of a block have somebody who waits. */
  waitingFrom(place: string): number
}

export interface TurnLimits {
  /** How many may wait. */
  waiting: number
  /** Creates the error for those beyond that. */
  refuse(): Error
  /** Whether everybody has to wait. @default no */
  isHeld?(): boolean
}

interface Waiting {
  requester: Requester
  begin(): void
  refuse(): void
}

/**
 * Lets work begin at once while there is little. When a turn of the event loop has taken some milliseconds, the rest waits, and from
 * then on the caller whose work has taken the least time is next (the attack "filters"). If too many wait, the newest of the caller
 * with the most is refused.
 */
export function createTurns({ later, now, budget = 5 }: TurnsOptions, limits?: TurnLimits): Turns {
  const lanes = createLanes<Waiting>()
  const waiting = createTally()
  /** When the current turn of the event loop began. */
  let began: number | undefined
  let isScheduled = false
  /** Whose turn began last, and when. */
  let last: { requester: Requester; at: number } | undefined

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

  function schedule(): void {
    if (isScheduled || lanes.size() === 0) return
    isScheduled = true
    later(() => {
      isScheduled = false
      if (last) lanes.charge(last.requester, now() - last.at)
      const next = lanes.takeNext()
      last = next && lanes.size() > 0 ? { requester: next.requester, at: now() } : undefined
      next?.begin()
      schedule()
    })
  }

  /** A block counts addresses, not requests: few busy ones are no reason to keep their neighbours waiting. */
  function count(address: string, change: 1 | -1): void {
    const before = waiting.of(address)
    waiting.add(address, change)
    const block = blockOf(address)
    if (block !== address && (before === 0 || before + change === 0)) waiting.add(block, change)
  }

  return {
    async turn(requester, always = false) {
      if (!always && lanes.size() === 0 && !limits?.isHeld?.() && !isSpent()) return
      count(requester.caller, 1)
      try {
        await new Promise<void>((begin, reject) => {
          lanes.put(requester, { requester, begin, refuse: () => reject(limits?.refuse()) })
          if (limits && lanes.size() > limits.waiting) lanes.takeNewest()?.refuse()
          schedule()
        })
      } finally {
        count(requester.caller, -1)
      }
    },
    waiting: lanes.size,
    waitingFrom: waiting.of,
  }
}
