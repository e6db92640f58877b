/*
 * The constants that SQLite was compiled with: those of WASI and musl, on every machine. Nothing here depends on the host:
 * its constants stay behind `Disk`, which reports errors by name.
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
  // An exceeded quota is treated as a full disk, which SQLite knows.
  EDQUOT: 51,
}

/** Returns the number of a host error; unknown ones become I/O errors. */
export function errorNumber(error: unknown): number {
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' ? errorNumbers[code] : undefined) ?? (errorNumbers.EIO as number)
}

/** Flags for opening files. */
export const openFlags = { write: 0o2, create: 0o100, exclusive: 0o200 } as const

/** Commands of `fcntl`. */
export const control = { getLock: 12, setLock: 13, setLockAndWait: 14 } as const
/** The lock type of an unlocked file. */
export const unlocked = 2

/** The offsets in a `struct stat`, in bytes. */
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
