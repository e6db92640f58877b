import { resolve } from 'node:path'
import type { Database } from 'sql.js'
import { openMounted } from '../engine.js'
import { nodeDisk } from '../files/disk.js'
import { exists, mount } from '../files/mounted.js'
import { createReadOnlyDisk } from '../files/read-only-disk.js'
import { withHeldDatabase } from './backup-handshake.js'
import { DataError, type DataFiles, DataInUse, dataFiles, wayOut } from './data-files.js'
import { type Inspection, inspect } from './inspection.js'
import { takeLock } from './lock.js'

/** Data that somebody looks at, whether a server uses them or not. */
export interface ReadLease {
  files: DataFiles
  /** Whether a server is running, and leaves the database file alone meanwhile; what it writes is in that file. */
  isServed: boolean
}

/**
 * Runs work while nobody changes the database of a directory, be it that no server uses it, or that it lets the file be.
 *
 * @throws DataError where there is no database, or its server can't be reached
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

export interface OpenedForReading {
  database: Database
  inspection: Inspection
  files: DataFiles
  isServed: boolean
}

/** Lets work read the data of a directory as they are; nothing there is changed. */
export function readDatabase<T>(
  directory: string,
  work: (given: OpenedForReading) => Promise<T>,
): Promise<T> {
  return withLease(directory, async ({ files, isServed }) => {
    // What a server writes meanwhile goes into its log, and is none of what is read.
    const disk = createReadOnlyDisk(nodeDisk, isServed ? [files.log, files.mark] : [])
    const inspection = inspect(disk, files)
    const mounted = mount(disk, files.database)
    const database = await openMounted(mounted)
    try {
      database.exec('SELECT count(*) FROM sqlite_schema')
    } catch (error) {
      mounted.seal()
      database.close()
      const reason = [...inspection.damage, (error as Error).message].join('; ')
      throw new DataError(files.directory, reason, wayOut(files.directory), { cause: error })
    }
    try {
      return await work({ database, inspection, files, isServed })
    } finally {
      mounted.seal()
      database.close()
    }
  })
}
