import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'

/** What is known of a file. */
export interface FileFacts {
  size: number
  dev: number
  ino: number
  mode: number
  isDirectory: boolean
}

export interface Opening {
  write: boolean
  create: boolean
  exclusive: boolean
}

/**
 * The few things a database does to files. Everything throws errors with a `code` of the system, such as `ENOSPC`.
 * It is a port, so that tests can put a disk behind it that fails, or that remembers what was never synced.
 */
export interface Disk {
  /** Opens a file; a new one can be read and written by its owner alone. */
  open(path: string, opening: Opening): number
  close(file: number): void
  /** Fills the bytes from a position on, as far as there are any, and tells how many. */
  read(file: number, bytes: Uint8Array, position: number): number
  /** Writes at a position, and tells how many bytes of them: fewer where room ran out. */
  write(file: number, bytes: Uint8Array, position: number): number
  truncate(file: number, size: number): void
  facts(file: number | string): FileFacts
  /** When it returns, all that was written is on disk. */
  sync(file: number): void
  /** The same without waiting in the foreground: covers what was written before the call. */
  syncSoon(file: number): Promise<void>
  remove(path: string): void
  /** Gives a file another name, in place of what had it. */
  rename(from: string, to: string): void
  /** When it returns, the names of new and removed files in a directory are on disk. */
  syncDirectory(path: string): void
}

const syncInBackground = promisify(fdatasync)

/** The disk of this machine. */
export const nodeDisk: Disk = {
  open(path, { write, create, exclusive }) {
    const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL } = constants
    const flags = (write ? O_RDWR : O_RDONLY) | (create ? O_CREAT : 0) | (exclusive ? O_EXCL : 0)
    return openSync(path, flags, 0o600)
  },
  close: closeSync,
  read: (file, bytes, position) => readSync(file, bytes, 0, bytes.length, position),
  write: (file, bytes, position) => writeSync(file, bytes, 0, bytes.length, position),
  truncate: ftruncateSync,
  facts(file) {
    const { size, dev, ino, mode } = typeof file === 'number' ? fstatSync(file) : statSync(file)
    return { size, dev, ino, mode, isDirectory: (mode & constants.S_IFMT) === constants.S_IFDIR }
  },
  sync: fdatasyncSync,
  syncSoon: syncInBackground,
  remove: unlinkSync,
  rename: renameSync,
  syncDirectory(path) {
    // Windows opens no directories; there NTFS keeps its own journal of names.
    if (process.platform === 'win32') return
    const directory = openSync(path, constants.O_RDONLY)
    try {
      fsyncSync(directory)
    } finally {
      closeSync(directory)
    }
  },
}
