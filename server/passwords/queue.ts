import { createLanes, type Requester } from '../core/index.js'

export interface QueueOptions {
  /** The number of tasks that run concurrently. */
  atOnce: number
  /** The maximum number of waiting tasks. */
  waiting: number
  /** Creates the error for any more. */
  refuse(): Error
}

/** A task waiting for its turn. */
interface Waiting {
  begin(): void
  refuse(): void
}

/**
 * Runs a few tasks at a time. Callers take turns, however many tasks each has, and so do the accounts of a caller. If too
 * many tasks wait, the newest task of the caller with the most is refused.
 */
export function createQueue({ atOnce, waiting: most, refuse }: QueueOptions) {
  const lanes = createLanes<Waiting>()
  let underWay = 0

  return async <T>(requester: Requester, work: () => Promise<T>): Promise<T> => {
    if (underWay < atOnce) underWay++
    else {
      await new Promise<void>((begin, reject) => {
        lanes.put(requester, { begin, refuse: () => reject(refuse()) })
        if (lanes.size() > most) lanes.takeNewest()?.refuse()
      })
    }
    try {
      return await work()
    } finally {
      // The next task takes over the slot.
      const next = lanes.takeNext()
      if (next) next.begin()
      else underWay--
    }
  }
}
