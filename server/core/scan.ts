import type { Awaitable } from './wire/call.js'

/** A list that is read in parts. */
export interface Scan<Kept> {
  /**
   * Returns at most this many of the next objects; none at the end.
   *
   * @throws {ScanLost} if too much of what remains to be read has changed since the scan was opened
   */
  next(count: number): Awaitable<Kept[]>
  /** Ends the scan. */
  close(): void
}

/** Thrown by a scan if the store could not preserve everything that has changed since: what was read so far is useless. */
export class ScanLost extends Error {
  override readonly name = 'ScanLost'

  constructor() {
    super('Failed to read a list to its end: too much of it has changed meanwhile. Read it again.')
  }
}

/** Creates a scan of objects in memory. */
export function scanOf<Kept>(objects: readonly Kept[]): Scan<Kept> {
  let place = 0
  return {
    next(count) {
      place += count
      return objects.slice(place - count, place)
    },
    close() {
      place = objects.length
    },
  }
}
