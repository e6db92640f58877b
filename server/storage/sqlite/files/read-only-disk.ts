import type { Disk } from './disk.js'
import { createMemoryDisk } from './memory-disk.js'
import { exists } from './mounted.js'

const apart = 0x4000_0000

/**
 * A read-only view of a disk: its files cannot be changed, and new ones are in memory.
 *
 * @param hidden Files to treat as missing.
 */
export function createReadOnlyDisk(disk: Disk, hidden: readonly string[] = []): Disk {
  const memory = createMemoryDisk()
  const real = new Set<number>()
  const isReal = (path: string) => !hidden.includes(path) && exists(disk, path)
  const of = (file: number | string) =>
    (typeof file === 'number' ? real.has(file) : isReal(file)) ? disk : memory
  const changing = (file: number | string) => {
    if (of(file) === disk) throw Object.assign(new Error('The disk is read-only'), { code: 'EROFS' })
    return memory
  }
  // Files in memory get negative numbers, distinct from those of the other disk.
  const inMemory = (file: number) => -1 - file
  return {
    open(path, opening) {
      if (!isReal(path)) return inMemory(memory.open(path, opening))
      const file = disk.open(path, { write: false, create: false, exclusive: false })
      real.add(file)
      return file
    },
    close(file) {
      if (real.delete(file)) disk.close(file)
      else memory.close(inMemory(file))
    },
    read: (file, bytes, position) =>
      real.has(file) ? disk.read(file, bytes, position) : memory.read(inMemory(file), bytes, position),
    write: (file, bytes, position) => changing(file).write(inMemory(file), bytes, position),
    truncate: (file, size) => changing(file).truncate(inMemory(file), size),
    facts(file) {
      if (typeof file === 'number' && !real.has(file)) return memory.facts(inMemory(file))
      // Use a separate device: in the process of the server, SQLite would treat its files as locked.
      const { dev, ...facts } = of(file).facts(file)
      return { ...facts, dev: dev ^ apart }
    },
    mayWrite: () => {},
    sync: () => {},
    syncSoon: async () => {},
    remove: path => changing(path).remove(path),
    rename: (from, to) => changing(from).rename(from, to),
    syncDirectory: () => {},
  }
}
