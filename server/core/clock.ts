import type { Clock } from './ports.js'

/** A clock that tests can set, freeze and advance. */
export interface MovableClock extends Clock {
  readonly frozen: boolean
  /** Sets the time (milliseconds since 1970, or a Date); the clock keeps running unless it is frozen. */
  set(now: number | Date): void
  freeze(): void
  /** Lets a frozen clock continue from its time. */
  run(): void
  /** Advances the clock by milliseconds; negative values move it back. */
  advance(milliseconds: number): void
  /** Goes back to the real time, running. */
  reset(): void
}

/**
 * Creates a clock on top of a source of real time.
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
