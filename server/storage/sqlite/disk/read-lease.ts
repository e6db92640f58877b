import { resolve } from 'node:path'
import { DataError } from '../../errors.js'
import type { Database } from '../connection.js'
import { openMounted } from '../engine.js'
import { nodeDisk } from '../files/disk.js'
import { exists, mount } from '../files/mounted.js'
import { createReadOnlyDisk } from '../files/read-only-disk.js'
import { withHeldDatabase } from './backup-handshake.js'
import { type DataFiles, DataInUse, dataFiles } from './data-files.js'
import { type Inspection, inspect } from './inspection.js'
import { takeLock } from './lock.js'

/** A guarantee that the database file does not change, whether or not a server is running. */
interface ReadLease {
  files: DataFiles
  /** Whether a server is running. It does not change the database file meanwhile, which has everything written before. */
  isServed: boolean
}

/**
 * Runs work while the database of a directory does not change: no server uses it, or its server pauses checkpoints.
 *
 * @throws {DataError} if there is no database, or its server cannot be reached
 */
export async function withLease<T>(directory: string, work: (still: ReadLease) => Promise<T>): Promise<T> {
  const files = dataFiles(resolve(directory))
  if (!exists(nodeDisk, files.database)) {
    throw new DataError(
      files.directory,
      'there is no schedkit.db in it',
      'Pass the directory that schedkit serve --data uses.',
    )
  }
  const lock = await takeLock(files, { key: '', notify: () => {} }).catch(error => {
    if (error instanceof DataInUse) return undefined
    throw error
  })
  if (!lock) return withHeldDatabase(files, () => work({ files, isServed: true }))
  try {
    return await work({ files, isServed: false })
  } finally {
    await lock.release()
  }
}

interface OpenedForReading extends ReadLease {
  database: Database
  inspection: Inspection
}

/** Lets work read the data of a directory without changing it. */
export function readDatabase<T>(
  directory: string,
  work: (given: OpenedForReading) => Promise<T>,
): Promise<T> {
  return withLease(directory, async ({ files, isServed }) => {
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
      return await work({ database, inspection, files, isServed })
    } finally {
      mounted.seal()
      database.close()
    }
  })
}

/** @throws {Error} if there are views: a server makes none, and a query of one that somebody else made may take forever */
export function refuseViews(database: Database): void {
  const [found] = database.rows("SELECT name FROM sqlite_schema WHERE type = 'view' LIMIT 1")
  if (found) throw new Error(`schedkit.db has a view, ${found[0]}, which no server made`)
}
