import { resolve } from 'node:path'
import { emailKey } from '../../../core/index.js'
import type { DataReader, DataRows, DataWriter, LastIds } from '../../data-rows.js'
import { DataError } from '../../errors.js'
import { insertBooking } from '../bookings.js'
import type { Bound, Database } from '../connection.js'
import { nodeDisk } from '../files/disk.js'
import { insertSchedule } from '../repositories.js'
import { keepNamesUnique, migrate } from '../schema.js'
import { createStatements, type Statements } from '../statements.js'
import { dataFiles, explainSystemError, syncFile } from './data-files.js'
import { inspect, refuseDamaged } from './inspection.js'
import { takeLock } from './lock.js'
import { makeDirectory } from './open-data.js'
import { createDatabase } from './open-files.js'

/**
 * Creates the data of a directory that has none. The database file appears once it is complete and on disk.
 *
 * @throws {DataError} if the directory contains data, or is in use
 */
export async function fillDirectory(
  directory: string,
  uniqueNames: DataReader['uniqueNames'],
  work: (writer: DataWriter) => Promise<void>,
): Promise<void> {
  const files = dataFiles(resolve(directory))
  try {
    makeDirectory(nodeDisk, files.directory)
    const lock = await takeLock(files, { key: '', notify: () => {} })
    try {
      const inspection = inspect(nodeDisk, files)
      refuseDamaged(inspection, files)
      if (!inspection.isNew)
        throw new DataError(files.directory, 'there is data in it already', 'Choose a new directory.')
      await createDatabase(nodeDisk, files, async (database, path) => {
        database.run('PRAGMA journal_mode = OFF')
        database.run('PRAGMA cache_size = -16384')
        migrate(database)
        database.run('BEGIN')
        await work(createWriter(database))
        if (uniqueNames) keepNamesUnique(database, uniqueNames)
        refuseOrphans(database, files.directory)
        syncFile(path)
      })
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw explainSystemError(error, files.directory)
  }
}

/** @throws {DataError} if rows refer to others that do not exist: the source is damaged */
function refuseOrphans(database: Database, directory: string): void {
  const [found] = database.rows('SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1')
  if (!found) return
  const [table, parent] = found
  throw new DataError(
    directory,
    `what was copied is damaged: rows of ${table} refer to rows of ${parent} that do not exist`,
    'Check where it comes from: schedkit data check',
  )
}

function createWriter(database: Database): DataWriter {
  const statements = createStatements(database)
  const { run } = statements
  const writers: { [Name in keyof DataRows]: (row: DataRows[Name]) => void } = {
    users({ json, password_hash }) {
      const user = JSON.parse(json)
      insert(statements, 'users', { ...dated(user), email_key: emailKey(user.email), password_hash })
    },
    email_changes({ user_id, email, secret_hash, expires_at }) {
      const hash = Uint8Array.from(Buffer.from(secret_hash, 'hex'))
      insert(statements, 'email_changes', { user_id, email, secret_hash: hash, expires_at })
    },
    schedules({ id, owner_id }) {
      run(insertSchedule, [id, owner_id, Date.now()])
    },
    resources({ json }) {
      const resource = JSON.parse(json)
      insert(statements, 'resources', dated(resource))
    },
    bookings({ json, start, end }) {
      const { id, schedule_id, resource_id } = JSON.parse(json)
      run(insertBooking, [id, schedule_id, resource_id, start, end, json])
    },
    collaborators({ json, user_id }) {
      const collaborator = JSON.parse(json)
      const email_key = emailKey(collaborator.email)
      insert(statements, 'collaborators', { ...dated(collaborator), email_key, user_id })
    },
    mails: row => insert(statements, 'mails', { ...row }),
  }
  return {
    async write(kind, rows) {
      for (const row of rows) writers[kind](row)
    },
    async finish(lastIds) {
      database.run('UPDATE resources SET schedule = (SELECT key FROM schedules WHERE id = schedule_id)')
      database.run('INSERT OR IGNORE INTO seeded VALUES (1)')
      putLastIds(statements, lastIds)
      database.run('COMMIT')
    },
  }
}

/** The fields of an object as columns, with its dates in milliseconds. */
const dated = ({ created_at, updated_at, ...row }: Record<string, Bound>) => ({
  ...row,
  created_at: Date.parse(String(created_at)),
  updated_at: Date.parse(String(updated_at)),
})

function insert({ run }: Statements, table: string, row: Record<string, Bound>): void {
  // The names come from a stored text, which a server need not have written.
  const names = Object.keys(row).map(name => `"${name.replaceAll('"', '""')}"`)
  run(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`, Object.values(row))
}

/** Ids of removed objects must not be assigned again. */
function putLastIds({ run }: Statements, { resources, bookings, collaborators }: LastIds): void {
  for (const [name, id] of Object.entries({ resources, collaborators })) {
    run('DELETE FROM sqlite_sequence WHERE name = ?', [name])
    if (id > 0) run('INSERT INTO sqlite_sequence VALUES (?, ?)', [name, id])
  }
  if (bookings > 0) run('INSERT OR REPLACE INTO booking_totals VALUES (0, ?)', [bookings])
}
