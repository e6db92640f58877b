import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { debuglog } from 'node:util'
import { type Gate, Unavailable } from '../../../core/index.js'
import { DataError, type Notify, tooNew } from '../../errors.js'
import { openMounted } from '../engine.js'
import { type Disk, nodeDisk } from '../files/disk.js'
import { exists, mount } from '../files/mounted.js'
import { createReadOnlyDisk } from '../files/read-only-disk.js'
import { memoryPersistence, type Persistence } from '../persistence.js'
import { newestVersion } from '../schema.js'
import { answerHandshake } from './backup-handshake.js'
import type { Checkpoints } from './checkpoints.js'
import { type DataFiles, dataFiles, explainSystemError } from './data-files.js'
import { isFull } from './failures.js'
import { filePersistence } from './file-persistence.js'
import { type Inspection, inspect, refuseDamaged } from './inspection.js'
import { takeLock } from './lock.js'
import { type Opened, type Opening, openFiles } from './open-files.js'
import { foreignLockHolders, putUpGuard, takeDownGuard } from './other-programs.js'
import { createReserve } from './reserve.js'

/** Prints to stderr if NODE_DEBUG includes `schedkit`. */
const debug = debuglog('schedkit')

export interface DataOptions {
  /** The data directory; created if missing. */
  directory: string
  /** Receives events for the log. */
  notify?: Notify
  /** The log length in bytes at which a checkpoint starts. @default 8 MiB */
  logLimit?: number
  /** The disk of the files. @default the disk of this machine */
  disk?: Disk
}

/**
 * Opens the data of a directory for the store that has this gate, and migrates it to the newest version.
 *
 * @throws {DataError} if it is in use, damaged, or of a newer version; then nothing was changed
 */
export async function openData(options: DataOptions, gate: Gate): Promise<Persistence> {
  const { disk = nodeDisk, logLimit = 8 * 2 ** 20 } = options
  const notify: Notify = note => {
    debug('storage %s: %s', note.event, note.message)
    options.notify?.(note)
  }
  const files = dataFiles(resolve(options.directory))
  try {
    return await open()
  } catch (error) {
    throw explainSystemError(error, files.directory)
  }

  async function open() {
    makeDirectory(disk, files.directory)
    const key = randomBytes(24).toString('hex')
    let checkpoints: Checkpoints | undefined
    const lock = await takeLock(files, {
      key,
      notify,
      connect(socket) {
        if (checkpoints) answerHandshake(socket, key, checkpoints.hold)
        else socket.destroy()
      },
    })
    try {
      refuseOthers(files)
      const { directory } = files
      const inspection = inspect(disk, files)
      refuseDamaged(inspection, files)
      refuseNewer(inspection, files)
      const reserve = createReserve(disk, files, logLimit)
      const startsFull = reserve.isDiskFull()
      if (startsFull) reserve.giveUp()
      debug('storage open %s, version %d', directory, inspection.version)
      const opened = await openForWriting({ disk, files, inspection, notify })
      if (!opened) {
        const reading = await readOnlyPersistence(disk, files, notify)
        return { ...reading, close: () => reading.close().then(lock.release) }
      }
      const persistence = filePersistence({
        ...opened,
        directory,
        gate,
        notify,
        logLimit,
        reserve,
        startsFull,
      })
      checkpoints = persistence.checkpoints
      return {
        ...persistence,
        async close() {
          await persistence.close()
          if (!persistence.hasFailed()) {
            if (!exists(disk, files.log)) takeDownGuard(files)
            // The log is gone, so there may be room again for what the next start needs.
            reserve.take()
          }
          await lock.release()
        },
      }
    } catch (error) {
      await lock.release()
      throw error
    }
  }
}

/** Returns undefined if the disk has no room even for that, and the data can still be read as it is. */
async function openForWriting(opening: Opening): Promise<Opened | undefined> {
  const { files, inspection } = opening
  try {
    putUpGuard(files)
    return await openFiles(opening)
  } catch (error) {
    const isReadable = !inspection.isNew && inspection.version === newestVersion
    if (isReadable && isWithoutRoom(error)) return undefined
    throw error
  }
}

/** Whether data could not be opened because its disk is full. */
function isWithoutRoom(error: unknown): boolean {
  const cause = error instanceof DataError ? error.cause : error
  return isFull(cause) || (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC'
}

/** Data on a disk without room for a log: it can be read, and every write is refused until the next start. */
async function readOnlyPersistence(disk: Disk, files: DataFiles, notify: Notify): Promise<Persistence> {
  const mounted = mount(createReadOnlyDisk(disk), files.database)
  const database = await openMounted(mounted)
  const { directory } = files
  notify({
    event: 'storage full',
    message: `The disk of ${directory} is full, and there is no reserve. The data can be read, but nothing can be written: make room, and restart the server.`,
    directory,
  })
  return {
    ...memoryPersistence(database),
    isFull: () => true,
    transaction() {
      throw new Unavailable('full')
    },
    async close() {
      mounted.seal()
      database.close()
    },
  }
}

/**
 * Creates a directory and its parents, one by one: with `recursive`, Node.js retries forever if a file system such as /proc
 * reports that the new directory does not exist.
 */
export function makeDirectory(disk: Disk, directory: string): void {
  if (!existsSync(directory)) {
    makeDirectory(disk, dirname(directory))
    try {
      mkdirSync(directory, { mode: 0o700 })
    } catch (error) {
      // Another process has just created it.
      if (!existsSync(directory)) throw error
    }
    disk.syncDirectory(dirname(directory))
  } else if (!statSync(directory).isDirectory()) mkdirSync(directory)
}

/** @throws {DataError} if another program has the database open, because it does not see this server's lock */
function refuseOthers(files: DataFiles): void {
  const others = foreignLockHolders(files)
  if (others.length === 0) return
  const who = `${others.length === 1 ? 'process' : 'processes'} ${others.join(', ')}`
  throw new DataError(files.directory, `another program has schedkit.db open (${who})`, 'Close it first.')
}

function refuseNewer({ version }: Inspection, { directory }: DataFiles): void {
  if (version <= newestVersion) return
  throw new DataError(directory, tooNew(version, newestVersion), 'Nothing was changed. Use a newer schedkit.')
}
