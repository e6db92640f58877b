import { endianness } from 'node:os'
import type { Disk } from '../files/disk.js'

/*
 * Reads a write-ahead log as described in https://sqlite.org/fileformat.html#the_write_ahead_log, without SQLite and without
 * changing anything: a header of 32 bytes, then frames, each of 24 bytes and a page. Salts distinguish the frames of this run
 * of the log from older ones left after them; checksums run through all frames.
 */

const headerLength = 32
const frameLength = 24

/** The content of a log. Offsets and lengths are in bytes. */
export interface LogScan {
  /** False if the log does not start with a valid header. */
  readable: boolean
  pageSize: number
  /** The salts of this run, 8 bytes in hexadecimal; empty if there is no header. */
  salts: string
  /** The end of the last complete transaction; 0 if there is none. */
  wholeLength: number
  transactions: number
  /** The number of pages in the database after the last transaction; 0 if there is none. */
  pages: number
  /** The offset of the newest complete content of each page. */
  offsets: ReadonlyMap<number, number>
  /** The length of an incomplete transaction of this run after the last complete one. */
  tornLength: number
}

/** No log, or an empty one. */
export const noLog: LogScan = {
  readable: true,
  pageSize: 0,
  salts: '',
  wholeLength: 0,
  transactions: 0,
  pages: 0,
  offsets: new Map(),
  tornLength: 0,
}

/** Reads the log of an open file. */
export function scanLog(disk: Disk, file: number): LogScan {
  const { size } = disk.facts(file)
  if (size === 0) return noLog
  const header = Buffer.alloc(headerLength)
  const isWhole = disk.read(file, header, 0) === headerLength
  const sums = createSums(header.readUInt32BE(0) === 0x377f0683 ? 'BE' : 'LE')
  const pageSize = header.readUInt32BE(8)
  sums.add(header, 0, 24)
  const isHeader =
    isWhole &&
    (header.readUInt32BE(0) & ~1) === 0x377f0682 &&
    header.readUInt32BE(4) === 3_007_000 &&
    sums.are(header, 24) &&
    pageSize >= 512 &&
    pageSize <= 65_536
  // Nothing follows an incomplete header: the header is synced before the first frame is written.
  if (!isHeader) return { ...noLog, readable: size <= headerLength, tornLength: size }
  return scanFrames(disk, { file, pageSize, sums, salts: header.subarray(16, 24) })
}

interface Frames {
  file: number
  pageSize: number
  sums: ReturnType<typeof createSums>
  salts: Buffer
}

function scanFrames(disk: Disk, { sums, salts, ...log }: Frames): LogScan {
  const { pageSize } = log
  const step = frameLength + pageSize
  const offsets = new Map<number, number>()
  const pending = new Map<number, number>()
  let [wholeLength, transactions, pages] = [0, 0, 0]
  let end = headerLength
  let isValid = true
  for (const frame of framesOf(disk, log)) {
    // A frame of an older run ends this one; the last few bytes of a file could belong to either.
    if (frame.length >= 16 && !frame.subarray(8, 16).equals(salts)) break
    end += frame.length
    isValid &&= frame.length === step
    if (isValid) {
      sums.add(frame, 0, 8)
      sums.add(frame, frameLength, pageSize)
    }
    isValid &&= frame.readUInt32BE(0) > 0 && sums.are(frame, 16)
    if (!isValid) continue
    pending.set(frame.readUInt32BE(0), end - pageSize)
    const size = frame.readUInt32BE(4)
    if (size === 0) continue
    for (const [page, offset] of pending) offsets.set(page, offset)
    pending.clear()
    wholeLength = end
    transactions++
    pages = size
  }
  const tornLength = end - Math.max(wholeLength, headerLength)
  const run = { readable: true, pageSize, salts: salts.toString('hex') }
  return { ...run, wholeLength, transactions, pages, offsets, tornLength }
}

function* framesOf(disk: Disk, { file, pageSize }: Pick<Frames, 'file' | 'pageSize'>): Generator<Buffer> {
  const step = frameLength + pageSize
  const chunk = Buffer.alloc(step * Math.max(1, Math.floor(2 ** 20 / step)))
  for (let position = headerLength; ; position += chunk.length) {
    const read = disk.read(file, chunk, position)
    for (let at = 0; at < read; at += step) yield chunk.subarray(at, Math.min(at + step, read))
    if (read < chunk.length) return
  }
}

/** The running checksums of a log, over pairs of 32-bit words. */
function createSums(order: 'BE' | 'LE') {
  let first = 0
  let second = 0
  return {
    add(bytes: Buffer, from: number, length: number): void {
      const part = bytes.subarray(from, from + length)
      const own = order === endianness() ? part : Buffer.from(part).swap32()
      const words = new Uint32Array(own.buffer, own.byteOffset, length / 4)
      for (let index = 0; index < words.length; index += 2) {
        first = (first + (words[index] as number) + second) >>> 0
        second = (second + (words[index + 1] as number) + first) >>> 0
      }
    },
    /** Whether these bytes contain the current checksums. */
    are: (bytes: Buffer, at: number) =>
      bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second,
  }
}
