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
import { createStatements } from '../statements.js'
import { checkDatabase } from './check-data.js'
import { readDatabase } from './read-lease.js'

interface Source {
  columns: string
  from: string
  /** An integer column that orders the rows. */
  key: string
  order?: string
}

const sources: Record<Kind, Source> = {
  users: { columns: 'json, password_hash', from: 'users', key: 'rowid' },
  email_changes: {
    columns: 'user_id, email, lower(hex(secret_hash)) AS secret_hash, expires_at',
    from: 'email_changes',
    key: 'rowid',
    order: 'user_id',
  },
  schedules: {
    columns: 'schedules.id, owner_id, users.json AS owner',
    from: 'schedules CROSS JOIN users ON users.id = owner_id',
    key: 'schedules.rowid',
  },
  resources: { columns: 'id, json', from: 'resources', key: 'id' },
  bookings: { columns: 'id, json, start, "end"', from: 'bookings', key: 'id' },
  collaborators: {
    columns: 'collaborators.id, collaborators.json, user_id, users.json AS account',
    from: 'collaborators LEFT JOIN users ON users.id = user_id',
    key: 'collaborators.id',
  },
  mails: {
    columns: 'key, number, json, state, attempts, due, problem, is_hidden',
    from: 'mails',
    key: 'number',
    order: 'number, key',
  },
}
const ofSchedule: Record<ListKind, string> = {
  resources: 'schedule_id = ?',
  bookings: 'schedule = (SELECT key FROM schedules WHERE id = ?)',
  collaborators: 'schedule_id = ?',
}

/**
 * Reads the data of a directory; its server may be running.
 *
 * @param missing Receives what is damaged, each as a phrase; the rest is read. Without it, damage is an error.
 * @throws {DataError} if it cannot be read, or has another version
 */
export function readDirectory<T>(
  directory: string,
  work: (reader: DataReader) => Promise<T>,
  missing?: string[],
): Promise<T> {
  return readDatabase(directory, async ({ database, inspection: { version, damage }, files, verify }) => {
    const other = otherVersion(version, newestVersion)
    if (other) throw new DataError(files.directory, ...other)
    missing?.push(...damage)
    const result = await work({ ...createReader(database, missing), verify })
    // Damage may make a table look shorter than it is.
    if (missing?.length === 0) missing.push(...checkDatabase(database).problems)
    return result
  })
}

function createReader(database: Database, missing?: string[]): Omit<DataReader, 'verify'> {
  const numbers = (sql: string) => (database.rows(sql)[0] ?? []).map(Number)
  const count = (table: string) => {
    try {
      return numbers(`SELECT count(*) FROM ${table}`)[0] ?? 0
    } catch (error) {
      if (missing) return 0
      throw error
    }
  }
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
    rows: kind => partsOf(rowsOf(database, { kind, where: 'true', values: [] }, missing)),
    rowsOf: (kind, id) => partsOf(rowsOf(database, { kind, where: ofSchedule[kind], values: [id] }, missing)),
  }
}

async function* partsOf<Name extends Kind>(all: Iterable<object>): AsyncGenerator<DataRows[Name][]> {
  let rows: object[] = []
  for (const row of all) {
    rows.push(row)
    if (rows.length < rowsInPart) continue
    yield rows as DataRows[Name][]
    rows = []
  }
  if (rows.length > 0) yield rows as DataRows[Name][]
}

/** The number of failed reads after which reading stops. */
const mostFailures = 1_000_000

interface Selection {
  kind: Kind
  where: string
  values: SqlValue[]
}

function* rowsOf(database: Database, selection: Selection, missing?: string[]): Generator<object> {
  const { kind, where, values } = selection
  const { columns, from, key, order = key } = sources[kind]
  let next = 0
  let found = 0
  let failures = 0

  function* read(where: string, values: SqlValue[]): Generator<object> {
    const statement = database.prepare(
      `SELECT ${key}, ${columns} FROM ${from} WHERE ${where} ORDER BY ${order}`,
    )
    try {
      statement.bind(values)
      const [, ...names] = statement.columns()
      while (statement.step()) {
        const [at, ...row] = statement.get()
        next = Number(at) + 1
        found++
        yield Object.fromEntries(names.map((name, index) => [name, row[index]]))
      }
    } finally {
      statement.free()
    }
  }

  /** Rows up to a key, skipping those that cannot be read by narrowing down ranges. */
  function* readAround(last: number): Generator<object> {
    try {
      // The plus sign prevents the use of an index, which may be damaged.
      yield* read(`+${where} AND ${key} BETWEEN ? AND ?`, [...values, next, last])
    } catch {
      // A damaged key may be so high that this would never end.
      if (next < last && failures++ < mostFailures) {
        yield* readAround(Math.floor((next + last) / 2))
        yield* readAround(last)
      }
    }
    next = Math.max(next, last + 1)
  }

  try {
    yield* read(where, values)
  } catch (error) {
    if (!missing) throw error
  }
  // A damaged index may also end too early without an error.
  if (!missing || lost(database, selection, found).length === 0) return
  yield* readAround(lastKey(database, sources[kind]))
  missing.push(...lost(database, selection, found))
}

/** Returns the highest key, from an index or from the end of the table: either may be damaged. */
function lastKey(database: Database, { key, from }: Source): number {
  const [table] = from.split(' ')
  const highest = (of: string) => {
    try {
      return Number(database.rows(`SELECT max(${of}) FROM ${table}`)[0]?.[0])
    } catch {
      return 0
    }
  }
  return Math.max(highest(key), highest(`+${key}`))
}

/** Reports how many rows are missing, given the number found. */
function lost(database: Database, { kind, where, values }: Selection, found: number): string[] {
  const of = values.length === 0 ? kind : `${kind} of schedule ${values[0]}`
  const sql =
    kind === 'bookings'
      ? 'SELECT max(total) FROM booking_totals WHERE scope = -(SELECT key FROM schedules WHERE id = ?)'
      : `SELECT count(*) FROM ${kind} WHERE ${where}`
  try {
    const all = Number(createStatements(database).get(sql, values)?.[0])
    return all > found ? [`${all - found} of ${all} ${of}`] : []
  } catch {
    return [`${of}: an unknown number`]
  }
}
