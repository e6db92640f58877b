/**
 * The routes that are measured, as a competent user of Fastify and SQLite would write them: prepared statements, schemas for
 * bodies, queries and responses, and a check of Basic credentials that remembers what it has verified. It has no rate limit,
 * no roles, no time zones, no other routes.
 *
 *     node fastify.js FOLDER_OF_PACKAGES DATABASE NORMAL|FULL [SEED]
 */
import { scryptSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Row = Record<string, unknown>
interface Statement {
  get(...values: unknown[]): Row | undefined
  all(...values: unknown[]): Row[]
  run(...values: unknown[]): { lastInsertRowid: number }
}
interface Database {
  pragma(text: string): void
  exec(text: string): void
  prepare(text: string): Statement
  transaction<T>(work: (given: T) => void): (given: T) => void
}
interface Request {
  headers: { authorization?: string }
  params: { schedule: string; id: number }
  query: { offset: number; limit: number; time_min?: string; time_max?: string }
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

const [packages = '', file = '', synchronous = 'NORMAL', seed] = process.argv.slice(2)
const load = createRequire(join(packages, 'package.json'))
const database: Database = new (load('better-sqlite3'))(file)
const app: App = load('fastify')()

const texts = ['title', 'color_fg', 'color_bk', 'link', 'link_title', 'note', 'custom_1', 'custom_2']
const times = ['start', 'end', 'start_utc', 'end_utc', 'updated_at', 'created_at']
const flags = ['all_day_display', 'text_bold']
const columns = ['schedule_id', 'resource_id', ...times, ...texts, ...flags]
const quoted = columns.map(name => `"${name}"`).join()

database.pragma('journal_mode = WAL')
database.pragma(`synchronous = ${synchronous}`)
database.exec(`
  CREATE TABLE IF NOT EXISTS users (email TEXT PRIMARY KEY, salt BLOB, hash BLOB);
  CREATE TABLE IF NOT EXISTS bookings (
    id INTEGER PRIMARY KEY, schedule_id TEXT, resource_id INTEGER,
    ${[...times, ...texts].map(name => `"${name}" TEXT`).join()}, ${flags.map(name => `${name} INTEGER`).join()}
  );
  CREATE INDEX IF NOT EXISTS by_time ON bookings (schedule_id, start_utc);
`)

const insert = database.prepare(
  `INSERT INTO bookings (${quoted}) VALUES (${columns.map(name => `@${name}`).join()})`,
)
const find = database.prepare(`SELECT id, ${quoted} FROM bookings WHERE schedule_id = ? AND id = ?`)
const where = 'schedule_id = @schedule AND start_utc >= @from AND start_utc < @until'
const page = `ORDER BY id LIMIT @limit OFFSET @offset`
const list = database.prepare(`SELECT id, ${quoted} FROM bookings WHERE schedule_id = @schedule ${page}`)
const listWindow = database.prepare(`SELECT id, ${quoted} FROM bookings WHERE ${where} ${page}`)
const count = database.prepare('SELECT count(*) total FROM bookings WHERE schedule_id = ?')
const countWindow = database.prepare(`SELECT count(*) total FROM bookings WHERE ${where}`)
const account = database.prepare('SELECT salt, hash FROM users WHERE email = ?')

/** As if all local times were UTC. */
const instant = (local: string) => `${local.slice(0, 10)}T${local.slice(11, 16)}:00Z`

const defaults = Object.fromEntries(texts.map(name => [name, '']))
function complete(schedule_id: string, body: Row): Row {
  const now = new Date().toISOString()
  return {
    ...defaults,
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    ...body,
    schedule_id,
    start_utc: instant(String(body.start)),
    end_utc: instant(String(body.end)),
    updated_at: now,
    created_at: now,
    ...Object.fromEntries(flags.map(name => [name, body[name] ? 1 : 0])),
  }
}

if (seed !== undefined) {
  const { users, schedules } = JSON.parse(readFileSync(seed, 'utf8'))
  const addUser = database.prepare('INSERT INTO users VALUES (?, ?, ?)')
  for (const { email, password } of users) addUser.run(email, 'salt', scryptSync(password, 'salt', 32))
  database.transaction<Row[]>(bookings => {
    for (const { resource, ...booking } of bookings) {
      insert.run(complete(schedules[0].id, { ...booking, resource_id: resource === 'Red' ? 1 : 2 }))
    }
  })(schedules[0].bookings)
}

const verified = new Set<string>()
function mayEnter(authorization: string): boolean {
  if (verified.has(authorization)) return true
  const [email = '', password = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':')
  const known = account.get(email)
  const isRight =
    known !== undefined && timingSafeEqual(scryptSync(password, 'salt', 32), known.hash as Buffer)
  if (isRight) verified.add(authorization)
  return isRight
}

app.addHook('onRequest', async ({ headers: { authorization = '' } }) => {
  if (!mayEnter(authorization)) throw Object.assign(new Error('Log in'), { statusCode: 401 })
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
const querystring = object({
  offset: { ...integer, default: 0 },
  limit: { ...integer, default: 20 },
  time_min: string,
  time_max: string,
})

const path = '/v1/schedules/:schedule/bookings'

app.get(
  `${path}/:id`,
  { schema: { params: object({ schedule: string, id: integer }), response: { 200: one } } },
  ({ params }) => ({ success: true, data: find.get(params.schedule, params.id) }),
)

app.get(path, { schema: { querystring, response: { 200: many } } }, ({ params, query }) => {
  const { offset, limit, time_min, time_max } = query
  const { schedule } = params
  const span = { schedule, from: time_min ?? '', until: time_max ?? '9999' }
  const isWindow = time_min !== undefined || time_max !== undefined
  const { total } = (isWindow ? countWindow.get(span) : count.get(schedule)) as { total: number }
  const data = (isWindow ? listWindow : list).all({ ...span, offset, limit })
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

app.post(path, { schema: { body, response: { 201: created } } }, ({ params, body }, reply) => {
  const { lastInsertRowid } = insert.run(complete(params.schedule, body))
  reply.code(201)
  return { success: true, data: [{ id: lastInsertRowid }] }
})

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
