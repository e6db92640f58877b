import type { Disk } from './disk.js'

/** A frame of the write-ahead log is a header of this length, and a page; see https://sqlite.org/fileformat2.html#walformat. */
const headerLength = 24

/** More than this is not gathered, in bytes. */
const most = 2 ** 20

/**
 * Gathers the frames of a transaction, which SQLite writes in two calls each, and writes them to the log at once with the last
 * one. An error is then an error of that last write, before the transaction counts as committed.
 */
export function createLogBuffer(disk: Disk) {
  let bytes = new Uint8Array(65_536)
  let file = 0
  let start = 0
  let length = 0
  /** Whether the header that was written last says that its page ends the transaction. */
  let isLast = false

  /** @throws {Error} `ENOSPC` if the disk takes only a part of it */
  function flush(): void {
    const whole = length
    length = 0
    if (whole === 0) return
    const written = disk.write(file, bytes.subarray(0, whole), start)
    if (written < whole)
      throw Object.assign(new Error('ENOSPC: the data was written in part'), { code: 'ENOSPC' })
  }

  return {
    /** Writes what was gathered; needed before the log is read, measured, synced or closed. */
    flush,
    write(to: number, given: Uint8Array, position: number): number {
      if (to !== file || position !== start + length || length > most) {
        flush()
        file = to
        start = position
      }
      if (length + given.length > bytes.length) {
        const larger = new Uint8Array(2 * (length + given.length))
        larger.set(bytes)
        bytes = larger
      }
      bytes.set(given, length)
      length += given.length
      const endsTransaction = isLast
      // The second number of a header is the size of the database after the transaction, and 0 before its end.
      isLast = given.length === headerLength && given.subarray(4, 8).some(byte => byte !== 0)
      if (endsTransaction) flush()
      return given.length
    },
  }
}
