/**
 * The routes that are measured, as a competent user of Fastify and pg would write them: named statements, a pool, schemas for
 * bodies and responses. Each request reads its account and role, as ours does, so that a changed password takes effect at once;
 * a verified password is cached with its hash. It has no rate limit, no time zones, no transactions.
 *
 *     node fastify-postgres.js FOLDER_OF_PACKAGES DATABASE SEED
 */
import pg from 'pg'
import {
  columns,
  columnTypes,
  complete,
  isRight,
  quoted,
  type Row,
  readCredentials,
  readSeed,
  serve,
  toPage,
} from './fastify-app.js'

const [packages = '', connectionString = '', seed = ''] = process.argv.slice(2)
const bigint = 20
pg.types.setTypeParser(bigint, Number)
const pool = new pg.Pool({ connectionString, max: 10 })

await pool.query(`
  CREATE TABLE IF NOT EXISTS users (email text PRIMARY KEY, hash text);
  CREATE TABLE IF NOT EXISTS members (schedule_id text, email text, role text, PRIMARY KEY (schedule_id, email));
  CREATE TABLE IF NOT EXISTS bookings (
    id bigserial PRIMARY KEY, schedule_id text, resource_id bigint, ${columnTypes('text', 'boolean')}
  );
  CREATE INDEX IF NOT EXISTS of_schedule ON bookings (schedule_id, id);
`)

const ask = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query({ name, text, values })).rows

const insert = `INSERT INTO bookings (${quoted}) VALUES (${columns.map((_, index) => `$${index + 1}`)}) RETURNING id`
const find = `SELECT id, ${quoted} FROM bookings WHERE schedule_id = $1 AND id = $2`
const list = `SELECT id, ${quoted} FROM bookings WHERE schedule_id = $1 ORDER BY id LIMIT $2 OFFSET $3`
const count = 'SELECT count(*) AS total FROM bookings WHERE schedule_id = $1'
const account = `SELECT hash, role FROM users
  LEFT JOIN members ON schedule_id = $2 AND members.email = users.email WHERE users.email = $1`

const { users, schedule, members, bookings } = readSeed(seed, Boolean)
for (const [email, hash] of users) {
  await pool.query('INSERT INTO users VALUES ($1, $2)', [email, hash.toString('hex')])
}
for (const [email, role] of members) {
  await pool.query('INSERT INTO members VALUES ($1, $2, $3)', [schedule, email, role])
}
for (let from = 0; from < bookings.length; from += 1_000) {
  await pool.query(
    `INSERT INTO bookings (${quoted}) SELECT ${quoted} FROM json_populate_recordset(NULL::bookings, $1)`,
    [JSON.stringify(bookings.slice(from, from + 1_000))],
  )
}
await pool.query('VACUUM ANALYZE')

/** The hash that each login matched. */
const verified = new Map<string, unknown>()
await serve(packages, {
  async mayEnter(authorization, { method, params }) {
    const [email, password = ''] = readCredentials(authorization)
    const [known] = await ask('account', account, [email, params.schedule])
    if (!known || known.role === null || (method === 'POST' && known.role === 'viewer')) return false
    if (verified.get(authorization) === known.hash) return true
    if (!isRight(password, Buffer.from(String(known.hash), 'hex'))) return false
    verified.set(authorization, known.hash)
    return true
  },
  async read({ params: { schedule, id } }) {
    const [data] = await ask('find', find, [schedule, id])
    return { success: true, data }
  },
  async list(request) {
    const { offset, limit } = request.query
    const { schedule } = request.params
    const [[counted], data] = await Promise.all([
      ask('count', count, [schedule]),
      ask('list', list, [schedule, limit, offset]),
    ])
    return toPage(request, data, Number(counted?.total))
  },
  async create({ params, body }) {
    const row = complete(params.schedule, body, Boolean)
    const values = columns.map(name => row[name])
    const [created] = await ask('insert', insert, values)
    return { success: true, data: [{ id: created?.id }] }
  },
})
