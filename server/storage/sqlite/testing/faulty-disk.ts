import type { Disk } from '../files/disk.js'

/** A disk that can be made to fail. */
export interface FaultyDisk extends Disk {
  /** The number of bytes that can be appended to files before the disk is full. @default any */
  room: number
  /** The error code of all syncs from now on. */
  syncs?: string | undefined
  /** The error code of all writes from now on. */
  writes?: string | undefined
  /** The error code of all reads from now on. */
  reads?: string | undefined
  /** The error code of write permission checks from now on. */
  permission?: string | undefined
  /** The number of operations that changed the disk, or tried to. */
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
