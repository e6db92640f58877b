import { DataError } from '../../errors.js'
import type { Disk } from '../files/disk.js'
import { exists } from '../files/mounted.js'
import { ownMigrations } from '../schema.js'
import { type DataFiles, wayOut } from './data-files.js'
import { type DurableLength, openDurableLength } from './durable-length.js'
import { type LogScan, noLog, scanLog } from './log-scan.js'

/*
 * Inspects the files of a data directory before SQLite opens them, because SQLite would silently drop damaged parts.
 */

/** The state of a data directory, as far as it can be read in constant time. */
export interface Inspection {
  /** Whether there is no database, or an empty one. */
  isNew: boolean
  /** The version of the database: the number of its migrations. */
  version: number
  log: LogScan
  /** Damage, each as a sentence without a full stop. */
  damage: string[]
}

/** Set by the migrations, to recognize our own database files. */
const applicationId = 0x73636b64

/** Inspects the files without changing them. */
export function inspect(disk: Disk, files: DataFiles): Inspection {
  const log = reading(disk, files.log, file => scanLog(disk, file)) ?? noLog
  const damage: string[] = []
  if (!log.readable) damage.push('schedkit.db-wal does not start with a valid header')
  damage.push(...lost(readMark(disk, files), log))
  const { size, header } = readHeader(disk, files, log)
  if (size === 0 && log.transactions === 0) {
    // The mark is first written when there is a complete database.
    if (exists(disk, files.mark)) {
      damage.push('schedkit.db is missing or empty, but schedkit.db-mark shows that there was data')
    }
    return { isNew: true, version: 0, log, damage }
  }
  if (size === undefined) damage.push('schedkit.db is missing, but schedkit.db-wal exists')
  else if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    damage.push('schedkit.db is not a SQLite database, or its header is damaged')
  } else damage.push(...wrongIdentity(header), ...cutOff(size, header, log))
  const version = header.readUInt32BE(60)
  return { isNew: false, version, log, damage }
}

/** @throws {DataError} if something is damaged */
export function refuseDamaged({ damage }: Inspection, { directory }: DataFiles): void {
  const [first] = damage
  if (first !== undefined) throw new DataError(directory, first, wayOut(directory))
}

/** Everything acknowledged must still be in the log, unless it has restarted since. */
function* lost(mark: DurableLength | undefined, log: LogScan): Generator<string> {
  if (!mark || mark.length === 0 || !log.readable) return
  if (log.salts === '') yield 'schedkit.db-wal, which holds acknowledged writes, is missing or empty'
  else if (mark.salts === log.salts && mark.length > log.wholeLength) {
    yield `schedkit.db-wal is damaged: ${mark.length} bytes of it were acknowledged, but only ${log.wholeLength} are intact`
  }
}

function wrongIdentity(header: Buffer): string[] {
  const [version, id] = [header.readUInt32BE(60), header.readUInt32BE(68)]
  if (id !== applicationId) return ['schedkit.db is the database of another program']
  return version < ownMigrations.first
    ? [`the header of schedkit.db says version ${version}, which no released schedkit has written`]
    : []
}

/** Every page must be in the log or in the database file. */
function cutOff(size: number, header: Buffer, log: LogScan): string[] {
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const pages = log.transactions > 0 ? log.pages : header.readUInt32BE(28)
  for (let page = Math.floor(size / pageSize) + 1; page <= pages; page++) {
    if (!log.offsets.has(page))
      return [`schedkit.db is truncated: it has ${size} bytes of ${pages * pageSize}`]
  }
  return []
}

/** Returns the current header of the database: from the log, if it is there. */
function readHeader(disk: Disk, files: DataFiles, log: LogScan) {
  const header = Buffer.alloc(100)
  const inLog = log.offsets.get(1)
  const size = reading(disk, files.database, file => {
    disk.read(file, header, 0)
    return disk.facts(file).size
  })
  if (inLog !== undefined) reading(disk, files.log, file => disk.read(file, header, inLog))
  return { size: size ?? (log.transactions > 0 ? undefined : 0), header }
}

function readMark(disk: Disk, files: DataFiles): DurableLength | undefined {
  if (!exists(disk, files.mark)) return undefined
  const mark = openDurableLength(disk, files.mark, { write: false })
  try {
    return mark.read()
  } finally {
    mark.close()
  }
}

/** Reads from a file; undefined if it does not exist. */
function reading<T>(disk: Disk, path: string, work: (file: number) => T): T | undefined {
  if (!exists(disk, path)) return undefined
  const file = disk.open(path, { write: false, create: false, exclusive: false })
  try {
    return work(file)
  } finally {
    disk.close(file)
  }
}
