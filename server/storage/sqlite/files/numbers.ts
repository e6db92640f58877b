/*
 * The numbers SQLite was compiled with, which are those of WASI and musl on every machine. Nothing here depends on the
 * host: its own numbers stay behind `Disk`, which speaks of errors by their names.
 */

const errorNumbers: Record<string, number> = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENOENT: 44,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTDIR: 54,
  EPERM: 63,
  EROFS: 69,
  // A quota that is used up is a disk that is full: SQLite knows only the second one.
  EDQUOT: 51,
}

/** The number of an error of the host; one that is not known here is an I/O error. */
export function errorNumber(error: unknown): number {
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' ? errorNumbers[code] : undefined) ?? (errorNumbers.EIO as number)
}

/** How a file is opened. */
export const openFlags = { write: 0o2, create: 0o100, exclusive: 0o200 } as const

/** What `fcntl` is asked for. */
export const control = { getLock: 12, setLock: 13, setLockAndWait: 14 } as const
/** The kind of a lock that nobody has. */
export const unlocked = 2

/** Where the members of a `struct stat` lie, in bytes. */
export const statLayout = {
  dev: 0,
  mode: 4,
  links: 8,
  size: 24,
  blockSize: 32,
  blocks: 36,
  ino: 88,
  length: 96,
} as const
