import {
  countAll,
  type DataReader,
  type DataRows,
  type Kind,
  type ListKind,
  rowsInPart,
} from '../../data-rows.js'
import { DataError, otherVersion } from '../../errors.js'
import type { Database, SqlValue } from '../connection.js'
import { namesUniqueIn, newestVersion } from '../schema.js'
import { readDatabase } from './read-lease.js'

const select: Record<Kind, string> = {
  users: 'SELECT json, password_hash FROM users ORDER BY rowid',
  email_changes:
    'SELECT user_id, email, lower(hex(secret_hash)) AS secret_hash, expires_at FROM email_changes ORDER BY user_id',
  schedules: `SELECT schedules.id, owner_id, users.json AS owner
    FROM schedules JOIN users ON users.id = owner_id ORDER BY schedules.rowid`,
  resources: 'SELECT id, json FROM resources ORDER BY id',
  bookings: 'SELECT id, json, start, "end" FROM bookings ORDER BY id',
  collaborators: `SELECT collaborators.id, collaborators.json, user_id, users.json AS account
    FROM collaborators LEFT JOIN users ON users.id = user_id ORDER BY collaborators.id`,
  mails: 'SELECT key, number, json, state, attempts, due, problem, is_hidden FROM mails ORDER BY number, key',
}
const ofSchedule: Record<ListKind, string> = {
  resources: 'schedule_id = ?',
  bookings: 'schedule = (SELECT key FROM schedules WHERE id = ?)',
  collaborators: 'schedule_id = ?',
}

/**
 * Lets work read the data of a directory; its server may be running.
 *
 * @throws {DataError} if it cannot be read, or has another version
 */
export function readDirectory<T>(directory: string, work: (reader: DataReader) => Promise<T>): Promise<T> {
  return readDatabase(directory, async ({ database, inspection: { version }, files }) => {
    const other = otherVersion(version, newestVersion)
    if (other) throw new DataError(files.directory, ...other)
    return work(createReader(database))
  })
}

function createReader(database: Database): DataReader {
  const numbers = (sql: string) => (database.rows(sql)[0] ?? []).map(Number)
  const count = (table: string) => numbers(`SELECT count(*) FROM ${table}`)[0] ?? 0
  const lastOf = (table: string) =>
    numbers(`SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`)[0] ?? 0
  return {
    uniqueNames: namesUniqueIn(database),
    counts: () => countAll(count),
    lastIds: async () => ({
      resources: lastOf('resources'),
      bookings: numbers('SELECT coalesce((SELECT total FROM booking_totals WHERE scope = 0), 0)')[0] ?? 0,
      collaborators: lastOf('collaborators'),
    }),
    rows: kind => partsOf(database, select[kind], []),
    rowsOf: (kind, schedule_id) => {
      const sql = select[kind].replace('ORDER BY', `WHERE ${ofSchedule[kind]} ORDER BY`)
      return partsOf(database, sql, [schedule_id])
    },
  }
}

async function* partsOf<Name extends Kind>(
  database: Database,
  sql: string,
  values: SqlValue[],
): AsyncGenerator<DataRows[Name][]> {
  const statement = database.prepare(sql)
  try {
    statement.bind(values)
    const names = statement.columns()
    let rows: object[] = []
    while (statement.step()) {
      const row = statement.get()
      rows.push(Object.fromEntries(names.map((name, index) => [name, row[index]])))
      if (rows.length < rowsInPart) continue
      yield rows as DataRows[Name][]
      rows = []
    }
    if (rows.length > 0) yield rows as DataRows[Name][]
  } finally {
    statement.free()
  }
}
