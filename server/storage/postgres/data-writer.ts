import type { Client } from 'pg'
import { type DataReader, type DataRows, type DataWriter, type Kind, kinds } from '../data/data-rows.js'
import { checkAddress, databaseError, explainDatabaseError } from './address.js'
import { connect } from './connections.js'
import { databaseDefaults } from './limits.js'
import { countBookings } from './migrations/index.js'
import { migrateSchema } from './schema.js'
import { emailKey, storable } from './texts.js'

type Values = (string | number | null)[]

/** The columns of each table with their types, and their values. */
const tables: { [Name in Kind]: { columns: Record<string, string>; values(row: DataRows[Name]): Values } } = {
  users: {
    columns: { id: 'text', email_key: 'text', password_hash: 'text', json: 'text' },
    values({ json, password_hash }) {
      const { id, email } = JSON.parse(json)
      return [storable(id), emailKey(email), password_hash, json]
    },
  },
  email_changes: {
    columns: { user_id: 'text', email: 'text', secret_hash: 'text', expires_at: 'bigint' },
    values: ({ user_id, email, secret_hash, expires_at }) => [
      storable(user_id),
      storable(email),
      secret_hash,
      expires_at,
    ],
  },
  schedules: {
    columns: { id: 'text', owner_id: 'text' },
    values: ({ id, owner_id }) => [storable(id), storable(owner_id)],
  },
  resources: {
    columns: { id: 'bigint', schedule_id: 'text', name: 'text', json: 'text' },
    values({ json }) {
      const { id, schedule_id, name } = JSON.parse(json)
      return [id, storable(schedule_id), storable(name), json]
    },
  },
  bookings: {
    columns: {
      id: 'bigint',
      schedule_id: 'text',
      resource_id: 'bigint',
      start: 'bigint',
      end: 'bigint',
      json: 'text',
    },
    values({ json, start, end }) {
      const { id, schedule_id, resource_id } = JSON.parse(json)
      return [id, storable(schedule_id), resource_id, start, end, json]
    },
  },
  collaborators: {
    columns: {
      id: 'bigint',
      schedule_id: 'text',
      email_key: 'text',
      user_id: 'text',
      user_role: 'text',
      json: 'text',
    },
    values({ json, user_id }) {
      const { id, schedule_id, email, user_role } = JSON.parse(json)
      return [
        id,
        storable(schedule_id),
        emailKey(email),
        user_id === null ? null : storable(user_id),
        user_role,
        json,
      ]
    },
  },
  mails: {
    columns: {
      key: 'text',
      number: 'bigint',
      json: 'text',
      state: 'text',
      attempts: 'bigint',
      due: 'bigint',
      problem: 'text',
      is_hidden: 'boolean',
    },
    values: ({ key, number, json, state, attempts, due, problem, is_hidden }) => [
      key,
      number,
      json,
      state,
      attempts,
      due,
      problem,
      is_hidden === 1 ? 'true' : 'false',
    ],
  },
}

function insertInto(table: string, columns: Record<string, string>): string {
  const names = Object.keys(columns).map(name => `"${name}"`)
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`
}

/**
 * Fills a database in which nobody has an account, in one transaction; creates the tables if there are none.
 *
 * @throws {DataError} if it has accounts, or cannot be used
 */
export async function fillDatabase(
  url: string,
  uniqueNames: DataReader['uniqueNames'],
  work: (writer: DataWriter) => Promise<void>,
): Promise<void> {
  checkAddress(url)
  const client = await connect(url, databaseDefaults.connectionTimeout)
  try {
    await client.query('BEGIN')
    await migrateSchema(client, url, uniqueNames)
    // Servers that use the empty database wait until it is filled.
    await client.query(`LOCK TABLE ${kinds.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
    const { rows } = await client.query('SELECT 1 FROM users LIMIT 1')
    if (rows.length > 0) throw databaseError(url, 'there is data in it already', 'Choose an empty database.')
    await work(createWriter(client))
    await client.query('COMMIT')
  } catch (error) {
    throw explainDatabaseError(error, url, 'Nothing was changed. Try again.')
  } finally {
    await client.end()
  }
}

function createWriter(client: Client): DataWriter {
  return {
    async write(kind, rows) {
      const { columns, values } = tables[kind]
      const written = rows.map(values)
      const arrays = Object.keys(columns).map((_, index) => written.map(row => row[index]))
      await client.query({ name: kind, text: insertInto(kind, columns), values: arrays })
    },
    async finish(lastIds) {
      for (const [name, id] of Object.entries(lastIds))
        await client.query(`ALTER SEQUENCE ${name}_ids RESTART WITH ${id + 1}`)
      await client.query(`SELECT setval('mail_numbers', max(number)) FROM mails WHERE NOT is_hidden`)
      await client.query(countBookings)
      await client.query('UPDATE schedkit SET is_seeded = true')
      // Without it, the first plans are made for empty tables.
      await client.query(`ANALYZE ${kinds.join(', ')}, booking_totals`)
    },
  }
}
