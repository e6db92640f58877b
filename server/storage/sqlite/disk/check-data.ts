import type { Database } from 'sql.js'
import { migrations } from '../migrations/index.js'
import { tooNew } from '../schema.js'
import { readDatabase } from './read-lease.js'

/** What was found out about the data of a directory. */
export interface DataReport {
  directory: string
  version: number
  /** Whether a server uses them now. */
  isServed: boolean
  /** How many there are of each kind. */
  counts: Record<string, number>
  /** What the next start will take from the log. */
  log: { transactions: number; dropped: number }
  /** What is wrong, each as a sentence; nothing where all is well. */
  problems: string[]
}

const kinds = ['users', 'schedules', 'resources', 'bookings', 'collaborators']

/**
 * Reads all data of a directory and says what is wrong with them; nothing is changed, and a server may run meanwhile.
 *
 * @throws DataError where there is nothing that could be read
 */
export function checkData(directory: string): Promise<DataReport> {
  return readDatabase(directory, async ({ database, inspection, files, isServed }) => {
    const { log, version, damage } = inspection
    const problems = [...damage]
    if (version > migrations.length) problems.push(tooNew(version, migrations.length))
    const counts: Record<string, number> = {}
    /** What is damaged may keep a step from its end: that is a finding too, and the other steps go on. */
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

/** What SQLite finds, as far as it comes. */
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

/** Totals are kept beside what they count, which could be otherwise only by a defect. */
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
