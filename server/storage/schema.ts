import type { Database } from 'sql.js'
import type { UniqueNames } from '../core/index.js'

/** Brings a database to the newest version of its tables, in one transaction. */
export function migrate(database: Database, migrations: readonly string[]): void {
  const version = Number(database.exec('PRAGMA user_version')[0]?.values[0]?.[0])
  if (version > migrations.length) {
    throw new Error(
      `Failed to open the data: its version is ${version}, and this schedkit knows versions up to ${migrations.length}. Use a newer schedkit.`,
    )
  }
  database.run('BEGIN')
  try {
    for (const migration of migrations.slice(version)) database.run(migration)
    database.run(`PRAGMA user_version = ${migrations.length}`)
    database.run('COMMIT')
  } catch (error) {
    database.run('ROLLBACK')
    throw error
  }
}

/** Lets a name occur once in the whole service, or once in each schedule (section 2.1). */
export function keepNamesUnique(database: Database, where: UniqueNames): void {
  database.run('DROP INDEX IF EXISTS resource_names')
  database.run(
    `CREATE UNIQUE INDEX resource_names ON resources (${where === 'service' ? 'name' : 'schedule_id, name'})`,
  )
}
