import { constants, copyFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DataError } from '../../errors.js'
import { openMounted } from '../engine.js'
import { nodeDisk } from '../files/disk.js'
import { exists, mount } from '../files/mounted.js'
import { checkDatabase } from './check-data.js'
import { createFile, type DataFiles, syncFile } from './data-files.js'
import { inspect } from './inspection.js'
import { refuseViews, withLease } from './read-lease.js'

export interface Backup {
  file: string
  /** The size in bytes. */
  size: number
  /** What was already damaged or lost, each as a sentence; the backup contains the rest. */
  damage: readonly string[]
}

/**
 * Copies the data of a directory into one file, a complete SQLite database, even while its server runs and writes. The file
 * appears only once it is complete, checked and on disk.
 *
 * @throws {DataError} if it fails; an existing file is not touched
 */
export async function backupData(directory: string, file: string): Promise<Backup> {
  const target = resolve(file)
  const part = `${target}.part`
  if (exists(nodeDisk, target)) {
    throw new DataError(directory, `the backup file ${target} already exists`, 'Choose another name.')
  }
  let damage: readonly string[] = []
  try {
    await createFile(nodeDisk, { path: target, part }, async () => {
      await withLease(directory, async ({ files, isServed }) => {
        // SQLite would silently drop damaged parts of the log. A running server has copied its log into the database.
        if (!isServed) ({ damage } = inspect(nodeDisk, files))
        copy(files, part, { withLog: !isServed })
      })
      await makeWhole(directory, part)
    })
    return { file: target, size: statSync(target).size, damage }
  } catch (error) {
    if (error instanceof DataError) throw error
    const { message } = error as Error
    throw new DataError(
      directory,
      `the backup could not be written to ${target}: ${message}`,
      'Choose a writable place with enough room.',
      { cause: error },
    )
  }
}

function copy({ database, log }: DataFiles, part: string, { withLog }: { withLog: boolean }): void {
  copyFileSync(database, part, constants.COPYFILE_FICLONE)
  if (withLog && exists(nodeDisk, log)) copyFileSync(log, `${part}-wal`, constants.COPYFILE_FICLONE)
}

/** Copies the log into the backup and reads everything once. */
async function makeWhole(directory: string, part: string): Promise<void> {
  const database = await openMounted(mount(nodeDisk, part))
  try {
    database.run('PRAGMA journal_mode = DELETE')
    refuseViews(database)
    const { problems } = checkDatabase(database)
    if (problems.length > 0) throw new Error(problems.join('; '))
  } catch (error) {
    const { message } = error as Error
    // These are errors of the backup's disk; all others are about its contents.
    if (/^(database or disk is full|disk I\/O error)/.test(message)) throw error
    throw new DataError(
      directory,
      `its copy is damaged: ${message}`,
      `Restore an older backup, or export what can be read: schedkit data export ${directory} > seed.json. For details: schedkit data check ${directory}`,
      { cause: error },
    )
  } finally {
    database.close()
  }
  syncFile(part)
}
