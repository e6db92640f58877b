import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DataError } from '../../errors.js'
import type { Database } from '../connection.js'
import { openMounted } from '../engine.js'
import { nodeDisk } from '../files/disk.js'
import { exists, mount } from '../files/mounted.js'
import { createReadOnlyDisk } from '../files/read-only-disk.js'
import { withHeldDatabase } from './backup-handshake.js'
import { type DataFiles, DataInUse, dataFiles, explainSystemError } from './data-files.js'
import { type Inspection, inspect } from './inspection.js'
import { type Lock, takeLock } from './lock.js'

/** A guarantee that the database file does not change, whether or not a server is running. */
interface ReadLease {
  files: DataFiles
  /** Whether a server is running. It then does not change the database file, which contains everything written before. */
  isServed: boolean
  /** @throws {DataError} if the file has changed meanwhile */
  verify(): Promise<void>
}

/**
 * Runs work while the database of a directory does not change: no server uses it, or its server pauses checkpoints.
 *
 * @throws {DataError} if there is no database, or its server cannot be reached
 */
export async function withLease<T>(directory: string, work: (still: ReadLease) => Promise<T>): Promise<T> {
  const files = dataFiles(resolve(directory))
  const lock = await lockForReading(files)
  if (!lock) return withHeldDatabase(files, verify => work({ files, isServed: true, verify }))
  try {
    return await work({ files, isServed: false, verify: async () => {} })
  } finally {
    await lock.release()
  }
}

/** Returns undefined if a server holds the lock. On a read-only disk, nothing is written for it. */
async function lockForReading(files: DataFiles, isReadOnly = false): Promise<Lock | undefined> {
  try {
    refuseWithoutData(files)
    return await takeLock(files, { key: '', notify: () => {}, isReadOnly })
  } catch (error) {
    if (error instanceof DataInUse) return undefined
    if ((error as NodeJS.ErrnoException).code === 'EROFS' && !isReadOnly) return lockForReading(files, true)
    throw explainSystemError(error, files.directory)
  }
}

function refuseWithoutData({ directory, database }: DataFiles): void {
  const advice = 'Pass the directory that schedkit serve --data uses.'
  if (statSync(directory, { throwIfNoEntry: false })?.isFile())
    throw new DataError(
      directory,
      'it is a file',
      `${advice} To look at a backup, copy it into a new directory as schedkit.db, and pass that.`,
    )
  if (!exists(nodeDisk, database)) throw new DataError(directory, 'there is no schedkit.db in it', advice)
}

interface OpenedForReading extends ReadLease {
  database: Database
  inspection: Inspection
}

/** Reads the data of a directory without changing it. */
export function readDatabase<T>(
  directory: string,
  work: (given: OpenedForReading) => Promise<T>,
): Promise<T> {
  return withLease(directory, async ({ files, isServed, verify }) => {
    // Hide the log of a running server: its new writes are not part of what we read.
    const disk = createReadOnlyDisk(nodeDisk, isServed ? [files.log, files.mark] : [])
    const inspection = inspect(disk, files)
    const mounted = mount(disk, files.database)
    const database = await openMounted(mounted)
    try {
      refuseViews(database)
    } catch (error) {
      mounted.seal()
      database.close()
      const reason = [...inspection.damage, (error as Error).message].join('; ')
      throw new DataError(files.directory, reason, 'It cannot be read: restore a backup.', {
        cause: error,
      })
    }
    try {
      return await work({ database, inspection, files, isServed, verify })
    } finally {
      mounted.seal()
      database.close()
    }
  })
}

/** @throws {Error} if there are views: a server creates none, and a query of someone else's view may never end */
export function refuseViews(database: Database): void {
  const [found] = database.rows("SELECT name FROM sqlite_schema WHERE type = 'view' LIMIT 1")
  if (found) throw new Error(`schedkit.db has a view, ${found[0]}, which no server made`)
}
