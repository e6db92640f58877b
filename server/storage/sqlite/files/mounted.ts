import { dirname } from 'node:path'
import type { Disk } from './disk.js'

/** A file of a database, while SQLite has it open. */
export interface OpenFile {
  readonly mounted: Mounted
  readonly file: number
  readonly suffix: string
  position: number
}

/** A database on a disk: its file, and beside it its write-ahead log. */
export interface Mounted {
  readonly disk: Disk
  /** Where the database is; the names of its other files begin with this. */
  readonly path: string
  open(suffix: string, opening: { write: boolean; create: boolean; exclusive: boolean }): OpenFile
  close(open: OpenFile): void
  write(open: OpenFile, bytes: Uint8Array): number
  truncate(open: OpenFile, size: number): void
  sync(open: OpenFile): void
  remove(suffix: string): void
  /** The write-ahead log as it is now. */
  log(): Readonly<LogState>
  /** How long its file is, in bytes; parts of it may be left from a run before. */
  logSize(): number
  /** All that stands in the write-ahead log by now is on disk when it resolves. */
  syncLog(): Promise<void>
  /** Runs work that leaves it to `syncDatabase` to bring the database file to the disk. */
  leaveUnsynced<T>(work: () => T): T
  syncDatabase(): Promise<void>
  /** From now on nothing on disk is changed any more: whatever would do so fails. */
  seal(): void
}

export interface LogState {
  /** Where the last write to it ended, in bytes. */
  end: number
  /** Counts the writes to it. */
  writes: number
  /** What tells this run of the log from those before, in hexadecimal. */
  salts: string
}

export const databaseSuffix = ''
export const logSuffix = '-wal'

class Sealed extends Error {
  readonly code = 'EIO'
}

/** Mounts a database; `disk` may have none yet. */
export function mount(disk: Disk, path: string): Mounted {
  const files = new Map<string, OpenFile>()
  let sealed = false
  let leaving = false
  let unsynced = false
  // What was written to the log since the last time it was brought to the disk, and whether that is under way.
  let logWritten = false
  let logSyncing = 0
  const written: LogState = { end: 0, writes: 0, salts: '' }

  function check(): void {
    if (sealed) throw new Sealed('The disk failed before')
  }

  /**
   * The log is overwritten from its beginning, cut or removed once the database has all that stands in it: it has to
   * have it on disk, not only been told.
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
      // Where it failed it stays counted: nobody may take the log for synced after that.
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

/** Is there a file of this name? */
export function exists(disk: Disk, path: string): boolean {
  try {
    disk.facts(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
