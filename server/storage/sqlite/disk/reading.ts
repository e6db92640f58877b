import { resolve } from 'node:path'
import type { Database } from 'sql.js'
import { openMounted } from '../engine.js'
import { nodeDisk } from '../files/disk.js'
import { exists, mount } from '../files/mounted.js'
import { createReadOnlyDisk } from '../files/read-only-disk.js'
import { DataError, DataInUse, wayOut } from './data-error.js'
import { type DataFiles, dataFiles } from './data-files.js'
import { type Inspection, inspect } from './inspection.js'
import { whileHeld } from './line.js'
import { takeLock } from './lock.js'

/** Data that somebody looks at, whether a server uses them or not. */
export interface Stillness {
  files: DataFiles
  /** Whether a server is running, and leaves the database file alone meanwhile; what it writes is in that file. */
  isServed: boolean
}

/**
 * Runs work while nobody changes the database of a directory, be it that no server uses it, or that it lets the file be.
 *
 * @throws DataError where there is no database, or its server can't be reached
 */
export async function whileStill<T>(directory: string, work: (still: Stillness) => Promise<T>): Promise<T> {
  const files = dataFiles(resolve(directory))
  if (!exists(nodeDisk, files.database)) {
    throw new DataError(
      files.directory,
      'there is no schedkit.db in it',
      'Name the directory that was given to schedkit serve --data.',
    )
  }
  const lock = await takeLock(files, { key: '', notify: () => {} }).catch(error => {
    if (error instanceof DataInUse) return undefined
    throw error
  })
  if (!lock) return whileHeld(files, () => work({ files, isServed: true }))
  try {
    return await work({ files, isServed: false })
  } finally {
    await lock.release()
  }
}

export interface Reading {
  database: Database
  inspection: Inspection
  files: DataFiles
  isServed: boolean
}

/** Lets work read the data of a directory as they are; nothing there is changed. */
export function reading<T>(directory: string, work: (given: Reading) => Promise<T>): Promise<T> {
  return whileStill(directory, async ({ files, isServed }) => {
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
