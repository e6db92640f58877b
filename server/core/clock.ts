import { type Instant, millisecondsOf } from './instants.js'
import type { Clock } from './ports.js'
import { isInRange } from './times.js'
import { shown } from './wording.js'

/** A clock that tests can set, freeze and advance. */
export interface MovableClock extends Clock {
  /** Whether the time stands still. */
  readonly frozen: boolean
  /**
   * Sets the time: milliseconds since 1970, a Date, or text such as `2026-11-23T09:00:00Z`. The clock keeps running unless
   * it is frozen.
   *
   * @throws an Error if it is not a time within the years 0001 to 9999
   */
  set(now: Instant): void
  /** Stops the clock at its time. */
  freeze(): void
  /** Lets a frozen clock continue from its time. */
  run(): void
  /** Advances the clock by milliseconds; negative values move it back. @throws an Error for anything else */
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
      const time = millisecondsOf(now, 'set the clock')
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
      if (typeof milliseconds !== 'number' || !isInRange((now() + milliseconds) / 1000)) {
        throw new Error(
          `Failed to advance the clock: ${shown(milliseconds)} is not a number of milliseconds that keeps it within the ` +
            'years 0001 to 9999. Write a number such as 60_000.',
        )
      }
      if (stopped === undefined) ahead += milliseconds
      else stopped += milliseconds
    },
    reset() {
      ahead = 0
      stopped = undefined
    },
  }
}
