import { type Collection, type Selection, type Slice, type Stored, scanOf } from '../../core/index.js'
import type { Bound, SqlValue } from './connection.js'
import type { Statements } from './statements.js'

/** A condition and the values of its placeholders. */
export interface Condition {
  sql: string
  values: Bound[]
}

/** The condition of a selection. Given ids are looked up individually: the plus sign excludes other indexes. */
export function conditionOf({ schedule_id, ids }: Selection): Condition {
  if (!ids) return { sql: 'schedule_id = ?', values: [schedule_id] }
  return {
    sql: '+schedule_id = ? AND id IN (SELECT value FROM json_each(?))',
    values: [schedule_id, JSON.stringify(ids)],
  }
}

export interface Table<Kept extends Stored, New extends object> {
  name: 'resources' | 'collaborators'
  /** The selected columns, in the order that `keep` expects. */
  select: string
  keep(row: SqlValue[]): Kept
  /** Columns derived from the fields of a new object. */
  derive?(row: New): Record<string, SqlValue | undefined>
}

type Columns = Record<string, SqlValue | undefined>

/** Creates the repository of resources or collaborators, in one table. */
export function createCollection<Kept extends Stored, New extends object, Change extends object>(
  { all, get, run }: Statements,
  { name, select, keep, derive }: Table<Kept, New>,
): Collection<Kept, New, Change> {
  function list(selection: Selection, { offset, limit }: Slice): Kept[] {
    const { sql, values } = conditionOf(selection)
    const rows = all(`SELECT ${select} FROM ${name} WHERE ${sql} ORDER BY id LIMIT ? OFFSET ?`, [
      ...values,
      limit === 0 ? -1 : limit,
      offset,
    ])
    return rows.map(keep)
  }

  return {
    find(schedule_id, id) {
      const row = get(`SELECT ${select} FROM ${name} WHERE ${name}.id = ? AND schedule_id = ?`, [
        id,
        schedule_id,
      ])
      return row && keep(row)
    },

    list,

    // Lists of resources and collaborators are short enough to be read at once.
    scan: (selection, slice) => scanOf(list(selection, slice)),

    count(selection) {
      const { sql, values } = conditionOf(selection)
      return Number(get(`SELECT count(*) FROM ${name} WHERE ${sql}`, values)?.[0])
    },

    ids(selection) {
      const { sql, values } = conditionOf(selection)
      return all(`SELECT id FROM ${name} WHERE ${sql} ORDER BY id`, values).map(([id]) => Number(id))
    },

    insert(row, now) {
      const columns: Columns = { ...row, ...derive?.(row), created_at: now, updated_at: now }
      return Number(get(insertInto(name, columns), Object.values(columns) as SqlValue[])?.[0])
    },

    change(selection, change, now) {
      updateRows({ run }, name, { change: change as Columns, where: conditionOf(selection), now })
    },

    remove(selection) {
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

/** Updates the rows whose values differ; undefined values are left unchanged. */
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
