import type { Client } from 'pg'
import { booking, utcText } from '../../core/index.js'
import type { DataReport } from '../data-rows.js'
import { type DataReader, type DataRows, type ListKind, type ReportProgress, sumOf } from '../data-rows.js'
import { nameOf } from './address.js'
import { blockOf, idsInBlock } from './collection.js'
import { readDatabase } from './data-reader.js'
import { newestVersion } from './migrations.js'
import { restored } from './texts.js'

const members = Object.keys(booking.shape).length
/** The maximum number of problems of one kind that are reported. */
const most = 5

/**
 * Reads all rows of a database and reports errors. Its constraints exclude most of them; what remains are damaged texts, ids
 * that would be assigned twice, and missing constraints.
 *
 * @throws {DataError} if it cannot be read
 */
export function checkDatabase(url: string, report: ReportProgress = () => {}): Promise<DataReport> {
  return readDatabase(url, async (reader, client) => {
    const { email_changes, mails, ...counts } = await reader.counts()
    const total = sumOf({ email_changes, mails, ...counts })
    let done = 0
    const count = (rows: unknown[]) => {
      done += rows.length
      report(done, total)
    }
    const problems = [...(await wrongIds(reader, client)), ...(await lostConstraints(reader, client))]
    problems.push(...(await damagedUsers(reader, count)))
    for (const kind of ['resources', 'bookings', 'collaborators'] as const)
      problems.push(...(await damagedTexts(reader, kind, count)))
    return {
      directory: nameOf(url),
      version: newestVersion,
      isServed: false,
      counts,
      log: { transactions: 0, dropped: 0 },
      problems,
      wrongTotals: await wrongTotals(client),
    }
  })
}

async function wrongIds(reader: DataReader, client: Client): Promise<string[]> {
  const problems = []
  for (const [table, last] of Object.entries(await reader.lastIds())) {
    const { rows } = await client.query(`SELECT coalesce(max(id), 0) AS id FROM ${table}`)
    if (rows[0].id > last)
      problems.push(`the sequence ${table}_ids gives ${last + 1} next, but there is an id ${rows[0].id}`)
  }
  return problems
}

/** The constraints and indexes of all tables, without checks of single values. */
export const expectedConstraints = [
  ...['users_pkey', 'users_number_unique', 'users_email_unique'],
  ...['email_changes_pkey', 'email_changes_secret_unique', 'email_changes_user_id_fkey'],
  ...['schedules_pkey', 'schedules_number_unique', 'schedules_owner_id_fkey', 'schedules_by_owner'],
  ...['resources_pkey', 'resources_id_of_schedule_unique', 'resources_schedule_id_fkey'],
  ...['bookings_pkey', 'bookings_id_unique', 'bookings_schedule_id_resource_id_fkey'],
  ...['bookings_of_resource', 'bookings_by_time'],
  ...['collaborators_pkey', 'collaborators_email_unique', 'collaborators_account_unique'],
  ...['collaborators_schedule_id_fkey', 'collaborators_user_id_fkey'],
  ...['collaborators_of_schedule', 'collaborators_by_user', 'collaborators_invited_by_email'],
  ...['booking_totals_pkey', 'booking_totals_schedule_id_fkey'],
  ...['mails_pkey', 'mails_by_due', 'mails_by_number'],
  ...['request_leases_pkey', 'login_tries_pkey', 'login_tries_by_end'],
]

/** Selects the constraints and indexes in the schema of the tables, and whether they are valid. */
export const constraintsQuery = `WITH place AS (SELECT relnamespace AS id FROM pg_class WHERE oid = 'schedkit'::regclass)
  SELECT conname AS name, convalidated::text AS valid FROM pg_constraint JOIN place ON connamespace = place.id
    WHERE contype <> 'c'
  UNION SELECT relname, indisvalid::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN place ON relnamespace = place.id`

/** Finds missing constraints: an interrupted restore leaves tables without them. */
async function lostConstraints(reader: DataReader, client: Client): Promise<string[]> {
  const { rows } = await client.query(constraintsQuery)
  const isValid = new Map(rows.map(({ name, valid }) => [name, valid]))
  const expected = [...expectedConstraints, ...(reader.uniqueNames ? ['resources_name_unique'] : [])]
  return [
    ...expected.filter(name => !isValid.has(name)).map(name => `${name} is missing`),
    ...[...isValid].filter(([, valid]) => valid !== 'true').map(([name]) => `${name} is not valid`),
  ]
}

/** Finds totals that are wrong because other programs changed bookings without updating them. */
async function wrongTotals(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT schedule_id, resource_id, block, sum(kept)::bigint AS kept, sum(counted)::bigint AS counted FROM (
       SELECT schedule_id, resource_id, block, total AS kept, 0 AS counted FROM booking_totals
       UNION ALL SELECT schedule_id, 0, ${blockOf('id')}, 0, count(*) FROM bookings GROUP BY 1, 3
       UNION ALL SELECT schedule_id, resource_id, 0, 0, count(*) FROM bookings GROUP BY 1, 2
     ) AS totals GROUP BY 1, 2, 3 HAVING sum(kept) <> sum(counted) ORDER BY 1, 2, 3 LIMIT ${most}`,
  )
  return rows.map(({ schedule_id, resource_id, block, kept, counted }) => {
    const first = Number(block) * idsInBlock
    const scope =
      resource_id === 0
        ? `ids ${first} to ${first + idsInBlock - 1} of schedule ${restored(schedule_id)}`
        : `resource ${resource_id}`
    return `booking_totals says ${kept} for ${scope}, but there are ${counted}`
  })
}

function parsed(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Whether a row is damaged: its text must be an object that agrees with the other columns. */
function isDamaged(row: DataRows[ListKind]): boolean {
  const stored = parsed(row.json)
  if (stored?.id !== row.id) return true
  if (!('start' in row)) return false
  const { start_utc, end_utc } = stored
  const isComplete = Object.keys(stored).length === members
  return !isComplete || start_utc !== utcText(row.start) || end_utc !== utcText(row.end)
}

async function damagedUsers(reader: DataReader, count: (rows: unknown[]) => void): Promise<string[]> {
  let damaged = 0
  for await (const rows of reader.rows('users')) {
    damaged += rows.filter(({ json }) => parsed(json)?.id === undefined).length
    count(rows)
  }
  return damaged > 0 ? [`the stored texts of ${damaged} ${damaged === 1 ? 'user' : 'users'} are damaged`] : []
}

async function damagedTexts(
  reader: DataReader,
  kind: ListKind,
  count: (rows: unknown[]) => void,
): Promise<string[]> {
  const damaged: number[] = []
  for await (const rows of reader.rows(kind)) {
    for (const row of rows) if (damaged.length < most && isDamaged(row)) damaged.push(row.id)
    count(rows)
  }
  return damaged.map(id => `the stored text of ${kind.slice(0, -1)} ${id} is damaged`)
}
