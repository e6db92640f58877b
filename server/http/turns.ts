import { blockOf, createLanes, createTally, type Requester } from '../core/index.js'

export interface TurnsOptions {
  /** Runs work after pending events have been handled. */
  later(work: () => void): void
  /** The time in milliseconds. */
  now(): number
  /** Milliseconds of work in a turn of the event loop before the rest waits. @default 5 */
  budget?: number
}

/** Schedules work: callers share the time, and so do the accounts of each. */
export interface Turns {
  /**
   * Waits for the turn of a requester, if anyone has to wait. With `always`, it waits in any case, because others may ask at
   * the same moment, before any of them has used time.
   *
   * @throws {Error} created by `refuse` if too many are waiting
   */
  turn(requester: Requester, always?: boolean): Promise<void>
  /** The number of waiting requesters. */
  waiting(): number
  /** The number of those waiting from a network address, or the number of addresses of a block with at least one waiting. */
  waitingFrom(place: string): number
}

export interface TurnLimits {
  /** The maximum number of waiting requesters. */
  waiting: number
  /** Creates the error for any more. */
  refuse(): Error
  /** Whether everyone has to wait. @default no */
  isHeld?(): boolean
}

interface Waiting {
  requester: Requester
  begin(): void
  refuse(): void
}

/**
 * Lets work start at once under low load. When a turn of the event loop has taken some milliseconds, the rest waits; from
 * then on, the caller whose work has taken the least time is next (the attack "filters"). If too many wait, the newest work
 * of the caller with the most is refused.
 */
export function createTurns({ later, now, budget = 5 }: TurnsOptions, limits?: TurnLimits): Turns {
  const lanes = createLanes<Waiting>()
  const waiting = createTally()
  /** When the current turn of the event loop began. */
  let began: number | undefined
  let isScheduled = false
  /** Whose turn started last, and when. */
  let last: { requester: Requester; at: number } | undefined

  /**
   * Whether the current turn has used its time. Promises are continued before the next event, so that includes the
   * consequences of work.
   */
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

  /** A block counts addresses, not requests: a few busy ones are no reason to keep their neighbours waiting. */
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
