import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { debuglog } from 'node:util'
import { openMounted } from '../engine.js'
import { type Disk, nodeDisk } from '../files/disk.js'
import { exists } from '../files/mounted.js'
import { testEngine } from '../files/self-test.js'
import type { OpenPersistence } from '../persistence.js'
import { tooNew } from '../schema.js'
import { answerHandshake } from './backup-handshake.js'
import type { Checkpoints } from './checkpoints.js'
import type { Notify } from './data-files.js'
import { DataError, type DataFiles, dataFiles } from './data-files.js'
import { filePersistence } from './file-persistence.js'
import { foreignLockHolders } from './foreign-locks.js'
import { putUpGuard, takeDownGuard } from './guard.js'
import { type Inspection, inspect, refuseDamaged } from './inspection.js'
import { takeLock } from './lock.js'
import { openFiles } from './open-files.js'

/** Prints to stderr if NODE_DEBUG includes `schedkit`. */
const debug = debuglog('schedkit')

export interface DataOptions {
  /** Where the data are kept; it is made where it is missing. */
  directory: string
  /** What happens to them that belongs into the log; nothing is told by default. */
  notify?: Notify
  /** From how many bytes on what was written is brought into the database file; 8 MiB by default. */
  logLimit?: number
  /** Where the files are: this machine's disk, unless a test has another one. */
  disk?: Disk
}

let tested: Promise<void> | undefined

/**
 * Opens the data of a directory, and brings them to the newest version.
 *
 * @throws DataError where they are in use, damaged, or of a newer version; then nothing was changed
 */
export function openData(options: DataOptions, migrations: readonly string[]): OpenPersistence {
  const { disk = nodeDisk, logLimit = 8 * 2 ** 20 } = options
  const notify: Notify = note => {
    debug('storage %s: %s', note.event, note.message)
    options.notify?.(note)
  }
  const files = dataFiles(resolve(options.directory))
  return async gate => {
    tested ??= testEngine(openMounted)
    await tested
    makeDirectory(disk, files)
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
      refuseNewer(inspection, files, migrations)
      putUpGuard(files)
      debug('storage open %s, version %d', directory, inspection.version)
      const opened = await openFiles({ disk, files, inspection, notify, migrations })
      const keeping = filePersistence({ ...opened, directory, gate, notify, logLimit })
      checkpoints = keeping.checkpoints
      return {
        ...keeping,
        async close() {
          await keeping.close()
          if (!exists(disk, files.log)) takeDownGuard(files)
          await lock.release()
        },
      }
    } catch (error) {
      await lock.release()
      throw error
    }
  }
}

function makeDirectory(disk: Disk, { directory }: DataFiles): void {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (let made = directory; first !== undefined && made.length >= first.length; made = dirname(made)) {
    disk.syncDirectory(dirname(made))
  }
}

/** @throws DataError where another program works on the database, and would not know of this server's lock */
function refuseOthers(files: DataFiles): void {
  const others = foreignLockHolders(files)
  if (others.length === 0) return
  const who = `${others.length === 1 ? 'process' : 'processes'} ${others.join(', ')}`
  throw new DataError(files.directory, `another program has schedkit.db open (${who})`, 'Close it first.')
}

function refuseNewer({ version }: Inspection, { directory }: DataFiles, migrations: readonly string[]): void {
  if (version <= migrations.length) return
  throw new DataError(
    directory,
    tooNew(version, migrations.length),
    'Nothing was changed. Use a newer schedkit.',
  )
}
