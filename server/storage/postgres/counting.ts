import type { Transactions } from './transactions.js'

/** How the counts of all processes are kept: in short transactions of their own, beside those of the requests. */
export interface Counting extends Pick<Transactions, 'count' | 'ask'> {
  /** Runs maintenance at this interval, with the time in milliseconds since 1970; if it fails, it is done the next time. */
  every(seconds: number, work: (now: number) => Promise<unknown>): void
}

interface CountingOptions extends Pick<Transactions, 'count' | 'ask'> {
  isReachable(): boolean
}

/** Runs maintenance while the database is there, until it is stopped. */
export function createCounting({ count, ask, isReachable }: CountingOptions): Counting & { stop(): void } {
  const timers: NodeJS.Timeout[] = []
  return {
    count,
    ask,
    every(seconds, work) {
      const maintain = () => {
        if (isReachable()) work(Date.now()).catch(() => {})
      }
      timers.push(setInterval(maintain, seconds * 1000).unref())
    },
    stop: () => timers.forEach(clearInterval),
  }
}
