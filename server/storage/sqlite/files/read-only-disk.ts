import type { Disk } from './disk.js'
import { exists } from './mounted.js'

/** The first descriptor of files that do not exist on the disk. */
const first = 0x4000_0000

/** Distinguishes files of this view from those of a server in the same process, which SQLite would treat as locked. */
const otherDevice = 0x4000_0000

/**
 * A read-only view of a disk. SQLite creates a log before it reads: here, a new file is empty and stays empty.
 *
 * @param hidden Files to treat as missing.
 */
export function createReadOnlyDisk(disk: Disk, hidden: readonly string[] = []): Disk {
  /** The new files, by path. */
  const created = new Map<string, number>()
  const isReal = (path: string) => !hidden.includes(path) && exists(disk, path)
  const refuse = () => {
    throw Object.assign(new Error('The disk is read-only'), { code: 'EROFS' })
  }
  return {
    open(path, { create }) {
      if (isReal(path)) return disk.open(path, { write: false, create: false, exclusive: false })
      if (!create) throw Object.assign(new Error(`There is no ${path}`), { code: 'ENOENT' })
      const file = created.get(path) ?? first + created.size
      created.set(path, file)
      return file
    },
    close(file) {
      if (file < first) disk.close(file)
    },
    read: (file, bytes, position) => (file < first ? disk.read(file, bytes, position) : 0),
    write: refuse,
    truncate: refuse,
    facts(file) {
      const number = typeof file === 'string' && !isReal(file) ? created.get(file) : file
      if (number === undefined) throw Object.assign(new Error(`There is no ${file}`), { code: 'ENOENT' })
      if (typeof number === 'number' && number >= first)
        return { size: 0, dev: otherDevice, ino: number, mode: 0o100600 }
      const { dev, ...facts } = disk.facts(number)
      return { ...facts, dev: dev ^ otherDevice }
    },
    mayWrite: () => {},
    sync: () => {},
    syncSoon: async () => {},
    remove(path) {
      if (!created.delete(path)) refuse()
    },
    rename: refuse,
    syncDirectory: () => {},
  }
}
