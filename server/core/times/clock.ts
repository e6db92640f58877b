import { shown } from '../wire/wording.js'
import { instantOf, isInRange, readTime } from './times.js'

/** The service's time. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** A time for durations, unaffected by changes of the system clock. @default now */
  steady?(): number
}

/** A clock that tests can set, freeze and advance. */
export interface MovableClock extends Clock {
  /** Whether the clock is frozen. */
  readonly frozen: boolean
  /**
   * Sets the time: milliseconds since 1970, a Date, or a string such as `2026-11-23T09:00:00Z`. The clock keeps running
   * unless it is frozen.
   *
   * @throws an Error if it is not a time within the years 0001 to 9999
   */
  set(now: Instant): void
  /** Freezes the clock at its current time. */
  freeze(): void
  /** Resumes a frozen clock from its time. */
  run(): void
  /** Advances the clock by milliseconds; negative values move it back. @throws an Error for anything else */
  advance(milliseconds: number): void
  /** Returns to the real time, running. */
  reset(): void
}

/** A source of time that can be stopped and set. */
function createHand(source: () => number) {
  let ahead = 0
  let stopped: number | undefined
  const now = () => stopped ?? source() + ahead
  return {
    now,
    isStopped: () => stopped !== undefined,
    set(time: number): void {
      if (stopped === undefined) ahead = time - source()
      else stopped = time
    },
    stop(): void {
      stopped = now()
    },
    run(): void {
      ahead = now() - source()
      stopped = undefined
    },
    reset(): void {
      ahead = 0
      stopped = undefined
    },
  }
}

/**
 * Creates a clock from a source of real time, and a source that is unaffected by changes of the system clock.
 *
 * @example createClock(Date.now).advance(60_000)
 */
export function createClock(source: () => number, steadySource = source): Required<MovableClock> {
  const hand = createHand(source)
  const steadyHand = createHand(steadySource)
  const hands = [hand, steadyHand]
  // Whole milliseconds, like Date.now(), even if the clock was moved by a fraction of one.
  const now = () => Math.floor(hand.now())
  return {
    now,
    steady: steadyHand.now,
    get frozen() {
      return hand.isStopped()
    },
    set(now) {
      const time = millisecondsOf(now, 'set the clock')
      for (const each of hands) each.set(time)
    },
    freeze() {
      for (const each of hands) each.stop()
    },
    run() {
      for (const each of hands) each.run()
    },
    advance(milliseconds) {
      if (typeof milliseconds !== 'number' || !isInRange((now() + milliseconds) / 1000)) {
        throw new Error(
          `Failed to advance the clock: ${shown(milliseconds)} is not a number of milliseconds that keeps it within the ` +
            'years 0001 to 9999. Write a number such as 60_000.',
        )
      }
      for (const each of hands) each.set(each.now() + milliseconds)
    },
    reset() {
      for (const each of hands) each.reset()
    },
  }
}

/**
 * A time in a program: milliseconds since 1970, a Date, or a string such as `2026-11-23T09:00:00Z`; without a zone it is UTC.
 */
export type Instant = number | Date | string

/**
 * Converts a time to milliseconds since 1970.
 *
 * @param what What the time is for, as in "Failed to set the clock".
 * @throws an Error if it is not a time within the years 0001 to 9999
 */
export function millisecondsOf(time: Instant, what: string): number {
  const milliseconds = time instanceof Date || typeof time === 'number' ? Number(time) : ofText(time)
  if (isInRange(milliseconds / 1000)) return milliseconds
  const found = time instanceof Date ? String(time) : typeof time === 'number' ? String(time) : shown(time)
  throw new Error(
    `Failed to ${what}: ${found} is not a time within the years 0001 to 9999. ` +
      'Write milliseconds since 1970, a Date, or text such as "2026-11-23T09:00:00Z".',
  )
}

function ofText(text: unknown): number {
  const written = typeof text === 'string' ? readTime(text) : undefined
  return written ? instantOf(written, 'UTC') * 1000 : Number.NaN
}
