import type { SqlValue } from 'sql.js'
import type { Collection, Selection, Stored } from '../../core/index.js'
import type { Statements } from './statements.js'

/** A condition and the values of its question marks. */
export interface Condition {
  sql: string
  values: SqlValue[]
}

/**
 * The rows of a selection. Where ids are given they are looked up one by one: the plus signs keep every other column
 * from choosing an index. Elsewhere times choose it from both sides, for what ends before a time starts before it.
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
  /** What a row is read as, the values of `keep` in order. */
  select: string
  keep(row: SqlValue[]): Kept
  /** Columns that are derived from the members of a new object. */
  derive?(row: New): Record<string, SqlValue>
}

type Columns = Record<string, SqlValue | undefined>

/** The objects of one kind, as rows of one table. */
export function createCollection<Kept extends Stored, New extends object, Change extends object>(
  { all, get, run }: Statements,
  { name, select, keep, derive }: Table<Kept, New>,
): Collection<Kept, New, Change> {
  /** The total that is kept for the whole of a schedule or resource; a narrower selection has to be counted. */
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
      const stretch = `WHERE ${sql} ORDER BY id LIMIT ? OFFSET ?`
      const { ids, time_min, time_max } = selection
      // From the first on, in the order of an index, rows are read as they are met. Where some are skipped or sorted,
      // the ids are found first, in an index alone, and only the rows that are wanted are read.
      const inOrder = offset === 0 && (ids !== undefined || (time_min ?? time_max) === undefined)
      const found = `(SELECT id FROM ${name} ${stretch}) AS found`
      const rows = all(
        inOrder
          ? `SELECT ${select} FROM ${name} ${stretch}`
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
      const { sql, values } = conditionOf(selection)
      const update = updateOf(change as Columns)
      if (!update) return
      run(`UPDATE ${name} SET ${update.set}, updated_at = ? WHERE ${sql} AND (${update.differs})`, [
        ...update.values,
        now,
        ...values,
        ...update.values,
      ])
    },

    async remove(selection) {
      const { sql, values } = conditionOf(selection)
      run(`DELETE FROM ${name} WHERE ${sql}`, values)
    },
  }
}

const quoted = (column: string) => `"${column}"`

/** An insert that gives the new id. */
export function insertInto(table: string, columns: Columns): string {
  const names = Object.keys(columns)
  return `INSERT INTO ${table} (${names.map(quoted)}) VALUES (${names.map(() => '?')}) RETURNING id`
}

/** The parts of an update that touches only rows in which a value differs; nothing where no value is given. */
export function updateOf(change: Columns): { set: string; differs: string; values: SqlValue[] } | undefined {
  const given = Object.entries(change).filter((entry): entry is [string, SqlValue] => entry[1] !== undefined)
  if (given.length === 0) return undefined
  return {
    set: given.map(([column]) => `${quoted(column)} = ?`).join(', '),
    differs: given.map(([column]) => `${quoted(column)} IS NOT ?`).join(' OR '),
    values: given.map(([, value]) => value),
  }
}
