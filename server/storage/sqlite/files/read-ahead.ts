import type { Disk } from './disk.js'

const least = 2 ** 16
const most = 2 ** 20
/** A read that begins at most this far behind the one before it goes on from there. */
const gap = 4_096

/**
 * Reads a file that does not change meanwhile. Where reads follow each other, it reads ahead: at first 64 KiB, and twice as much
 * each time, up to 1 MiB.
 */
export function createReadAhead(disk: Disk) {
  let bytes = new Uint8Array()
  let start = 0
  let length = 0
  let next = -1

  function readMore(file: number, position: number): void {
    const size = Math.min(most, Math.max(least, 2 * bytes.length))
    if (bytes.length < size) bytes = new Uint8Array(size)
    length = disk.read(file, bytes, position)
    start = position
  }

  return {
    read(file: number, into: Uint8Array, position: number): number {
      const isAhead = () => position >= start && position + into.length <= start + length
      const follows = position >= next && position - next <= gap
      next = position + into.length
      if (!isAhead() && follows) readMore(file, position)
      if (!isAhead()) return disk.read(file, into, position)
      into.set(bytes.subarray(position - start, position - start + into.length))
      return into.length
    },
    /** Forgets what was read ahead. */
    forget() {
      bytes = new Uint8Array()
      length = 0
      next = -1
    },
  }
}
