import { dirname } from 'node:path'
import type { Disk, Opening } from './disk.js'

/** A file that SQLite has open. */
export interface OpenFile {
  readonly mounted: Mounted
  readonly file: number
  readonly suffix: string
  position: number
}

/** A database on a disk: its file and its write-ahead log. */
export interface Mounted {
  readonly disk: Disk
  /** The path of the database, and the prefix of its other files. */
  readonly path: string
  open(suffix: string, opening: Opening): OpenFile
  close(open: OpenFile): void
  write(open: OpenFile, bytes: Uint8Array): number
  truncate(open: OpenFile, size: number): void
  sync(open: OpenFile): void
  remove(suffix: string): void
  /** The state of the write-ahead log. */
  log(): Readonly<LogState>
  /** The length of its file, in bytes; parts may be left from an earlier run. */
  logSize(): number
  /** Resolves once everything in the write-ahead log so far is on disk. */
  syncLog(): Promise<void>
  /** Runs work whose sync of the database file is left to `syncDatabase`. */
  leaveUnsynced<T>(work: () => T): T
  syncDatabase(): Promise<void>
  /** Makes all further changes on disk fail. */
  seal(): void
}

export interface LogState {
  /** The end of the last write to it, in bytes. */
  end: number
  /** The number of writes to it. */
  writes: number
  /** The salts of this run of the log, in hexadecimal. */
  salts: string
}

export const databaseSuffix = ''
export const logSuffix = '-wal'

class Sealed extends Error {
  readonly code = 'EIO'
}

/** Mounts a database, which need not exist yet. */
export function mount(disk: Disk, path: string): Mounted {
  const files = new Map<string, OpenFile>()
  let sealed = false
  let leaving = false
  let unsynced = false
  // Whether the log was written since its last sync, and the number of syncs in progress.
  let logWritten = false
  let logSyncing = 0
  const written: LogState = { end: 0, writes: 0, salts: '' }

  function check(): void {
    if (sealed) throw new Sealed('The disk failed before')
  }

  /**
   * Before the log is overwritten from its start, truncated or removed, everything in it must be in the database file and
   * synced.
   */
  function settleDatabase(): void {
    const database = files.get(databaseSuffix)
    if (!unsynced || !database) return
    disk.sync(database.file)
    unsynced = false
  }

  const mounted: Mounted = {
    disk,
    path,
    open(suffix, opening) {
      const full = path + suffix
      const isNew = opening.create && !exists(disk, full)
      if (isNew) check()
      const open: OpenFile = { mounted, file: disk.open(full, opening), suffix, position: 0 }
      files.set(suffix, open)
      if (isNew) disk.syncDirectory(dirname(path))
      return open
    },
    close({ file, suffix }) {
      if (suffix === databaseSuffix) settleDatabase()
      files.delete(suffix)
      disk.close(file)
    },
    write({ file, suffix, position }, bytes) {
      check()
      if (suffix === logSuffix) {
        if (position === 0) {
          settleDatabase()
          written.salts = Buffer.from(bytes.subarray(16, 24)).toString('hex')
        }
        logWritten = true
        written.end = position + bytes.length
        written.writes++
      }
      return disk.write(file, bytes, position)
    },
    truncate({ file, suffix }, size) {
      check()
      if (suffix === logSuffix) {
        settleDatabase()
        logWritten = true
      }
      disk.truncate(file, size)
    },
    sync({ file, suffix }) {
      check()
      if (suffix === databaseSuffix && leaving) unsynced = true
      else if (suffix !== logSuffix || logWritten || logSyncing > 0) disk.sync(file)
      if (suffix === logSuffix) logWritten = false
    },
    remove(suffix) {
      check()
      if (suffix === logSuffix) settleDatabase()
      disk.remove(path + suffix)
      disk.syncDirectory(dirname(path))
    },
    log: () => written,
    logSize() {
      const log = files.get(logSuffix)
      return log ? disk.facts(log.file).size : 0
    },
    async syncLog() {
      const log = files.get(logSuffix)
      if (!log) return
      check()
      logWritten = false
      logSyncing++
      await disk.syncSoon(log.file)
      // A failed sync stays counted, so that the log never again counts as synced.
      logSyncing--
    },
    leaveUnsynced(work) {
      leaving = true
      try {
        return work()
      } finally {
        leaving = false
      }
    },
    async syncDatabase() {
      const database = files.get(databaseSuffix)
      if (!unsynced || !database) return
      await disk.syncSoon(database.file)
      unsynced = false
    },
    seal() {
      sealed = true
      unsynced = false
    },
  }
  return mounted
}

/** Whether a file exists. */
export function exists(disk: Disk, path: string): boolean {
  try {
    disk.facts(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
