import type { DataReport } from '../../data-rows.js'
import { tooNew } from '../../errors.js'
import type { Database } from '../connection.js'
import { newestVersion } from '../schema.js'
import { readDatabase } from './read-lease.js'

const kinds = ['users', 'schedules', 'resources', 'bookings', 'collaborators']

/**
 * Reads all data of a directory and reports errors. Nothing is changed, and a server may be running.
 *
 * @throws {DataError} if the data cannot be read at all
 */
export function checkDirectory(directory: string): Promise<DataReport> {
  return readDatabase(directory, async ({ database, inspection, files, isServed }) => {
    const { log, version, damage } = inspection
    const refusals = [...damage, ...(version > newestVersion ? [tooNew(version, newestVersion)] : [])]
    const { counts, problems } = checkDatabase(database)
    const { transactions, tornLength } = log
    return {
      directory: files.directory,
      version,
      isServed,
      counts,
      log: { transactions, dropped: tornLength },
      isRefused: refusals.length > 0,
      problems: [...refusals, ...problems],
    }
  })
}

/**
 * Reads everything in a database; returns the number of rows of each kind, and errors, each as a sentence without a full
 * stop.
 */
export function checkDatabase(database: Database): Pick<DataReport, 'counts' | 'problems'> {
  const problems: string[] = []
  const counts: Record<string, number> = {}
  /** Damage can abort a step: this is also reported as an error, and the other steps continue. */
  const step = (found: () => Iterable<string>) => {
    try {
      for (const problem of found()) problems.push(problem)
    } catch (error) {
      const { message } = error as Error
      if (!problems.includes(message)) problems.push(message)
    }
  }
  step(() => integrity(database))
  for (const kind of kinds) {
    step(() => {
      counts[kind] = Number(column(database, `SELECT count(*) FROM ${kind}`)[0])
      return []
    })
  }
  step(() => orphans(database))
  step(() => wrongTotals(database))
  step(() => damagedTexts(database))
  return { counts, problems }
}

const column = (database: Database, sql: string) => database.rows(sql).map(([value]) => String(value))

/** The errors found by SQLite, as far as it gets. */
function* integrity(database: Database): Generator<string> {
  const statement = database.prepare('PRAGMA integrity_check(20)')
  try {
    while (statement.step()) {
      const [found] = statement.get()
      if (found !== 'ok') yield String(found).replaceAll('\n', '; ')
    }
  } finally {
    statement.free()
  }
}

const orphans = (database: Database) =>
  column(
    database,
    `SELECT printf('%d rows of %s refer to rows of %s that do not exist', count(*), "table", parent)
     FROM pragma_foreign_key_check GROUP BY "table", parent`,
  )

/** Stored totals can only differ from the real counts because of a bug. */
const wrongTotals = (database: Database): string[] =>
  column(
    database,
    `SELECT printf('booking_totals says %d for %s, but there are %d', kept, name, counted) FROM (
       SELECT 'resource ' || id AS name, coalesce((SELECT total FROM booking_totals WHERE scope = id), 0) AS kept,
         (SELECT count(*) FROM bookings WHERE resource_id = resources.id AND bookings.schedule = resources.schedule) AS counted
       FROM resources
       UNION ALL
       SELECT 'schedule ' || id, coalesce((SELECT total FROM booking_totals WHERE scope = -key), 0),
         (SELECT count(*) FROM bookings WHERE schedule = key)
       FROM schedules
     ) WHERE kept <> counted LIMIT 5`,
  )

/** Finds damaged texts: the text of a booking must be an object that agrees with the other columns. */
const damagedTexts = (database: Database): string[] =>
  column(
    database,
    `SELECT printf('the stored text of booking %d is damaged', id) FROM bookings
     WHERE CASE WHEN NOT json_valid(json) THEN 1 ELSE
       json ->> 'id' IS NOT id OR json ->> 'resource_id' IS NOT resource_id
       OR json ->> 'schedule_id' IS NOT (SELECT schedules.id FROM schedules WHERE key = schedule)
       OR json ->> 'start_utc' IS NOT strftime('%Y-%m-%dT%H:%M:%SZ', start, 'unixepoch')
       OR json ->> 'end_utc' IS NOT strftime('%Y-%m-%dT%H:%M:%SZ', "end", 'unixepoch')
       OR (SELECT count(*) FROM json_each(bookings.json)) <> 19
     END ORDER BY id LIMIT 5`,
  )
