import type { Client } from 'pg'
import type { UniqueNames } from '../../core/index.js'
import { kinds } from '../data-rows.js'
import { tooNew } from '../errors.js'
import { databaseError, explainDatabaseError } from './address.js'
import { transferring } from './connections.js'
import { migrations, newestVersion } from './migrations.js'
import { sequences } from './repositories.js'

/** Processes that start at the same time take turns. */
const lock = 'SELECT pg_advisory_xact_lock(7164733325)'

/** So do processes that find no data, until one of them has loaded its seed. */
const seedLock = 'SELECT pg_advisory_xact_lock(7164733326)'

/** A single row: the state of the tables, and whether a seed was ever loaded. */
const ownTable = `CREATE TABLE IF NOT EXISTS schedkit (
  version integer NOT NULL,
  unique_names text NOT NULL DEFAULT '',
  is_seeded boolean NOT NULL DEFAULT false
)`

/** The privileges that a server needs on its tables and sequences. */
const neededRights: [names: readonly string[], rights: readonly string[]][] = [
  [['schedkit'], ['SELECT', 'UPDATE']],
  [
    [...kinds, 'booking_totals', 'request_leases', 'login_tries'],
    ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  ],
  [
    [...sequences, 'user_numbers', 'schedule_numbers', 'mail_numbers'],
    ['USAGE', 'SELECT', 'UPDATE'],
  ],
]

/** Selects the privileges that its role lacks on existing objects. */
const lackingRights = `SELECT object::text AS name, string_agg(needed, ', ') AS rights,
    CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END || object AS target, quote_ident(current_user) AS role
  FROM (SELECT to_regclass(name) AS object, needed FROM unnest($1::text[], $2::text[]) AS each (name, needed)) AS each
  JOIN pg_class ON oid = object
  WHERE NOT CASE relkind WHEN 'S' THEN has_sequence_privilege(oid, needed) ELSE has_table_privilege(oid, needed) END
  GROUP BY object, relkind ORDER BY relkind, name`

/** @throws {DataError} if the role lacks a privilege: requests that need it would fail */
async function refuseMissingRights(client: Client, url: string): Promise<void> {
  const pairs = neededRights.flatMap(([names, rights]) =>
    names.flatMap(name => rights.map(right => [name, right])),
  )
  const { rows } = await client.query(lackingRights, [
    pairs.map(([name]) => name),
    pairs.map(([, right]) => right),
  ])
  if (rows.length === 0) return
  const lacking = rows.map(({ name, rights }) => `${rights} on ${name}`).join('; ')
  const grants = rows.map(({ rights, target, role }) => `GRANT ${rights} ON ${target} TO ${role};`).join(' ')
  const reason = `its role ${rows[0].role} lacks ${lacking}`
  throw databaseError(url, reason, `Run as the owner of the tables: ${grants}`)
}

/** Waits until no other process loads the first data, until the end of the transaction. */
export async function lockSeeding(client: Client): Promise<void> {
  await client.query(seedLock)
}

/** Loads the first seed, unless another process has loaded its own. Returns whether it did. Call it in a transaction. */
export async function seedFirst(client: Client, load: () => Promise<void>): Promise<boolean> {
  await lockSeeding(client)
  const { rows } = await client.query('SELECT is_seeded FROM schedkit')
  const isSeeded = rows[0]?.is_seeded === 't'
  if (!isSeeded) await load()
  return !isSeeded
}

/** Reads the schema row of the database; undefined if there are no tables. */
async function readSchema(client: Client) {
  const { rows: tables } = await client.query(
    `SELECT relreplident FROM pg_class WHERE oid = to_regclass('schedkit')`,
  )
  const [table] = tables
  if (!table) return undefined
  const { rows } = await client.query('SELECT version, unique_names, is_seeded FROM schedkit')
  const [row] = rows
  return (
    row && {
      version: Number(row.version),
      uniqueNames: row.unique_names,
      isSeeded: row.is_seeded === 't',
      isIdentified: table.relreplident === 'f',
    }
  )
}

/**
 * Reads the schema row of the database, if this version can use or migrate it; undefined if there are no tables.
 *
 * @throws {DataError} if it cannot
 */
async function inspectSchema(client: Client, url: string) {
  const { rows } = await client.query(`SELECT current_setting('server_encoding') AS encoding`)
  const { encoding } = rows[0]
  if (encoding !== 'UTF8')
    throw databaseError(
      url,
      `its encoding is ${encoding}, in which not every text can be stored`,
      `Use a database with UTF8: CREATE DATABASE NAME ENCODING 'UTF8' TEMPLATE template0.`,
    )
  const found = await readSchema(client)
  if (found && found.version > newestVersion)
    throw databaseError(url, tooNew(found.version, newestVersion), 'Use a newer schedkit.')
  if (found && found.version < migrations.first)
    throw databaseError(
      url,
      `its version is ${found.version}, which no released schedkit has written`,
      'Choose another database.',
    )
  return found
}

/**
 * Migrates the tables for a server; if they are already up to date, its role needs no privilege to do so. Call it in a
 * transaction. Returns whether a seed was ever loaded.
 *
 * @throws {DataError} if a newer schedkit has migrated them, or if names are not unique
 */
export async function openSchema(client: Client, url: string, uniqueNames: UniqueNames): Promise<boolean> {
  try {
    await refuseMissingRights(client, url)
    const found = await inspectSchema(client, url)
    const isReady = found?.version === newestVersion && found.uniqueNames === uniqueNames
    if (isReady) return found.isSeeded
    if (found) await refuseOtherOwner(client, url, found, uniqueNames)
    return await migrateSchema(client, url, uniqueNames)
  } catch (error) {
    throw explainDatabaseError(error, url, 'Nothing was changed. Try again.')
  }
}

/** @throws {DataError} if tables have to be changed but are owned by another role */
async function refuseOtherOwner(
  client: Client,
  url: string,
  found: { version: number; uniqueNames: string },
  uniqueNames: UniqueNames,
): Promise<void> {
  const { rows } = await client.query(
    `SELECT pg_has_role(relowner, 'USAGE') AS is_owner FROM pg_class WHERE oid = to_regclass('schedkit')`,
  )
  if (rows[0]?.is_owner === 't') return
  const reason =
    found.version === newestVersion
      ? `its tables are made for --unique-names ${found.uniqueNames || 'none'}, not ${uniqueNames}`
      : `its version is ${found.version}, and this schedkit uses version ${newestVersion}`
  throw databaseError(
    url,
    reason,
    `Run schedkit data migrate URL --unique-names ${uniqueNames} as the owner of the tables.`,
  )
}

/**
 * Creates the tables, or migrates them to the newest version; call it in a transaction. Without `uniqueNames`, the scope of
 * unique names does not change. Returns whether a seed was ever loaded.
 *
 * @throws {DataError} if a newer schedkit has migrated them, or if names are not unique
 */
export async function migrateSchema(
  client: Client,
  url: string,
  uniqueNames?: UniqueNames,
): Promise<boolean> {
  await client.query(lock)
  const found = await inspectSchema(client, url)
  const { version, uniqueNames: before, isSeeded } = found ?? { version: 0, uniqueNames: '', isSeeded: false }
  if (!found) {
    await client.query(ownTable)
    await client.query('INSERT INTO schedkit (version) VALUES (0)')
  }
  // Its row has no key, without which a publication of all tables would reject each change. Tables of older versions also
  // lack one.
  if (!found?.isIdentified) await client.query('ALTER TABLE schedkit REPLICA IDENTITY FULL')
  for (const migration of migrations.after(version)) await client.query(migration)
  if (uniqueNames && before !== uniqueNames) await keepNamesUnique(client, url, uniqueNames)
  const now = uniqueNames ?? before
  if (version < newestVersion || now !== before)
    await client.query('UPDATE schedkit SET version = $1, unique_names = $2', [newestVersion, now])
  return isSeeded
}

/**
 * Creates or migrates the tables of a database. Returns its versions before (0 for a new one) and after.
 *
 * @throws {DataError} if a newer schedkit has migrated them, if names are not unique, or if the database cannot be used
 */
export function migrateDatabase(
  url: string,
  uniqueNames: UniqueNames,
): Promise<{ before: number; now: number }> {
  async function migrate(client: Client) {
    const before = (await readSchema(client))?.version ?? 0
    await migrateSchema(client, url, uniqueNames)
    return { before, now: newestVersion }
  }
  return transferring(url, migrate, { mustWrite: true })
}

/** Makes resource names unique in the whole service, or within each schedule (section 2.1). */
async function keepNamesUnique(client: Client, url: string, where: UniqueNames): Promise<void> {
  const columns = where === 'service' ? 'name' : 'schedule_id, name'
  const { rows } = await client.query(
    `SELECT name, string_agg(schedule_id, ' and ') AS places FROM resources
     GROUP BY ${columns} HAVING count(*) > 1 LIMIT 3`,
  )
  if (rows.length > 0) {
    const repeated = rows.map(({ name, places }) => `${JSON.stringify(name)} in ${places}`).join('; ')
    throw databaseError(
      url,
      `resource names cannot be made unique in the whole service: some occur more than once: ${repeated}`,
      'Rename them, or make names unique within each schedule.',
    )
  }
  await client.query('DROP INDEX IF EXISTS resources_name_unique')
  await client.query(`CREATE UNIQUE INDEX resources_name_unique ON resources (${columns})`)
}
