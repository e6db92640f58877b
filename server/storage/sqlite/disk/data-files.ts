import { closeSync, constants, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Awaitable, Unavailable } from '../../../core/index.js'
import { DataError } from '../../errors.js'
import { type Disk, nodeDisk } from '../files/disk.js'
import { isFull } from './failures.js'

/** The files of a data directory. */
export type DataFiles = ReturnType<typeof dataFiles>

export function dataFiles(directory: string) {
  const database = join(directory, 'schedkit.db')
  return {
    directory,
    /** The database: a single SQLite file. */
    database,
    /** The write-ahead log: what was written since the last checkpoint. */
    log: `${database}-wal`,
    /** The durable length of the log. */
    mark: `${database}-mark`,
    /** Reserved space, released when the disk is full. */
    reserve: `${database}-reserve`,
    /** A directory in the place of SQLite's shared memory, so that other programs can only read. */
    guard: `${database}-shm`,
    /** Locked by the server that uses the directory; names its process. */
    lock: join(directory, 'schedkit.lock'),
  }
}

/** Thrown if another process uses the data. */
export class DataInUse extends DataError {
  override readonly name = 'DataInUse'
}

const adviceOn: Record<string, string> = {
  ENOSPC: 'Make room.',
  EROFS: 'Make the disk writable, or choose another directory.',
  ENOTDIR: 'Choose a directory.',
  EEXIST: 'Choose a directory.',
}

/** Turns a system error, such as EPERM or a full disk, into one that says what to do; returns others unchanged. */
export function explainSystemError(error: unknown, directory: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (isFull(error) || (error instanceof Unavailable && error.why === 'full'))
    return new DataError(directory, 'its disk is full', 'Make room.', { cause: error })
  if (error instanceof DataError || code === undefined || syscall === undefined) return error
  const advice =
    adviceOn[code] ?? 'The user who runs schedkit must be able to write to the directory and to its files.'
  return new DataError(directory, `the system said "${message}"`, advice, { cause: error })
}

/** Advice on damaged data. */
export const wayOut = (directory: string): string =>
  `Nothing was changed. To see what is left: schedkit data check ${directory}. To save it: schedkit data backup ${directory} FILE, or, if that refuses, schedkit data export ${directory} > seed.json; then start with a new directory, or restore a backup.`

/** Copies a file; the copy appears only once it is complete and on disk. */
export function copyFile(from: string, to: string): void {
  const part = `${to}.part`
  copyFileSync(from, part, constants.COPYFILE_FICLONE)
  syncFile(part)
  renameSync(part, to)
  nodeDisk.syncDirectory(dirname(to))
}

/** Creates a database under the name `part`, and renames it once `make` has completed it and it is on disk. */
export async function createFile(
  disk: Disk,
  { path, part }: { path: string; part: string },
  make: () => Awaitable<void>,
): Promise<void> {
  // The next attempt removes the remains of an interrupted process.
  const clear = () => {
    for (const suffix of ['', '-journal', '-wal']) rmSync(part + suffix, { force: true })
  }
  clear()
  try {
    await make()
    disk.rename(part, path)
    disk.syncDirectory(dirname(path))
  } catch (error) {
    clear()
    throw error
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
