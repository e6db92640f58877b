import type { Awaitable } from '../../core/index.js'
import type { Session } from './session.js'

/** How the counts of all processes are kept: in short transactions of their own, beside those of the requests. */
export interface Counting {
  /** Each statement sees what others have committed before it. @throws {Unavailable} if the database is away */
  count<T>(work: (session: Session) => Awaitable<T>): Promise<T>
  /** Runs upkeep every so many seconds, with the time in milliseconds since 1970; if it fails, it is done the next time. */
  every(seconds: number, work: (now: number) => Promise<void>): void
}

interface CountingOptions extends Pick<Counting, 'count'> {
  isReachable(): boolean
}

/** Runs upkeep while the database is there, until it is stopped. */
export function createCounting({ count, isReachable }: CountingOptions): Counting & { stop(): void } {
  const timers: NodeJS.Timeout[] = []
  return {
    count,
    every(seconds, work) {
      const upkeep = () => {
        if (isReachable()) work(Date.now()).catch(() => {})
      }
      timers.push(setInterval(upkeep, seconds * 1000).unref())
    },
    stop: () => timers.forEach(clearInterval),
  }
}
