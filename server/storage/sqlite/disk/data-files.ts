import { closeSync, constants, copyFileSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeDisk } from '../files/disk.js'

/** The files of a data directory. */
export interface DataFiles {
  directory: string
  /** The database: one file of SQLite. */
  database: string
  /** Beside it, what was written since it was last brought up to date. */
  log: string
  /** How much of the log has been acknowledged. */
  mark: string
  /** A directory in the place of SQLite's shared memory: it lets other programs read at most. */
  guard: string
  /** Locked by the server that uses the directory; says which one that is. */
  lock: string
  /** Of a change to the database that is not finished. */
  journal: string
}

export function dataFiles(directory: string): DataFiles {
  const database = join(directory, 'schedkit.db')
  return {
    directory,
    database,
    log: `${database}-wal`,
    mark: `${database}-mark`,
    guard: `${database}-shm`,
    lock: join(directory, 'schedkit.lock'),
    journal: `${database}-journal`,
  }
}

/** Data on disk that can't be used; nothing of it was changed. */
export class DataError extends Error {
  override readonly name: string = 'DataError'

  constructor(directory: string, reason: string, advice: string, options?: ErrorOptions) {
    super(`Failed to use the data in ${directory}: ${reason}. ${advice}`, options)
  }
}

/** Another process has the data. */
export class DataInUse extends DataError {
  override readonly name = 'DataInUse'
}

/** What somebody can do whose data are damaged. */
export const wayOut = (directory: string): string =>
  `Nothing was changed. To see what is left: schedkit data check ${directory}. To save it: schedkit data backup ${directory} FILE, or schedkit data export ${directory} > seed.json; then start with a new directory, or restore a backup.`

/** Something that happened to the data that whoever runs the server should know; it belongs into the log. */
export interface DataNote {
  /** What happened: a name that stays. */
  event:
    | 'created'
    | 'recovered'
    | 'migrated'
    | 'storage full'
    | 'storage has room'
    | 'storage failed'
    | 'weak lock'
  /** The same as a sentence. */
  message: string
  /** More about it: numbers, and names of files. */
  [particular: string]: unknown
}

export type Notify = (note: DataNote) => void

/** Copies a file; the copy is there when it is whole and on disk. */
export function copyFile(from: string, to: string): void {
  const part = `${to}.part`
  copyFileSync(from, part, constants.COPYFILE_FICLONE)
  const file = openSync(part, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(part, to)
  nodeDisk.syncDirectory(dirname(to))
}
