import type { Disk } from './disk.js'
import { createGatheredWrites } from './gathered-writes.js'

/** A frame of the write-ahead log is a header of this length, and a page; see https://sqlite.org/fileformat2.html#walformat. */
const headerLength = 24

/**
 * Gathers the frames of a transaction, which SQLite writes in two calls each, and writes them to the log at once with the last
 * one. An error is then an error of that last write, before the transaction counts as committed.
 */
export function createLogBuffer(disk: Disk) {
  const { write, flush } = createGatheredWrites(disk)
  /** Whether the header that was written last says that its page ends the transaction. */
  let isLast = false

  return {
    /** Writes what was gathered; needed before the log is read, measured, synced or closed. */
    flush,
    write(file: number, given: Uint8Array, position: number): number {
      write(file, given, position)
      const endsTransaction = isLast
      // The second number of a header is the size of the database after the transaction, and 0 before its end.
      isLast = given.length === headerLength && given.subarray(4, 8).some(byte => byte !== 0)
      if (endsTransaction) flush()
      return given.length
    },
  }
}
