import type { UniqueNames } from '../../core/index.js'
import { tooNew } from '../errors.js'
import { type Migrations, migrationsIn } from '../migrations.js'
import { type Database, rollBack } from './connection.js'

/** The version of a database. */
export const versionOf = (database: Database): number => Number(database.rows('PRAGMA user_version')[0]?.[0])

export const ownMigrations = migrationsIn('sqlite', ['006-tables.sql', '007-seeded.sql'])
export const newestVersion = ownMigrations.newest

/**
 * Creates the tables of a new database, or migrates it to the newest version, in one transaction. References are not enforced
 * meanwhile: replacing a table would otherwise delete the rows that refer to it.
 */
export function migrate(
  database: Database,
  { newest, after }: Pick<Migrations, 'newest' | 'after'> = ownMigrations,
): void {
  const version = versionOf(database)
  if (version > newest) {
    throw new Error(`Failed to open the data: ${tooNew(version, newest)}. Use a newer schedkit.`)
  }
  if (version === newest) return
  const enforced = database.rows('PRAGMA foreign_keys')[0]?.[0]
  database.run('PRAGMA foreign_keys = OFF')
  try {
    inOne(database, () => {
      for (const migration of after(version)) database.run(migration)
      database.run(`PRAGMA user_version = ${newest}`)
    })
  } finally {
    database.run(`PRAGMA foreign_keys = ${enforced}`)
  }
}

const uniqueIndex = 'CREATE UNIQUE INDEX resource_names ON resources'

/** The scope in which resource names are unique; undefined before the first start. */
export function namesUniqueIn(database: Database): UniqueNames | undefined {
  const sql = database.rows("SELECT sql FROM sqlite_schema WHERE name = 'resource_names'")[0]?.[0]
  if (sql === undefined) return undefined
  return sql === `${uniqueIndex} (name)` ? 'service' : 'schedule'
}

/**
 * Makes resource names unique in the whole service, or within each schedule (section 2.1).
 *
 * @throws {Error} that lists names which occur more than once
 */
export function keepNamesUnique(database: Database, where: UniqueNames): void {
  const columns = where === 'service' ? 'name' : 'schedule_id, name'
  if (namesUniqueIn(database) === where) return
  const repeated = database.rows(
    `SELECT json_quote(name) || ' in ' || group_concat(schedule_id, ' and ') FROM resources
     GROUP BY ${columns} HAVING count(*) > 1 LIMIT 3`,
  )
  if (repeated.length > 0) {
    throw new Error(
      `Failed to make resource names unique in the whole service: some occur more than once: ${repeated.join('; ')}. Rename them, or make names unique within each schedule.`,
    )
  }
  inOne(database, () => {
    database.run('DROP INDEX IF EXISTS resource_names')
    database.run(`${uniqueIndex} (${columns})`)
  })
}

/** Runs statements as one transaction. */
function inOne(database: Database, work: () => void): void {
  database.run('BEGIN')
  try {
    work()
    database.run('COMMIT')
  } catch (error) {
    rollBack(database.run)
    throw error
  }
}
