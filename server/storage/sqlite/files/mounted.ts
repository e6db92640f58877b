import { dirname } from 'node:path'
import type { Disk, Opening } from './disk.js'

/** A file that SQLite has open. */
export interface OpenFile {
  readonly mounted: Mounted
  readonly file: number
  readonly suffix: string
  position: number
  /** Its length in bytes after our last write. */
  length: number
}

/** A database on a disk: its file and its write-ahead log. */
export type Mounted = ReturnType<typeof mount>

const databaseSuffix = ''
const logSuffix = '-wal'

class Displaced extends Error {
  constructor(path: string) {
    super(`${path} is no longer the file that this process opened: it was removed, moved or replaced`)
  }
}

class Cut extends Error {
  readonly code = 'EIO'
  constructor(path: string, size: number, length: number) {
    super(`${path} has ${size} bytes and must have ${length}: another program cut it`)
  }
}

class Sealed extends Error {
  readonly code = 'EIO'
}

/** Mounts a database, which need not exist yet. */
export function mount(disk: Disk, path: string) {
  const files = new Map<string, OpenFile>()
  let sealed = false
  let cut: Cut | undefined
  let copying = false
  let unsynced = false
  // Whether the log was written since its last sync, and the number of syncs in progress. An earlier process may have been killed
  // before it synced what is there.
  let logWritten = true
  let logSyncing = 0
  /** All syncs ahead so far: the system reports a failed write to only one sync, and no later one may miss it. */
  let ahead: Promise<void> = Promise.resolve()
  // The end of the last log write in bytes, the number of writes, and the salts of the current run in hexadecimal.
  const written = { end: 0, writes: 0, salts: '' }

  function check(): void {
    if (sealed) throw new Sealed('The disk failed before')
  }

  /**
   * Returns the facts of an open file. Called before each write, because a write beyond the end of a truncated file would
   * hide the truncation, and whenever a file ends too early for a read.
   *
   * @throws {Cut} if it is shorter than we left it
   */
  function verifyLength({ file, suffix, length }: OpenFile) {
    const facts = disk.facts(file)
    if (facts.size >= length) return facts
    cut ??= new Cut(path + suffix, facts.size, length)
    throw cut
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

  const mounted = {
    disk,
    /** The path of the database, and the prefix of its other files. */
    path,
    open(suffix: string, opening: Opening): OpenFile {
      const full = path + suffix
      const isNew = opening.create && !exists(disk, full)
      if (isNew) check()
      const file = disk.open(full, opening)
      const open: OpenFile = { mounted, file, suffix, position: 0, length: disk.facts(file).size }
      files.set(suffix, open)
      if (isNew) disk.syncDirectory(dirname(path))
      return open
    },
    close({ file, suffix }: OpenFile): void {
      if (suffix === databaseSuffix) settleDatabase()
      files.delete(suffix)
      disk.close(file)
    },
    read(open: OpenFile, bytes: Uint8Array): number {
      const { file, position, length } = open
      const read = disk.read(file, bytes, position)
      if (read < bytes.length && position + read < length) verifyLength(open)
      return read
    },
    write(open: OpenFile, bytes: Uint8Array): number {
      const { file, suffix, position } = open
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
      verifyLength(open)
      const count = disk.write(file, bytes, position)
      open.length = Math.max(open.length, position + count)
      return count
    },
    truncate(open: OpenFile, size: number): void {
      const { file, suffix } = open
      check()
      if (suffix === logSuffix) {
        settleDatabase()
        logWritten = true
      }
      verifyLength(open)
      disk.truncate(file, size)
      open.length = size
    },
    sync({ file, suffix }: OpenFile): void {
      check()
      if (suffix === databaseSuffix && copying) unsynced = true
      else if (suffix !== logSuffix || logWritten || logSyncing > 0) disk.sync(file)
      if (suffix === logSuffix) logWritten = false
    },
    remove(suffix: string): void {
      check()
      if (suffix === logSuffix) settleDatabase()
      disk.remove(path + suffix)
      disk.syncDirectory(dirname(path))
    },
    /** The facts of an open file. */
    factsOf: verifyLength,
    /** The state of the write-ahead log. */
    log: (): Readonly<typeof written> => written,
    /** The length of the log file in bytes; parts may be left from an earlier run. */
    logSize(): number {
      const log = files.get(logSuffix)
      return log ? verifyLength(log).size : 0
    },
    /** Resolves once everything in the write-ahead log so far is on disk. */
    async syncLog(): Promise<void> {
      const log = files.get(logSuffix)
      if (!log) return
      check()
      logWritten = false
      logSyncing++
      await Promise.all([ahead, disk.syncSoon(log.file)])
      // A failed sync stays counted, so that the log never counts as synced again.
      logSyncing--
    },
    /** Syncs pending log writes ahead of a later sync, on which durability depends. */
    async syncAhead(): Promise<void> {
      const log = files.get(logSuffix)
      if (log) ahead = Promise.all([ahead, disk.syncSoon(log.file)]).then(() => {})
      await ahead
    },
    /**
     * Verifies that the files are still where the next process will look for them, and as long as we left them.
     *
     * @throws if one was removed, replaced or truncated, or may no longer be written
     */
    checkPlace(): void {
      disk.mayWrite(dirname(path))
      for (const open of files.values()) {
        const { suffix } = open
        const opened = verifyLength(open)
        const found = exists(disk, path + suffix) ? disk.facts(path + suffix) : undefined
        if (found?.ino !== opened.ino || found.dev !== opened.dev) throw new Displaced(path + suffix)
        disk.mayWrite(path + suffix)
      }
    },
    /** The error of a file that another program truncated; SQLite replaces it with its own. */
    cut: () => cut,
    /** Runs a checkpoint. Its sync of the database file is left to `syncDatabase`. */
    checkpoint(work: () => void): void {
      copying = true
      try {
        work()
      } finally {
        copying = false
      }
    },
    async syncDatabase(): Promise<void> {
      const database = files.get(databaseSuffix)
      if (!unsynced || !database) return
      await disk.syncSoon(database.file)
      unsynced = false
    },
    /** Makes all further changes on disk fail. */
    seal(): void {
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
