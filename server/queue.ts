export interface QueueOptions {
  /** How many tasks run at the same time. */
  atOnce: number
  /** How many tasks may wait. */
  waiting: number
  /** Creates the error for a task beyond that. */
  refuse(): Error
}

/** Runs tasks in order, a few at a time, and refuses tasks if too many wait. */
export function createQueue({ atOnce, waiting: most, refuse }: QueueOptions) {
  const waiting: (() => void)[] = []
  let underWay = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay < atOnce) underWay++
    else if (waiting.length >= most) throw refuse()
    else await new Promise<void>(enter => waiting.push(enter))
    try {
      return await work()
    } finally {
      // The next task takes over the slot.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }
}
