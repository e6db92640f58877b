import {
  type Collection,
  dateText,
  type Selection,
  type Slice,
  type Stored,
  withChange,
} from '../../core/index.js'
import { storable } from './texts.js'
import type { Numbered, Row, Transaction, Value } from './transaction.js'

export type Values = Record<string, unknown>

/** A table of objects of one type. */
export interface Table<Kept extends Stored> {
  name: Numbered
  /** The members of the object, in the order of its text. */
  members: readonly string[]
  /** Selects what `keep` turns into a stored object. */
  select: string
  keep(row: Row): Kept
  /** The columns that are read before a change, beside `id` and `json`, and written after it. */
  changing: readonly string[]
  /** Inserts a row. $1 is its text without the id, $2 its schedule; `inserted` gives the others. */
  insert: string
  inserted(entity: Values): Value[]
  /** Changes many rows. $1 are their ids, $2 their texts; `changed` gives the other columns of each. */
  update: string
  changed(entity: Values): Value[]
  /** The text of an object, where it differs from its values. */
  shown?(entity: Values): Values
}

/** A condition in SQL, with its parameters. */
export interface Condition {
  sql: string
  values: Value[]
}

/** So many objects are changed by one statement. */
const changedAtOnce = 1000

/** The condition of a selection, whose first value is the schedule; its times are those of section 4.2. */
export function conditionOf(
  table: string,
  { schedule_id, ids, resource_id, time_min, time_max }: Selection,
): Condition {
  const values: Value[] = [storable(schedule_id)]
  const parts = [`${table}.schedule_id = $1`]
  const add = (value: Value, ...conditions: string[]) => {
    values.push(value)
    parts.push(...conditions.map(condition => `${table}.${condition} $${values.length}`))
  }
  if (ids) {
    // Nothing has other ids, and the database would refuse them.
    values.push(ids.filter(Number.isSafeInteger))
    parts.push(`${table}.id = ANY ($${values.length}::bigint[])`)
  }
  if (resource_id !== undefined) add(resource_id, 'resource_id =')
  if (time_min !== undefined) add(time_min, 'start >=')
  // What ends before a time starts before it, which limits the index from both sides.
  if (time_max !== undefined) add(time_max, 'start <', '"end" <')
  return { sql: parts.join(' AND '), values }
}

/** Objects of one type, in a transaction. `inserted` is called once an insert is sent. */
export function createCollection<Kept extends Stored, New extends object, Change extends object>(
  transaction: Transaction,
  table: Table<Kept>,
  inserted: (row: New) => void = () => {},
): Collection<Kept, New, Change> {
  const { all, first, run } = transaction
  const { name, members, select, keep, changing } = table

  const textOf = (entity: Values) => JSON.stringify({ ...entity, ...table.shown?.(entity) }, [...members])

  function listOf(selection: Selection, { offset, limit }: Slice): Condition {
    const { sql, values } = conditionOf(name, selection)
    const [most, skipped] = [values.length + 1, values.length + 2]
    return {
      sql: `${select} WHERE ${sql} ORDER BY ${name}.id LIMIT $${most}::bigint OFFSET $${skipped}::bigint`,
      values: [...values, limit === 0 ? null : limit, offset],
    }
  }

  return {
    async find(schedule_id, id) {
      if (!Number.isSafeInteger(id)) return undefined
      const row = await first(`${select} WHERE ${name}.schedule_id = $1 AND ${name}.id = $2`, [
        storable(schedule_id),
        id,
      ])
      return row && keep(row)
    },

    async list(selection, slice) {
      const { sql, values } = listOf(selection, slice)
      return (await all(sql, values)).map(keep)
    },

    scan(selection, slice) {
      const { sql, values } = listOf(selection, slice)
      return transaction.scan(sql, values, keep)
    },

    async count(selection) {
      const { sql, values } = conditionOf(name, selection)
      return Number((await first(`SELECT count(*) FROM ${name} WHERE ${sql}`, values))?.[0])
    },

    async ids(selection) {
      const { sql, values } = conditionOf(name, selection)
      const rows = await all(`SELECT id FROM ${name} WHERE ${sql} ORDER BY id`, values)
      return rows.map(([id]) => Number(id))
    },

    insert(row, now) {
      const date = dateText(now)
      const entity: Values = { ...row, updated_at: date, created_at: date }
      // The database adds the id.
      const text = textOf(entity).slice(1)
      const schedule = storable(String(entity.schedule_id))
      const id = transaction.insert(name, table.insert, [text, schedule, ...table.inserted(entity)])
      inserted(row)
      return id
    },

    async change(selection, change, now) {
      if (Object.values(change).every(value => value === undefined)) return
      const { sql, values } = conditionOf(name, selection)
      const columns = ['id', 'json', ...changing].map(column => `"${column}"`)
      const read = `SELECT ${columns} FROM ${name} WHERE ${sql} AND id > $${values.length + 1} ORDER BY id LIMIT ${changedAtOnce}`
      let last: Value = 0
      for (;;) {
        const rows = await all(read, [...values, last])
        const changed = rows.flatMap(row => {
          const [id = null, json, ...kept] = row
          const before = Object.fromEntries(changing.map((column, index) => [column, kept[index]]))
          const after = withChange({ ...JSON.parse(String(json)), ...before } as Values, change, now)
          return after ? [[id, textOf(after), ...table.changed(after)]] : []
        })
        const columnsOfRows = changed[0]?.map((_, index) => changed.map(row => row[index] ?? null))
        if (columnsOfRows) run(table.update, [...columnsOfRows, storable(selection.schedule_id)])
        if (rows.length < changedAtOnce) return
        last = rows.at(-1)?.[0] as Value
      }
    },

    remove(selection) {
      const { sql, values } = conditionOf(name, selection)
      return run(`DELETE FROM ${name} WHERE ${sql}`, values)
    },
  }
}
