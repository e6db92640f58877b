import type { Clock } from './ports.js'

/** A clock that can be set, stopped and moved: what a test of anything that expires needs. */
export interface MovableClock extends Clock {
  readonly frozen: boolean
  /** Shows this time (milliseconds since 1970, or a Date) from now on; it goes on running unless it is frozen. */
  set(now: number | Date): void
  freeze(): void
  /** Lets a frozen clock run on from where it stands. */
  run(): void
  /** Moves the clock by that many milliseconds; negative ones move it back. */
  advance(milliseconds: number): void
  /** Back to the time of its source, running. */
  reset(): void
}

/**
 * Makes a clock over a source of real time.
 *
 * @example createClock(Date.now).advance(60_000)
 */
export function createClock(source: () => number): MovableClock {
  let ahead = 0
  let stopped: number | undefined
  const now = () => stopped ?? source() + ahead
  return {
    now,
    get frozen() {
      return stopped !== undefined
    },
    set(now) {
      const time = Number(now)
      if (stopped === undefined) ahead = time - source()
      else stopped = time
    },
    freeze() {
      stopped = now()
    },
    run() {
      ahead = now() - source()
      stopped = undefined
    },
    advance(milliseconds) {
      if (stopped === undefined) ahead += milliseconds
      else stopped += milliseconds
    },
    reset() {
      ahead = 0
      stopped = undefined
    },
  }
}
