import type { Client } from 'pg'
import { type DataReader, type DataRows, type DataWriter, type Kind, kinds } from '../data-rows.js'
import { databaseError } from './address.js'
import { transferring } from './connections.js'
import { countBookings } from './migrations.js'
import { lockSeeding, migrateSchema } from './schema.js'
import { emailKey, storable } from './texts.js'

/** Converts seconds since 1970 for PostgreSQL. */
const timestamp = (seconds: number) => new Date(seconds * 1000)

/** The columns of each kind of row in its table. */
const columnsOf: { [Name in Kind]: (row: DataRows[Name]) => object } = {
  users({ json, password_hash }) {
    const { id, email } = JSON.parse(json)
    return { id: storable(id), email_key: emailKey(email), password_hash, object: json }
  },
  email_changes: ({ user_id, email, secret_hash, expires_at }) => ({
    user_id: storable(user_id),
    email: storable(email),
    secret_hash,
    expires_at: new Date(expires_at),
  }),
  schedules: ({ id, owner_id }) => ({ id: storable(id), owner_id: storable(owner_id) }),
  resources({ json }) {
    const { id, schedule_id, name } = JSON.parse(json)
    return { id, schedule_id: storable(schedule_id), name: storable(name), object: json }
  },
  bookings({ json, start, end }) {
    const { id, schedule_id, resource_id } = JSON.parse(json)
    const times = { starts_at: timestamp(start), ends_at: timestamp(end) }
    return { id, schedule_id: storable(schedule_id), resource_id, ...times, object: json }
  },
  collaborators({ json, user_id: account }) {
    const { id, schedule_id, email, user_role } = JSON.parse(json)
    const user_id = account === null ? null : storable(account)
    return {
      id,
      schedule_id: storable(schedule_id),
      email_key: emailKey(email),
      user_id,
      user_role,
      object: json,
    }
  },
  mails: ({ json, due, is_hidden, ...row }) => ({
    ...row,
    object: json,
    due_at: new Date(due),
    is_hidden: is_hidden === 1,
  }),
}

/**
 * Fills a database without accounts, in one transaction; creates the tables if there are none.
 *
 * @throws {DataError} if it has accounts, or cannot be used
 */
export async function fillDatabase(
  url: string,
  uniqueNames: DataReader['uniqueNames'],
  work: (writer: DataWriter) => Promise<void>,
): Promise<void> {
  async function fill(client: Client): Promise<void> {
    await lockSeeding(client)
    await migrateSchema(client, url, uniqueNames)
    // Servers that use the empty database wait until it is filled.
    await client.query(`LOCK TABLE ${kinds.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
    const { rows } = await client.query('SELECT 1 FROM users LIMIT 1')
    if (rows.length > 0) throw databaseError(url, 'there is data in it already', 'Choose an empty database.')
    await work(createWriter(client))
  }
  await transferring(url, fill, { mustWrite: true })
}

function createWriter(client: Client): DataWriter {
  return {
    async write(kind, rows) {
      const stored = rows.map(columnsOf[kind])
      const names = Object.keys(stored[0] ?? {}).map(name => `"${name}"`)
      if (names.length === 0) return
      const given = `json_populate_recordset(NULL::${kind}, $1)`
      const text = `INSERT INTO ${kind} (${names}) SELECT ${names} FROM ${given}`
      await client.query({ name: kind, text, values: [JSON.stringify(stored)] })
    },
    async finish(lastIds) {
      for (const [name, id] of Object.entries(lastIds))
        await client.query(`ALTER SEQUENCE ${name}_ids RESTART WITH ${id + 1}`)
      await client.query(`SELECT setval('mail_numbers', max(number)) FROM mails WHERE NOT is_hidden`)
      await client.query(countBookings)
      await client.query('UPDATE schedkit SET is_seeded = true')
      // Otherwise, the first plans would be made for empty tables.
      await client.query(`ANALYZE ${kinds.join(', ')}, booking_totals`)
    },
  }
}
