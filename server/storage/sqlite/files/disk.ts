import {
  accessSync,
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
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'

/** Facts about a file. */
export interface FileFacts {
  size: number
  dev: number
  ino: number
  mode: number
}

export interface Opening {
  write: boolean
  create: boolean
  exclusive: boolean
}

/**
 * The file operations of a database. All throw errors with a system `code`, such as `ENOSPC`. This is a port, so that tests
 * can use a disk that fails, or that remembers what was never synced.
 */
export interface Disk {
  /** Opens a file; a new one can only be read and written by its owner. */
  open(path: string, opening: Opening): number
  close(file: number): void
  /** Reads from a position and returns the number of bytes read. */
  read(file: number, bytes: Uint8Array, position: number): number
  /** Writes at a position and returns the number of bytes written: fewer if the disk is full. */
  write(file: number, bytes: Uint8Array, position: number): number
  truncate(file: number, size: number): void
  facts(file: number | string): FileFacts
  /** The free bytes of the file system of a directory; undefined if unknown. */
  free?(directory: string): number
  /** @throws if this process may no longer write to a file or directory */
  mayWrite(path: string): void
  /** Returns once everything written is on disk. */
  sync(file: number): void
  /** The same in the background; covers what was written before the call. */
  syncSoon(file: number): Promise<void>
  remove(path: string): void
  /** Renames a file, replacing an existing one. */
  rename(from: string, to: string): void
  /** Returns once the creation and removal of files in a directory is on disk. */
  syncDirectory(path: string): void
}

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
    return { size, dev, ino, mode }
  },
  free(directory) {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  },
  mayWrite: path => accessSync(path, constants.W_OK),
  sync: fdatasyncSync,
  syncSoon: promisify(fdatasync),
  remove: unlinkSync,
  rename: renameSync,
  syncDirectory(path) {
    // Windows cannot open directories; NTFS has its own journal of names.
    if (process.platform === 'win32') return
    const directory = openSync(path, constants.O_RDONLY)
    try {
      fsyncSync(directory)
    } finally {
      closeSync(directory)
    }
  },
}
