import type { Disk } from '../files/disk.js'
import { exists } from '../files/mounted.js'
import type { DataFiles } from './data-files.js'

/*
 * Space for a full disk: a file that holds nothing, and is given up when the disk is full. The log then fits into the
 * database file, and what frees space, such as a deletion, still succeeds. Other writes are refused until there is room for
 * the reserve again.
 */

/** Less than this is no room, in bytes. */
const least = 64 * 1024
/** The largest reserve, however long the log may become. */
export const largest = 8 * 2 ** 20

export type Reserve = ReturnType<typeof createReserve>

/** @param most The longest log between two checkpoints, in bytes: as much as a checkpoint may need. */
export function createReserve(disk: Disk, { directory, reserve: path }: DataFiles, most: number) {
  const free = () => disk.free?.(directory) ?? Number.POSITIVE_INFINITY

  // How large it was when it was given up: there is room again once it fits in as it did.
  let given = 0

  function giveUp(): void {
    if (!exists(disk, path)) return
    given = Math.max(given, disk.facts(path).size)
    disk.remove(path)
  }

  /** Writes zeros: a file with holes would reserve nothing. */
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
    /** Whether the disk has no room for anything. */
    isDiskFull: (): boolean => free() < least,
    giveUp,
    /** Takes the space, at first a quarter of what is free at most. False if there is no room for it. */
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
