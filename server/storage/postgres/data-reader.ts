import type { Client } from 'pg'
import {
  countAll,
  type DataReader,
  type DataRows,
  type Kind,
  type ListKind,
  rowsInPart,
} from '../data-rows.js'
import { otherVersion } from '../errors.js'
import { databaseError } from './address.js'
import { milliseconds, seconds } from './collection.js'
import { transferring } from './connections.js'
import { newestVersion } from './migrations.js'
import { restored, storable } from './texts.js'

const select: Record<Kind, string> = {
  users: 'SELECT object AS json, password_hash FROM users ORDER BY number',
  email_changes: `SELECT user_id, email, secret_hash, ${milliseconds('expires_at')} AS expires_at
    FROM email_changes ORDER BY user_id`,
  schedules: `SELECT schedules.id, owner_id, users.object AS owner
    FROM schedules JOIN users ON users.id = owner_id ORDER BY schedules.number`,
  resources: 'SELECT id, object AS json FROM resources ORDER BY id',
  bookings: `SELECT id, object AS json, ${seconds('starts_at')} AS start, ${seconds('ends_at')} AS "end"
    FROM bookings ORDER BY id`,
  collaborators: `SELECT collaborators.id, collaborators.object AS json, user_id, users.object AS account
    FROM collaborators LEFT JOIN users ON users.id = user_id ORDER BY collaborators.id`,
  mails: `SELECT key, number, object AS json, state, attempts, ${milliseconds('due_at')} AS due, problem,
      is_hidden::integer::bigint AS is_hidden
    FROM mails ORDER BY number, key`,
}

/** Columns whose values PostgreSQL stores in an escaped form. */
const storedIds = ['id', 'user_id', 'owner_id', 'email']

/**
 * Reads a database in one transaction, which sees one state; servers may be using it.
 *
 * @throws {DataError} if it cannot be read, or has no tables of this version
 */
export function readDatabase<T>(
  url: string,
  work: (reader: DataReader, client: Client) => Promise<T>,
): Promise<T> {
  const reading = async (client: Client) =>
    work(createReader(client, await preparedNames(client, url)), client)
  return transferring(url, reading, { kind: 'ISOLATION LEVEL REPEATABLE READ READ ONLY' })
}

/** The scope in which names are unique in a database of this version. */
async function preparedNames(client: Client, url: string): Promise<DataReader['uniqueNames']> {
  const { rows: found } = await client.query(
    // The views of information_schema omit what the role may not use.
    `SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('schedkit') AND attname = 'unique_names'`,
  )
  if (found.length === 0)
    throw databaseError(
      url,
      'it has no tables of schedkit',
      'Pass the database that schedkit serve --database uses.',
    )
  const { rows } = await client.query('SELECT version, unique_names FROM schedkit')
  const migration = 'Migrate it as the owner of its tables: schedkit data migrate URL.'
  const other = otherVersion(Number(rows[0]?.version), newestVersion, migration)
  if (other) throw databaseError(url, ...other)
  return rows[0].unique_names || undefined
}

function createReader(client: Client, uniqueNames: DataReader['uniqueNames']): DataReader {
  const number = async (sql: string) => {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return Number(rows[0]?.[0])
  }
  const count = (table: string) => number(`SELECT count(*) FROM ${table}`)
  const lastOf = (table: string) =>
    number(`SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM ${table}_ids`)
  let cursors = 0

  async function* parts<Name extends Kind>(sql: string, values: string[]): AsyncGenerator<DataRows[Name][]> {
    const cursor = `part_${++cursors}`
    await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, values)
    for (;;) {
      const { rows } = await client.query(`FETCH ${rowsInPart} FROM ${cursor}`)
      if (rows.length > 0) yield rows.map(withRestoredIds)
      if (rows.length < rowsInPart) break
    }
    await client.query(`CLOSE ${cursor}`)
  }

  return {
    uniqueNames,
    counts: () => countAll(count),
    lastIds: async () => ({
      resources: await lastOf('resources'),
      bookings: await lastOf('bookings'),
      collaborators: await lastOf('collaborators'),
    }),
    rows: kind => parts(select[kind], []),
    // Its transaction sees one state.
    verify: async () => {},
    rowsOf: (kind: ListKind, schedule_id) =>
      parts(select[kind].replace('ORDER BY', `WHERE ${kind}.schedule_id = $1 ORDER BY`), [
        storable(schedule_id),
      ]),
  }
}

function withRestoredIds<Row extends object>(row: Row): Row {
  for (const name of storedIds) {
    const value = (row as Record<string, unknown>)[name]
    if (typeof value === 'string') Object.assign(row, { [name]: restored(value) })
  }
  return row
}
