import type { Disk } from '../files/disk.js'
import { exists } from '../files/mounted.js'
import type { DataFiles } from './data-files.js'

/*
 * Reserves space for when the disk is full: an unused file that is then removed. The log then fits into the database file,
 * and writes that free space, such as deletions, still succeed. Other writes are refused until there is room for the reserve
 * again.
 */

/** Less free space than this, in bytes, counts as none. */
const least = 64 * 1024
/** The maximum size of the reserve, however long the log may become. */
export const largest = 8 * 2 ** 20

export type Reserve = ReturnType<typeof createReserve>

/** @param most The maximum log length between two checkpoints, in bytes: as much as a checkpoint may need. */
export function createReserve(disk: Disk, { directory, reserve: path }: DataFiles, most: number) {
  const free = () => disk.free?.(directory) ?? Number.POSITIVE_INFINITY

  // The size of the removed reserve: there is room again once a file of this size fits.
  let given = 0

  function giveUp(): void {
    if (!exists(disk, path)) return
    given = Math.max(given, disk.facts(path).size)
    disk.remove(path)
  }

  /** Writes zeros, because a sparse file would reserve nothing. */
  function fill(size: number): void {
    const file = disk.open(path, { write: true, create: true, exclusive: false })
    try {
      const zeros = new Uint8Array(least)
      for (let at = 0; at < size; ) {
        at += disk.write(file, zeros.subarray(0, Math.min(least, size - at)), at)
      }
    } finally {
      disk.close(file)
    }
  }

  return {
    /** Whether the disk has no free space. */
    isDiskFull: (): boolean => free() < least,
    giveUp,
    /** Takes the space, initially at most a quarter of what is free. False if there is no room for it. */
    take(): boolean {
      if (exists(disk, path)) return true
      if (!disk.free) return true
      const size = given > 0 ? given : Math.min(most, largest, Math.floor(free() / 4))
      if (size === 0 || free() < size + least) return false
      try {
        fill(size)
        return true
      } catch {
        if (exists(disk, path)) disk.remove(path)
        return false
      }
    },
  }
}
