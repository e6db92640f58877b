import type { Disk } from './disk.js'

const most = 2 ** 20

/** Gathers writes that follow each other in a file, up to 1 MiB, and does them at once. */
export function createGatheredWrites(disk: Disk) {
  let bytes = new Uint8Array(65_536)
  let file = 0
  let start = 0
  let length = 0

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
    /** Writes what was gathered; needed before the file is read, measured, cut, synced or closed. */
    flush,
    /** Forgets what was gathered, and needs no memory until the next write. */
    forget() {
      length = 0
      bytes = new Uint8Array()
    },
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
      return given.length
    },
  }
}
