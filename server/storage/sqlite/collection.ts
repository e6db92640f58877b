import type { SqlValue } from 'sql.js'
import type { Collection, Selection, Stored } from '../../core/index.js'
import type { Statements } from './statements.js'

/** A condition and the values of its question marks. */
export interface Condition {
  sql: string
  values: SqlValue[]
}

/**
 * The condition of a selection. Given ids are looked up one by one: the plus signs keep SQLite from using an index on
 * another column. Otherwise times limit the index from both sides, because what ends before a time starts before it.
 */
export function conditionOf({ schedule_id, resource_id, time_min, time_max, ids }: Selection): Condition {
  const parts: string[] = []
  const values: SqlValue[] = []
  const mark = ids === undefined ? '' : '+'
  const add = (part: string, value: SqlValue | undefined) => {
    if (value === undefined) return
    parts.push(part)
    values.push(value)
  }
  add(`${mark}schedule_id = ?`, schedule_id)
  add(`${mark}resource_id = ?`, resource_id)
  add(`${mark}start >= ?`, time_min)
  add(`${mark}start < ?`, time_max)
  add(`${mark}"end" < ?`, time_max)
  add('id IN (SELECT value FROM json_each(?))', ids && JSON.stringify(ids))
  return { sql: parts.join(' AND '), values }
}

export interface Table<Kept extends Stored, New extends object> {
  name: 'resources' | 'bookings' | 'collaborators'
  /** The selected columns, in the order that `keep` expects. */
  select: string
  keep(row: SqlValue[]): Kept
  /** Columns derived from the fields of a new object. */
  derive?(row: New): Record<string, SqlValue>
}

type Columns = Record<string, SqlValue | undefined>

/** The objects of one type, in one table. */
export function createCollection<Kept extends Stored, New extends object, Change extends object>(
  { all, get, run }: Statements,
  { name, select, keep, derive }: Table<Kept, New>,
): Collection<Kept, New, Change> {
  /** The stored total of a whole schedule or resource; narrower selections must be counted. */
  function keptTotal(selection: Selection): number | undefined {
    const { schedule_id, resource_id, ...narrower } = selection
    if (Object.values(narrower).some(value => value !== undefined)) return undefined
    const row =
      resource_id === undefined
        ? get(`SELECT total FROM ${name}_per_schedule WHERE schedule_id = ?`, [schedule_id])
        : get(`SELECT total FROM ${name}_per_resource WHERE resource_id = ? AND schedule_id = ?`, [
            resource_id,
            schedule_id,
          ])
    return Number(row?.[0] ?? 0)
  }

  return {
    async find(schedule_id, id) {
      const row = get(`SELECT ${select} FROM ${name} WHERE ${name}.id = ? AND schedule_id = ?`, [
        id,
        schedule_id,
      ])
      return row && keep(row)
    },

    async list(selection, { offset, limit }) {
      const { sql, values } = conditionOf(selection)
      const slice = `WHERE ${sql} ORDER BY id LIMIT ? OFFSET ?`
      const { ids, time_min, time_max } = selection
      // A list from the start, in index order, reads rows directly. If rows are skipped or sorted, find the ids in an
      // index first and read only the rows of the page.
      const inOrder = offset === 0 && (ids !== undefined || (time_min ?? time_max) === undefined)
      const found = `(SELECT id FROM ${name} ${slice}) AS found`
      const rows = all(
        inOrder
          ? `SELECT ${select} FROM ${name} ${slice}`
          : `SELECT ${select} FROM ${found} CROSS JOIN ${name} ON ${name}.id = found.id ORDER BY found.id`,
        [...values, limit === 0 ? -1 : limit, offset],
      )
      return rows.map(keep)
    },

    async count(selection) {
      const total = keptTotal(selection)
      if (total !== undefined) return total
      const { sql, values } = conditionOf(selection)
      return Number(get(`SELECT count(*) FROM ${name} WHERE ${sql}`, values)?.[0])
    },

    async ids(selection) {
      const { sql, values } = conditionOf(selection)
      return all(`SELECT id FROM ${name} WHERE ${sql} ORDER BY id`, values).map(([id]) => Number(id))
    },

    async insert(row, now) {
      const columns: Columns = { ...row, ...derive?.(row), created_at: now, updated_at: now }
      return Number(get(insertInto(name, columns), Object.values(columns) as SqlValue[])?.[0])
    },

    async change(selection, change, now) {
      updateRows({ run }, name, { change: change as Columns, where: conditionOf(selection), now })
    },

    async remove(selection) {
      const { sql, values } = conditionOf(selection)
      run(`DELETE FROM ${name} WHERE ${sql}`, values)
    },
  }
}

const quoted = (column: string) => `"${column}"`

/** An insert that returns the new id. */
export function insertInto(table: string, columns: Columns): string {
  const names = Object.keys(columns)
  return `INSERT INTO ${table} (${names.map(quoted)}) VALUES (${names.map(() => '?')}) RETURNING id`
}

/** Updates the rows with different values; undefined values stay as they are. */
export function updateRows(
  { run }: Pick<Statements, 'run'>,
  table: string,
  update: { change: Columns; where: Condition; now: number },
): void {
  const { change, where, now } = update
  const given = Object.entries(change).filter((entry): entry is [string, SqlValue] => entry[1] !== undefined)
  if (given.length === 0) return
  const set = given.map(([column]) => `${quoted(column)} = ?`).join(', ')
  const differs = given.map(([column]) => `${quoted(column)} IS NOT ?`).join(' OR ')
  const values = given.map(([, value]) => value)
  run(`UPDATE ${table} SET ${set}, updated_at = ? WHERE ${where.sql} AND (${differs})`, [
    ...values,
    now,
    ...where.values,
    ...values,
  ])
}
