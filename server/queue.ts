export interface QueueOptions {
  /** Works that are done at the same time. */
  atOnce: number
  /** Works that wait for their turn. */
  waiting: number
  /** Makes the error of one that would wait beyond that. */
  refuse(): Error
}

/** Does works in the order they come, a few at once, and refuses what would wait for too long. */
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
      // Whoever comes next takes the place of the one that goes.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }
}
