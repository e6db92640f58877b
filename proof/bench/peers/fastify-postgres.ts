/**
 * The routes that are measured, as a competent user of Fastify and pg would write them: named statements, a pool, schemas for
 * bodies and responses. Each request reads its account, as ours does, so that a changed password counts at once; a password that
 * was verified is remembered with its hash. No rate limit, no roles, no time zones, no transactions.
 *
 *     node fastify-postgres.js FOLDER_OF_PACKAGES DATABASE SEED
 */
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'

type Row = Record<string, unknown>
interface Request {
  headers: { authorization?: string }
  params: { schedule: string; id: number }
  query: { offset: number; limit: number }
  body: Row
}
interface Reply {
  code(status: number): Reply
}
interface App {
  addHook(name: string, hook: (request: Request) => Promise<void>): void
  get(path: string, options: object, handler: (request: Request) => unknown): void
  post(path: string, options: object, handler: (request: Request, reply: Reply) => unknown): void
  listen(options: object): Promise<string>
}

const [packages = '', connectionString = '', seed = ''] = process.argv.slice(2)
const app: App = createRequire(join(packages, 'package.json'))('fastify')()
const bigint = 20
pg.types.setTypeParser(bigint, Number)
const pool = new pg.Pool({ connectionString, max: 10 })

const texts = ['title', 'color_fg', 'color_bk', 'link', 'link_title', 'note', 'custom_1', 'custom_2']
const times = ['start', 'end', 'start_utc', 'end_utc', 'updated_at', 'created_at']
const flags = ['all_day_display', 'text_bold']
const columns = ['schedule_id', 'resource_id', ...times, ...texts, ...flags]
const quoted = columns.map(name => `"${name}"`).join()

await pool.query(`
  CREATE TABLE IF NOT EXISTS users (email text PRIMARY KEY, hash text);
  CREATE TABLE IF NOT EXISTS bookings (
    id bigserial PRIMARY KEY, schedule_id text, resource_id bigint,
    ${[...times, ...texts].map(name => `"${name}" text`).join()}, ${flags.map(name => `${name} boolean`).join()}
  );
  CREATE INDEX IF NOT EXISTS of_schedule ON bookings (schedule_id, id);
`)

const ask = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query({ name, text, values })).rows

const insert = `INSERT INTO bookings (${quoted}) VALUES (${columns.map((_, index) => `$${index + 1}`)}) RETURNING id`
const find = `SELECT id, ${quoted} FROM bookings WHERE schedule_id = $1 AND id = $2`
const list = `SELECT id, ${quoted} FROM bookings WHERE schedule_id = $1 ORDER BY id LIMIT $2 OFFSET $3`
const count = 'SELECT count(*) AS total FROM bookings WHERE schedule_id = $1'
const account = 'SELECT hash FROM users WHERE email = $1'

/** As if all local times were UTC. */
const instant = (local: string) => `${local.slice(0, 10)}T${local.slice(11, 16)}:00Z`

const defaults = Object.fromEntries(texts.map(name => [name, '']))
function complete(schedule_id: string, body: Row): unknown[] {
  const now = new Date().toISOString()
  const row: Row = {
    ...defaults,
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    ...body,
    schedule_id,
    start_utc: instant(String(body.start)),
    end_utc: instant(String(body.end)),
    updated_at: now,
    created_at: now,
    ...Object.fromEntries(flags.map(name => [name, Boolean(body[name])])),
  }
  return columns.map(name => row[name])
}

const { users, schedules } = JSON.parse(readFileSync(seed, 'utf8'))
for (const { email, password } of users) {
  await pool.query('INSERT INTO users VALUES ($1, $2)', [
    email,
    scryptSync(password, 'salt', 32).toString('hex'),
  ])
}
const booked: Row[] = schedules[0].bookings
for (let from = 0; from < booked.length; from += 1_000) {
  const rows = booked.slice(from, from + 1_000).map(({ resource, ...booking }) => {
    const values = complete(schedules[0].id, { ...booking, resource_id: resource === 'Red' ? 1 : 2 })
    return Object.fromEntries(columns.map((name, index) => [name, values[index]]))
  })
  await pool.query(
    `INSERT INTO bookings (${quoted}) SELECT ${quoted} FROM json_populate_recordset(NULL::bookings, $1)`,
    [JSON.stringify(rows)],
  )
}
await pool.query('VACUUM ANALYZE')

/** The hash that each login has matched. */
const verified = new Map<string, unknown>()
async function mayEnter(authorization: string): Promise<boolean> {
  const [email = '', password = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':')
  const [known] = await ask('account', account, [email])
  if (!known) return false
  if (verified.get(authorization) === known.hash) return true
  const isRight = timingSafeEqual(scryptSync(password, 'salt', 32), Buffer.from(known.hash as string, 'hex'))
  if (isRight) verified.set(authorization, known.hash)
  return isRight
}

app.addHook('onRequest', async ({ headers: { authorization = '' } }) => {
  if (!(await mayEnter(authorization))) throw Object.assign(new Error('Log in'), { statusCode: 401 })
})

const string = { type: 'string' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const object = (properties: object) => ({ type: 'object', properties })
const of = (names: readonly string[], type: object) => Object.fromEntries(names.map(name => [name, type]))
const booking = object({
  ...{ id: integer, schedule_id: string, resource_id: integer },
  ...of([...times, ...texts], string),
  ...of(flags, boolean),
})
const one = object({ success: boolean, data: booking })
const created = object({ success: boolean, data: { type: 'array', items: object({ id: integer }) } })
const body = {
  ...object({
    resource_id: integer,
    start: string,
    end: string,
    ...of(texts, string),
    ...of(flags, boolean),
  }),
  required: ['resource_id', 'title', 'start', 'end'],
  additionalProperties: false,
}
const links = object(of(['first', 'last', 'next', 'previous'], string))
const totals = of(['limit', 'offset', 'page_count', 'total_count'], integer)
const many = object({
  success: boolean,
  data: { type: 'array', items: booking },
  pagination: object({ ...totals, links }),
})
const querystring = object({ offset: { ...integer, default: 0 }, limit: { ...integer, default: 20 } })

const path = '/v1/schedules/:schedule/bookings'

app.get(
  `${path}/:id`,
  { schema: { params: object({ schedule: string, id: integer }), response: { 200: one } } },
  async ({ params }) => ({
    success: true,
    data: (await ask('find', find, [params.schedule, params.id]))[0],
  }),
)

app.get(path, { schema: { querystring, response: { 200: many } } }, async ({ params, query }) => {
  const { offset, limit } = query
  const { schedule } = params
  const [[counted], data] = await Promise.all([
    ask('count', count, [schedule]),
    ask('list', list, [schedule, limit, offset]),
  ])
  const total = Number(counted?.total)
  const url = (start: number) =>
    `http://localhost/v1/schedules/${schedule}/bookings?offset=${start}&limit=${limit}`
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  return {
    success: true,
    data,
    pagination: {
      ...{ limit, offset, page_count: data.length, total_count: total },
      links: { first: url(0), last: url(last), next: url(offset + limit) },
    },
  }
})

app.post(path, { schema: { body, response: { 201: created } } }, async ({ params, body }, reply) => {
  const [row] = await ask('insert', insert, complete(params.schedule, body))
  reply.code(201)
  return { success: true, data: [{ id: row?.id }] }
})

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
