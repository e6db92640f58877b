/** Lets checks send several requests at once. */
export interface Hands {
  /** Does the work of a check. */
  work<T>(act: () => Promise<T>): Promise<T>
  /**
   * Does something for each item, begun in order, for as many at once as hands are free. Nothing of it goes on when it returns
   * or throws.
   */
  each<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]>
}

/**
 * A check waits for most of its responses before it goes on, and many checks run alone because they need something for themselves:
 * a distant target would be idle. So up to twice as many requests as `jobs` are on their way where their order does not
 * matter; one at a time where `jobs` is 1.
 */
export function createHands(jobs: number): Hands {
  const most = jobs === 1 ? 1 : 2 * jobs
  let busy = 0
  return {
    async work<T>(act: () => Promise<T>): Promise<T> {
      busy++
      try {
        return await act()
      } finally {
        busy--
      }
    },
    async each<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]> {
      const results: T[] = []
      while (results.length < items.length) {
        const more = Math.max(0, Math.min(items.length - results.length - 1, most - Math.max(busy, 1)))
        busy += more
        const ended = await Promise.allSettled(
          items.slice(results.length, results.length + more + 1).map(act),
        )
        busy -= more
        for (const each of ended) {
          if (each.status === 'rejected') throw each.reason
          results.push(each.value)
        }
      }
      return results
    },
  }
}
