/**
 * The routes that are measured, as a competent user of Fastify and SQLite would write them: prepared statements, schemas for
 * bodies, queries and responses, and a check of Basic credentials that caches what it has verified. It has no rate limit,
 * no roles, no time zones, no other routes.
 *
 *     node fastify.js FOLDER_OF_PACKAGES DATABASE NORMAL|FULL [SEED]
 */
import {
  columns,
  columnTypes,
  complete,
  isRight,
  load,
  quoted,
  type Row,
  readCredentials,
  readSeed,
  serve,
  toPage,
} from './fastify-app.js'

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

const [packages = '', file = '', synchronous = 'NORMAL', seed] = process.argv.slice(2)
const database: Database = new (load(packages)('better-sqlite3'))(file)
const flag = (value: unknown) => (value ? 1 : 0)

database.pragma('journal_mode = WAL')
database.pragma(`synchronous = ${synchronous}`)
database.exec(`
  CREATE TABLE IF NOT EXISTS users (email TEXT PRIMARY KEY, hash BLOB);
  CREATE TABLE IF NOT EXISTS bookings (
    id INTEGER PRIMARY KEY, schedule_id TEXT, resource_id INTEGER, ${columnTypes('TEXT', 'INTEGER')}
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
const account = database.prepare('SELECT hash FROM users WHERE email = ?')

if (seed !== undefined) {
  const { users, bookings } = readSeed(seed, flag)
  const addUser = database.prepare('INSERT INTO users VALUES (?, ?)')
  for (const user of users) addUser.run(...user)
  database.transaction<Row[]>(rows => {
    for (const row of rows) insert.run(row)
  })(bookings)
}

const verified = new Set<string>()
await serve(packages, {
  mayEnter(authorization) {
    if (verified.has(authorization)) return true
    const [email, password = ''] = readCredentials(authorization)
    const known = account.get(email)
    if (!known || !isRight(password, known.hash as Buffer)) return false
    verified.add(authorization)
    return true
  },
  read: ({ params: { schedule, id } }) => ({ success: true, data: find.get(schedule, id) }),
  list(request) {
    const { offset, limit, time_min, time_max } = request.query
    const { schedule } = request.params
    const span = { schedule, from: time_min ?? '', until: time_max ?? '9999' }
    const isWindow = time_min !== undefined || time_max !== undefined
    const { total } = (isWindow ? countWindow.get(span) : count.get(schedule)) as { total: number }
    return toPage(request, (isWindow ? listWindow : list).all({ ...span, offset, limit }), total)
  },
  create({ params, body }) {
    const { lastInsertRowid } = insert.run(complete(params.schedule, body, flag))
    return { success: true, data: [{ id: lastInsertRowid }] }
  },
})
