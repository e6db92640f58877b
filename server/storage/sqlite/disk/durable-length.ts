import { createHash } from 'node:crypto'
import type { Disk } from '../files/disk.js'

/*
 * How far the write-ahead log was acknowledged, beside the log itself. It is written when a sync has succeeded, and is
 * not synced on its own account: what it says is true or less than the truth. A log that ends before it has lost
 * something that somebody was told is safe, and that is damage, not the torn end of a crash.
 */

export interface DurableLength {
  /** Of which run of the log, by its salts. */
  salts: string
  /** Up to where, in bytes. */
  length: number
}

const size = 32

export interface DurableLengthFile {
  /** What stands there; nothing where there is no mark, or only a part of one. */
  read(): DurableLength | undefined
  write(mark: DurableLength): void
  /** Says that nothing is acknowledged by the log any more, before that is emptied: on disk when it returns. */
  clear(): void
  close(): void
}

export function openDurableLength(disk: Disk, path: string, { write = true } = {}): DurableLengthFile {
  const file = disk.open(path, { write, create: write, exclusive: false })
  const put = ({ salts, length }: DurableLength) => {
    const bytes = Buffer.alloc(size)
    bytes.write(salts.padEnd(16, '0'), 'hex')
    bytes.writeBigUInt64BE(BigInt(length), 8)
    sumOf(bytes).copy(bytes, 16)
    disk.write(file, bytes, 0)
  }
  return {
    read() {
      const bytes = Buffer.alloc(size)
      if (disk.read(file, bytes, 0) < size || !sumOf(bytes).equals(bytes.subarray(16))) return undefined
      return { salts: bytes.toString('hex', 0, 8), length: Number(bytes.readBigUInt64BE(8)) }
    },
    write: put,
    clear() {
      put({ salts: '', length: 0 })
      disk.sync(file)
    },
    close: () => disk.close(file),
  }
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes.subarray(0, 16)).digest().subarray(0, 16)
