import type { FileFacts } from './disk.js'
import type { Mounted, OpenFile } from './mounted.js'
import { control, errorNumber, openFlags, statLayout, unlocked } from './numbers.js'
import type { sqljsBuild } from './sqljs-build.js'

/*
 * SQLite in WebAssembly accesses files through calls like those of a kernel. sql.js serves them from an in-memory file
 * system; here, calls for a mounted database go to a disk, and all others are passed on.
 */

export type CallName = keyof typeof sqljsBuild.calls

// biome-ignore lint/suspicious/noExplicitAny: numbers and bigints, as the call has them
export type Call = (...values: any[]) => number

export interface Memory {
  readonly buffer: ArrayBuffer
}

export type FileCalls = ReturnType<typeof createFileCalls>

/** The engine names its databases like this and opens them on creation. */
const databaseName = /^\/dbfile_\d+$/

/** The first descriptor of files on disk; sql.js has at most 4,096. */
const first = 1_000_000

export function createFileCalls() {
  const mounts = new Map<string, Mounted>()
  const files = new Map<number, OpenFile>()
  let next: Mounted | undefined
  let last = first

  /** Returns the mounted database of a path, and the suffix of the file. */
  function place(path: string): { mounted: Mounted; suffix: string } | undefined {
    if (next && databaseName.test(path)) {
      mounts.set(path, next)
      next = undefined
    }
    const [base = ''] = /^\/dbfile_\d+/.exec(path) ?? []
    const mounted = mounts.get(base)
    return mounted && { mounted, suffix: path.slice(base.length) }
  }

  /** Wraps the original calls; `memory` is read at the first call. */
  function over(original: Record<CallName, Call>, memory: () => Memory): Record<CallName, Call> {
    let bytes = new Uint8Array()
    let view = new DataView(bytes.buffer)

    /** The memory may have grown and moved since the last call. */
    function look(): void {
      const { buffer } = memory()
      if (bytes.buffer === buffer) return
      bytes = new Uint8Array(buffer)
      view = new DataView(buffer)
    }

    const number = (pointer: number) => view.getInt32(pointer, true)

    function text(pointer: number): string {
      look()
      return new TextDecoder().decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)))
    }

    /** Returns the result of the work or 0, or the error number if it throws. */
    function trying(sign: 1 | -1, work: () => unknown): number {
      look()
      try {
        return (work() as number | undefined) ?? 0
      } catch (error) {
        return sign * errorNumber(error)
      }
    }

    const byPath =
      (
        name: CallName,
        index: number,
        work: (found: NonNullable<ReturnType<typeof place>>, ...values: number[]) => unknown,
      ): Call =>
      (...values) => {
        const found = place(text(values[index]))
        return found ? trying(-1, () => work(found, ...values)) : original[name](...values)
      }

    const byFile =
      (name: CallName, sign: 1 | -1, work: (open: OpenFile, ...values: never[]) => unknown): Call =>
      (...values) => {
        const [number] = values
        const open = number >= first ? files.get(number) : undefined
        return open ? trying(sign, () => work(open, ...(values as never[]))) : original[name](...values)
      }

    function putFacts(pointer: number, { size, dev, ino, mode }: FileFacts): void {
      bytes.fill(0, pointer, pointer + statLayout.length)
      view.setInt32(pointer + statLayout.dev, dev | 0, true)
      view.setInt32(pointer + statLayout.mode, mode, true)
      view.setInt32(pointer + statLayout.links, 1, true)
      view.setBigInt64(pointer + statLayout.size, BigInt(size), true)
      view.setInt32(pointer + statLayout.blockSize, 4096, true)
      view.setInt32(pointer + statLayout.blocks, Math.ceil(size / 512), true)
      view.setBigUint64(pointer + statLayout.ino, BigInt.asUintN(64, BigInt(ino)), true)
    }

    const byName = (name: 'stat' | 'statLink') =>
      byPath(name, 0, (found, _path, pointer) =>
        putFacts(pointer as number, found.mounted.disk.facts(found.mounted.path + found.suffix)),
      )

    /** Processes a list of buffers (iovec) until one is only partially processed. */
    function buffers(
      list: number,
      count: number,
      result: number,
      each: (buffer: Uint8Array) => number,
    ): void {
      let total = 0
      for (let index = 0; index < count; index++) {
        const pointer = number(list + 8 * index)
        const length = number(list + 8 * index + 4)
        const done = each(bytes.subarray(pointer, pointer + length))
        total += done
        if (done < length) break
      }
      view.setInt32(result, total, true)
    }

    return {
      open: byPath('open', 1, ({ mounted, suffix }, _directory, _path, flags = 0) => {
        const has = (flag: number) => (flags & flag) !== 0
        const opening = {
          write: has(openFlags.write),
          create: has(openFlags.create),
          exclusive: has(openFlags.exclusive),
        }
        files.set(++last, mounted.open(suffix, opening))
        return last
      }),
      remove: byPath('remove', 1, ({ mounted, suffix }) => mounted.remove(suffix)),
      stat: byName('stat'),
      statLink: byName('statLink'),
      statOpen: byFile('statOpen', -1, (open, _number, pointer) =>
        putFacts(pointer, open.mounted.factsOf(open)),
      ),
      truncate: byFile('truncate', -1, (open, _number, size) => open.mounted.truncate(open, Number(size))),
      // Locks are always granted, because the server has locked the whole directory.
      control: byFile('control', -1, (_open, _number, command: number, values) => {
        if (command === control.getLock) view.setInt16(number(values), unlocked, true)
      }),
      close: byFile('close', 1, (open, number) => {
        files.delete(number)
        open.mounted.close(open)
      }),
      seek: byFile('seek', 1, (open, _number, offset, from: number, result) => {
        const start = from === 0 ? 0 : from === 1 ? open.position : open.mounted.factsOf(open).size
        open.position = start + Number(offset)
        view.setBigInt64(result, BigInt(open.position), true)
      }),
      read: byFile('read', 1, (open, _number, list, count, result) =>
        buffers(list, count, result, buffer => {
          const read = open.mounted.read(open, buffer)
          open.position += read
          return read
        }),
      ),
      write: byFile('write', 1, (open, _number, list, count, result) =>
        buffers(list, count, result, buffer => {
          const written = open.mounted.write(open, buffer)
          open.position += written
          return written
        }),
      ),
      sync: byFile('sync', 1, open => open.mounted.sync(open)),
    }
  }

  return {
    over,
    /**
     * Runs work that opens one database, which will be on the disk.
     *
     * @throws {Error} if SQLite did not open it through these calls
     */
    opening<T>(mounted: Mounted, work: () => T): T {
      next = mounted
      try {
        const result = work()
        if (next)
          throw new Error(`Failed to open ${mounted.path}: SQLite did not use the disk. Reinstall schedkit.`)
        return result
      } finally {
        next = undefined
      }
    },
  }
}
