import type { Awaitable } from '../../../core/index.js'
import { DataError, type Notify } from '../../errors.js'
import type { Database } from '../connection.js'
import { openMounted } from '../engine.js'
import type { Disk } from '../files/disk.js'
import { exists, mount } from '../files/mounted.js'
import { migrate, newestVersion } from '../schema.js'
import { copyFile, createFile, type DataFiles, wayOut } from './data-files.js'
import { type DurableLengthFile, openDurableLength } from './durable-length.js'
import type { Inspection } from './inspection.js'

export interface Opening {
  disk: Disk
  files: DataFiles
  inspection: Inspection
  notify: Notify
}

export type Opened = Awaited<ReturnType<typeof openFiles>>

/** Opens inspected files, and migrates them to the newest version. */
export async function openFiles(opening: Opening) {
  const { disk, files, inspection } = opening
  if (inspection.isNew) await create(opening)
  const hadLog = exists(disk, files.log)
  const mounted = mount(disk, files.database)
  const database = await openMounted(mounted)
  try {
    return { database, mounted, mark: bringUp(opening, database) }
  } catch (error) {
    mounted.seal()
    database.close()
    // SQLite created it without writing anything.
    if (!hadLog && exists(disk, files.log)) disk.remove(files.log)
    throw inWords(error, files)
  }
}

/** Adds advice to SQLite's errors about unusable files; returns other errors unchanged. */
function inWords(error: unknown, { directory }: DataFiles): unknown {
  const { message } = error as Error
  if (!/malformed|not a database|disk I\/O error|no such (table|column)/.test(message)) return error
  return new DataError(directory, `schedkit.db is damaged: ${message}`, wayOut(directory), { cause: error })
}

function bringUp({ disk, files, inspection, notify }: Opening, database: Database): DurableLengthFile {
  const { log, version, isNew } = inspection
  set(database)
  look(database)
  // If its process was killed, the log may contain writes that were never synced; sync them before anyone sees them.
  database.run('PRAGMA wal_checkpoint(PASSIVE)')
  const mark = openDurableLength(disk, files.mark)
  try {
    mark.clear()
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    if (log.transactions > 0 || log.tornLength > 0) notify(recovered(inspection, files))
    if (!isNew && version < newestVersion) {
      const copy = `${files.database}.version-${version}`
      copyFile(files.database, copy)
      migrate(database)
      notify({
        event: 'migrated',
        message: `Migrated schedkit.db from version ${version} to ${newestVersion}; the previous file is in ${copy}.`,
        copy,
      })
    }
    return mark
  } catch (error) {
    mark.close()
    throw error
  }
}

function set(database: Database): void {
  database.run('PRAGMA journal_mode = WAL')
  // Group commit syncs the log; SQLite only syncs where the order matters.
  database.run('PRAGMA synchronous = NORMAL')
  database.run('PRAGMA wal_autocheckpoint = 0')
  database.run('PRAGMA foreign_keys = ON')
  database.run('PRAGMA temp_store = MEMORY')
  database.run('PRAGMA cache_size = -16384')
}

/** Reads the start of every table, so that damage there is detected at startup. */
function look(database: Database): void {
  const names = database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
  for (const [name] of names) database.rows(`SELECT * FROM "${name}" LIMIT 1`)
}

function recovered({ log }: Inspection, { directory }: DataFiles) {
  const { transactions, tornLength } = log
  const rest =
    tornLength === 0
      ? 'No write was incomplete'
      : `${tornLength} bytes after them belong to an unfinished write that was never acknowledged; they were dropped`
  return {
    event: 'recovered' as const,
    message: `The previous server did not shut ${directory} down cleanly: ${transactions} transactions were recovered from schedkit.db-wal. ${rest}.`,
    transactions,
    dropped: tornLength,
  }
}

async function create({ disk, files, notify }: Opening): Promise<void> {
  await createDatabase(disk, files, database => migrate(database))
  notify({ event: 'created', message: `Created ${files.database}.`, version: newestVersion })
}

/** Creates the database of a directory; it appears once `fill` has completed it and it is on disk. */
export function createDatabase(
  disk: Disk,
  { database: path }: DataFiles,
  fill: (database: Database, path: string) => Awaitable<void>,
): Promise<void> {
  const part = `${path}-new`
  return createFile(disk, { path, part }, async () => {
    const database = await openMounted(mount(disk, part))
    try {
      await fill(database, part)
    } finally {
      database.close()
    }
  })
}
