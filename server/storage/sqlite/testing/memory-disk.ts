import type { Disk } from '../files/disk.js'

/** The files of a disk, by path. */
type Contents = ReadonlyMap<string, Uint8Array>

interface MemoryFile {
  ino: number
  bytes: Uint8Array
  size: number
}

/** Each disk is a separate device, so that SQLite can distinguish files with the same number. */
let devices = 0

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A disk in memory. */
export function createMemoryDisk(contents: Contents = new Map()): Disk & { contents(): Contents } {
  const names = new Map<string, MemoryFile>()
  const opened = new Map<number, MemoryFile>()
  const dev = ++devices
  let last = 0
  for (const [path, bytes] of contents)
    names.set(path, { ino: ++last, bytes: bytes.slice(), size: bytes.length })

  function of(file: number | string): MemoryFile {
    const found = typeof file === 'number' ? opened.get(file) : names.get(file)
    if (!found) throw failure(typeof file === 'number' ? 'EBADF' : 'ENOENT')
    return found
  }

  function reserve(file: MemoryFile, size: number): void {
    if (size <= file.bytes.length) return
    const grown = new Uint8Array(Math.max(size, file.bytes.length * 2))
    grown.set(file.bytes.subarray(0, file.size))
    file.bytes = grown
  }

  return {
    contents: () => new Map([...names].map(([path, { bytes, size }]) => [path, bytes.slice(0, size)])),
    open(path, { create, exclusive }) {
      const known = names.get(path)
      if (!known && !create) throw failure('ENOENT')
      if (known && exclusive) throw failure('EEXIST')
      const file = known ?? { ino: ++last, bytes: new Uint8Array(), size: 0 }
      names.set(path, file)
      opened.set(++last, file)
      return last
    },
    close: file => void opened.delete(file),
    read(file, bytes, position) {
      const { bytes: content, size } = of(file)
      const part = content.subarray(Math.min(position, size), Math.min(position + bytes.length, size))
      bytes.set(part)
      return part.length
    },
    write(file, bytes, position) {
      const target = of(file)
      const end = position + bytes.length
      reserve(target, end)
      target.bytes.set(bytes, position)
      target.size = Math.max(target.size, end)
      return bytes.length
    },
    truncate(file, size) {
      const target = of(file)
      reserve(target, size)
      target.bytes.fill(0, Math.min(size, target.size))
      target.size = size
    },
    facts(file) {
      const { ino, size } = of(file)
      return { size, dev, ino, mode: 0o100600 }
    },
    mayWrite: () => {},
    sync: () => {},
    syncSoon: async () => {},
    remove(path) {
      of(path)
      names.delete(path)
    },
    rename(from, to) {
      names.set(to, of(from))
      names.delete(from)
    },
    syncDirectory: () => {},
  }
}
