import type { Disk } from '../files/disk.js'

/** A disk that can be made to fail. */
export interface FaultyDisk extends Disk {
  /** How many bytes can be written beyond the ends of files before the disk is full; any number by default. */
  room: number
  /** The code that syncs fail with, from now on. */
  syncs?: string | undefined
  /** The code that writes fail with, from now on. */
  writes?: string | undefined
  /** The code that reads fail with, from now on. */
  reads?: string | undefined
  /** The code with which writing is not permitted, from now on. */
  permission?: string | undefined
  /** How many operations changed the disk, or were meant to. */
  changes: number
}

const failure = (code: string) => Object.assign(new Error(`${code}: injected`), { code })

export function createFaultyDisk(disk: Disk): FaultyDisk {
  const check = (code: string | undefined) => {
    if (code !== undefined) throw failure(code)
  }
  const faulty: FaultyDisk = {
    ...disk,
    room: Number.POSITIVE_INFINITY,
    changes: 0,
    read(file, bytes, position) {
      check(faulty.reads)
      return disk.read(file, bytes, position)
    },
    write(file, bytes, position) {
      faulty.changes++
      check(faulty.writes)
      const beyond = Math.max(0, position + bytes.length - Math.max(position, disk.facts(file).size))
      const fits = bytes.length - Math.max(0, beyond - faulty.room)
      if (fits <= 0) throw failure('ENOSPC')
      faulty.room -= Math.min(beyond, faulty.room)
      return disk.write(file, bytes.subarray(0, fits), position)
    },
    mayWrite(path) {
      check(faulty.permission)
      disk.mayWrite(path)
    },
    sync(file) {
      check(faulty.syncs)
      disk.sync(file)
    },
    async syncSoon(file) {
      check(faulty.syncs)
      await disk.syncSoon(file)
    },
    truncate(file, size) {
      faulty.changes++
      disk.truncate(file, size)
    },
    free: path => Math.min(faulty.room, disk.free?.(path) ?? faulty.room),
    remove(path) {
      faulty.changes++
      faulty.room += disk.facts(path).size
      disk.remove(path)
    },
  }
  return faulty
}
