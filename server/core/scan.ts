import type { Awaitable } from './wire/call.js'

/** A list that is read in parts. */
export interface Scan<Kept> {
  /**
   * The next objects, at most this many; none at the end.
   *
   * @throws {ScanLost} if too much of what was to be read has changed since the scan was opened
   */
  next(count: number): Awaitable<Kept[]>
  /** Ends it. */
  close(): void
}

/** Thrown by a scan if the store could not keep all that has changed since: what was read so far is of no use. */
export class ScanLost extends Error {
  override readonly name = 'ScanLost'

  constructor() {
    super('Failed to read a list to its end: too much of it has changed meanwhile. Read it again.')
  }
}

/** A scan of objects that are at hand. */
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
