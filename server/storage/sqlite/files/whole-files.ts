import type { Disk } from './disk.js'

class Cut extends Error {
  readonly code = 'EIO'
  constructor(path: string, size: number, length: number) {
    super(`${path} has ${size} bytes and must have ${length}: another program cut it`)
  }
}

export interface WholeFiles extends Disk {
  /** The first file that was found to be cut. */
  cut(): Error | undefined
}

/**
 * A disk that notices when another program cuts a file that is open here. It is asked for the length of a file before each
 * write, because a write behind the new end would hide the cut, and wherever a file ends too early for a read.
 */
export function keepFilesWhole(disk: Disk): WholeFiles {
  /** The path of each open file, and how long it was left here, in bytes. */
  const files = new Map<number, { path: string; length: number }>()
  let found: Error | undefined

  /** @throws {Cut} if a file is shorter than it was left */
  function verify(number: number) {
    const file = files.get(number)
    const facts = disk.facts(number)
    if (file && facts.size < file.length) {
      const cut = new Cut(file.path, facts.size, file.length)
      found ??= cut
      throw cut
    }
    return facts
  }

  return {
    ...disk,
    cut: () => found,
    open(path, opening) {
      const number = disk.open(path, opening)
      files.set(number, { path, length: disk.facts(number).size })
      return number
    },
    close(number) {
      files.delete(number)
      disk.close(number)
    },
    facts: file => (typeof file === 'number' ? verify(file) : disk.facts(file)),
    read(number, bytes, position) {
      const read = disk.read(number, bytes, position)
      if (read < bytes.length && position + read < (files.get(number)?.length ?? 0)) verify(number)
      return read
    },
    write(number, bytes, position) {
      verify(number)
      const written = disk.write(number, bytes, position)
      const file = files.get(number)
      if (file) file.length = Math.max(file.length, position + written)
      return written
    },
    truncate(number, size) {
      verify(number)
      disk.truncate(number, size)
      const file = files.get(number)
      if (file) file.length = size
    },
  }
}
