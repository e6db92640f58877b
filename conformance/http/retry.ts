import { setTimeout as sleep } from 'node:timers/promises'
import { debug } from './debug.js'
import { Interrupted } from './interrupted.js'

/** How often each kind of work is attempted while the connection breaks. */
export const attempts = {
  /** One GET, which changes nothing. */
  read: 3,
  /** A step of setup or clean-up, which may be done twice. */
  step: 3,
  /** A whole check, with new names each time: enough for a connection that breaks once in a hundred requests. */
  check: 5,
} as const

export interface RetryOptions {
  /** Attempts in total. */
  readonly limit: number
  /** Waits before the next attempt; 200 ms more before each by default. */
  readonly pause?: (attempt: number) => Promise<void>
  /** Whether another attempt is still wanted. */
  readonly isWanted?: () => boolean
}

const pauseBefore = (attempt: number) => sleep(200 * attempt)

/** Does something again, from the start, while it ends with a broken connection. */
export async function retry<T>(
  act: (attempt: number) => Promise<T>,
  { limit, pause = pauseBefore, isWanted = () => true }: RetryOptions = { limit: attempts.step },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act(attempt)
    } catch (error) {
      if (!(error instanceof Interrupted) || attempt === limit || !isWanted()) throw error
      debug('retry after attempt %d of %d: %s', attempt, limit, error.message)
      await pause(attempt)
    }
  }
}
