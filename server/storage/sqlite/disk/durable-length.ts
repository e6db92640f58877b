import { createHash } from 'node:crypto'
import type { Disk } from '../files/disk.js'

/*
 * The acknowledged length of the write-ahead log, in a file next to it. It is written after a successful sync but not synced
 * itself, so it is never greater than the length that was synced. A log that ends earlier has lost acknowledged writes: that
 * is damage, not the torn end of a crash.
 */

export interface DurableLength {
  /** The salts of the current run of the log. */
  salts: string
  /** The acknowledged length, in bytes. */
  length: number
}

const size = 32

export type DurableLengthFile = ReturnType<typeof openDurableLength>

export function openDurableLength(disk: Disk, path: string, { write = true } = {}) {
  const file = disk.open(path, { write, create: write, exclusive: false })
  const put = ({ salts, length }: DurableLength) => {
    const bytes = Buffer.alloc(size)
    bytes.write(salts.padEnd(16, '0'), 'hex')
    bytes.writeBigUInt64BE(BigInt(length), 8)
    sumOf(bytes).copy(bytes, 16)
    disk.write(file, bytes, 0)
  }
  return {
    /** Reads the length; undefined if the file is missing or incomplete. */
    read(): DurableLength | undefined {
      const bytes = Buffer.alloc(size)
      if (disk.read(file, bytes, 0) < size || !sumOf(bytes).equals(bytes.subarray(16))) return undefined
      return { salts: bytes.toString('hex', 0, 8), length: Number(bytes.readBigUInt64BE(8)) }
    },
    write: put,
    /** Resets the length to zero, before the log is emptied; synced when it returns. */
    clear() {
      put({ salts: '', length: 0 })
      disk.sync(file)
    },
    close: () => disk.close(file),
  }
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes.subarray(0, 16)).digest().subarray(0, 16)
