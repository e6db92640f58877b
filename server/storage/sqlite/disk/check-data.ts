import type { Database } from 'sql.js'
import { migrations } from '../migrations/index.js'
import { tooNew } from '../schema.js'
import { readDatabase } from './read-lease.js'

/** The result of checking a data directory. */
export interface DataReport {
  directory: string
  version: number
  /** Whether a server is using the directory. */
  isServed: boolean
  /** The number of objects of each type. */
  counts: Record<string, number>
  /** What the next start will recover from the log. */
  log: { transactions: number; dropped: number }
  /** Errors, each as a sentence; empty if there are none. */
  problems: string[]
}

const kinds = ['users', 'schedules', 'resources', 'bookings', 'collaborators']

/**
 * Reads all data of a directory and reports errors. Nothing is changed, and a server may be running.
 *
 * @throws {DataError} if the data cannot be read at all
 */
export function checkData(directory: string): Promise<DataReport> {
  return readDatabase(directory, async ({ database, inspection, files, isServed }) => {
    const { log, version, damage } = inspection
    const problems = [...damage]
    if (version > migrations.length) problems.push(tooNew(version, migrations.length))
    const counts: Record<string, number> = {}
    /** Damage can stop a step: that is an error to report, too, and the other steps continue. */
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
    const { transactions, tornLength } = log
    return {
      directory: files.directory,
      version,
      isServed,
      counts,
      log: { transactions, dropped: tornLength },
      problems,
    }
  })
}

const column = (database: Database, sql: string) =>
  (database.exec(sql)[0]?.values ?? []).map(([value]) => String(value))

/** What SQLite finds, as far as it gets. */
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

/** Stored totals can differ from the real counts only because of a bug. */
function wrongTotals(database: Database): string[] {
  return [
    ['resources_per_schedule', 'resources', 'schedule_id'],
    ['bookings_per_schedule', 'bookings', 'schedule_id'],
    ['bookings_per_resource', 'bookings', 'resource_id'],
    ['collaborators_per_schedule', 'collaborators', 'schedule_id'],
  ].flatMap(([kept, counted, by]) =>
    column(
      database,
      `SELECT printf('%s says %d for %s, but there are %d', '${kept}', total, ${by}, counted) FROM (
         SELECT kept.${by}, kept.total, count(counted.id) AS counted
         FROM ${kept} AS kept LEFT JOIN ${counted} AS counted ON counted.${by} = kept.${by} GROUP BY kept.${by}
       ) WHERE total <> counted LIMIT 5`,
    ),
  )
}
