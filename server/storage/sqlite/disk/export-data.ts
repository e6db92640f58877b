import type { Database, SqlValue } from '../connection.js'
import { readDatabase } from './read-lease.js'

/** The result of an export: how much it contains, and what a seed cannot contain. */
export interface Export {
  counts: { users: number; schedules: number; resources: number; bookings: number; collaborators: number }
  /** What is not included, each as a phrase. */
  left: string[]
}

/**
 * Writes the data of a directory as a seed, in pieces: passwords as hashes, times in UTC. A server that starts from it has
 * the same accounts, but new ids.
 *
 * @throws {DataError} if the data cannot be read
 */
export function exportData(directory: string, write: (text: string) => Promise<void>): Promise<Export> {
  return readDatabase(directory, async ({ database }) => {
    const counts = { users: 0, schedules: 0, resources: 0, bookings: 0, collaborators: 0 }

    async function list(name: keyof typeof counts, rows: Iterable<object>): Promise<void> {
      await write(`"${name}": [`)
      let separator = '\n'
      for (const row of rows) {
        await write(`${separator}${JSON.stringify(row)}`)
        separator = ',\n'
        counts[name]++
      }
      await write('\n]')
    }

    await write('{\n')
    await list('users', usersOf(database))
    await write(',\n"schedules": [')
    let separator = '\n'
    for (const { id, owner } of rowsOf<{ id: string; owner: string }>(database, schedules)) {
      await write(`${separator}{"id": ${JSON.stringify(id)}, "owner": ${JSON.stringify(owner)},\n`)
      await list('resources', truths(rowsOf(database, resources, [id]), ['text_bold']))
      await write(',\n')
      await list('bookings', bookingsOf(database, id))
      await write(',\n')
      await list('collaborators', rowsOf(database, collaborators, [id]))
      await write('}')
      separator = ',\n'
      counts.schedules++
    }
    await write('\n]\n}\n')
    return { counts, left: [...leftOut(database)] }
  })
}

const look = 'color_fg, color_bk, text_bold, link, link_title, note, custom_1, custom_2'
const schedules = `SELECT schedules.id, users.email AS owner FROM schedules JOIN users ON users.id = owner_id ORDER BY schedules.rowid`
const resources = `SELECT name, description, color_schedule, ${look} FROM resources WHERE schedule_id = ? ORDER BY id`
const bookings = `SELECT resources.name AS resource, bookings.json
  FROM bookings JOIN resources ON resources.id = resource_id
  WHERE bookings.schedule = (SELECT key FROM schedules WHERE id = ?) ORDER BY bookings.id`
// A seed identifies people by address, so use the current address of an account.
const collaborators = `SELECT coalesce(users.email, collaborators.email) AS email, user_role
  FROM collaborators LEFT JOIN users ON users.id = user_id WHERE schedule_id = ? ORDER BY collaborators.id`

/** A seed requires a password, even if only the hash counts. */
const password = 'see password_hash'

function* usersOf(database: Database): Generator<object> {
  for (const { json, password_hash } of rowsOf<{ json: string; password_hash: string }>(
    database,
    'SELECT json, password_hash FROM users ORDER BY rowid',
  )) {
    const { created_at: _created, updated_at: _updated, ...user } = JSON.parse(json)
    yield { ...user, password, password_hash }
  }
}

/** The members of a stored booking that a seed does not have. */
const left = ['id', 'schedule_id', 'resource_id', 'start_utc', 'end_utc', 'updated_at', 'created_at']

function* bookingsOf(database: Database, schedule_id: string): Generator<object> {
  for (const row of rowsOf<{ resource: string; json: string }>(database, bookings, [schedule_id])) {
    const booking = JSON.parse(row.json)
    const { start_utc: start, end_utc: end } = booking
    const kept = Object.entries(booking).filter(([name]) => !left.includes(name))
    yield { resource: row.resource, ...Object.fromEntries(kept), start, end }
  }
}

function* rowsOf<Row extends object>(
  database: Database,
  sql: string,
  values: SqlValue[] = [],
): Generator<Row> {
  const statement = database.prepare(sql)
  try {
    statement.bind(values)
    while (statement.step()) yield statement.getAsObject() as Row
  } finally {
    statement.free()
  }
}

function* truths(rows: Iterable<object>, names: readonly string[]): Generator<object> {
  for (const row of rows) {
    yield Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, names.includes(name) ? value === 1 : value]),
    )
  }
}

function* leftOut(database: Database): Generator<string> {
  const count = (sql: string) => Number(database.exec(sql)[0]?.values[0]?.[0])
  const changes = count('SELECT count(*) FROM email_changes')
  if (changes > 0) yield `pending changes of e-mail address (${changes})`
  const linked = count(
    `SELECT count(*) FROM collaborators JOIN users ON users.id = user_id WHERE users.email_key <> collaborators.email_key`,
  )
  if (linked > 0)
    yield `the addresses under which ${linked} collaborators were added: their accounts use different ones now`
  yield 'ids of resources, bookings and collaborators, and when they were created and last updated'
}
