import {
  type Collection,
  dateText,
  defaultLimit,
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
  /** Returns the stored text of an object. */
  text(entity: never): string
  /** Selects the columns that `keep` turns into a stored object. */
  select: string
  /** The number of these columns. */
  columns: number
  keep(row: Row): Kept
  /** Additional columns that are read before a change, by field. */
  changing: Record<string, string>
  /** Inserts a row. $1 is its text without the id, $2 its schedule; `inserted` returns the other values. */
  insert: string
  inserted(entity: Values): Value[]
  /** Changes a row. $1 is its id, $2 its text; `changed` returns the other columns, followed by the schedule. */
  update: string
  /** Changes many rows, with an array for each parameter except the schedule. */
  updateAll: string
  changed(entity: Values): Value[]
}

/** An SQL condition with its parameters. */
export interface Condition {
  sql: string
  values: Value[]
}

/** A timestamp in whole seconds since 1970. */
export const seconds = (column: string) => `extract(epoch FROM ${column})::bigint`

/** The same in milliseconds. */
export const milliseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`

/** The resource id in `booking_totals` for the total of a schedule. */
export const wholeSchedule = 0

/** The block size: the bookings of a schedule are counted per this many ids, a constant of the tables. */
export const idsInBlock = 4096
export const blockOf = (id: string) => `${id} / ${idsInBlock}`

/** The maximum number of objects changed by one statement. */
const changedAtOnce = 1000

/** Returns the condition of a selection, whose first new value is the schedule; its times are those of section 4.2. */
export function conditionOf(
  table: string,
  { schedule_id, ids, resource_id, time_min, time_max }: Selection,
  before: readonly Value[] = [],
): Condition {
  const values: Value[] = [...before, storable(schedule_id)]
  const parts = [`${table}.schedule_id = $${values.length}`]
  const add = (value: Value, ...conditions: string[]) => {
    values.push(value)
    parts.push(...conditions.map(condition => `${table}.${condition.replace('?', `$${values.length}`)}`))
  }
  if (ids) {
    // No object has any other id, and the database would reject it.
    const known = ids.filter(Number.isSafeInteger)
    const [id] = known
    // For a list of unknown length, the planner may read the whole table instead of using the key.
    if (id !== undefined && known.length === 1) add(id, 'id = ?')
    else add(known, 'id = ANY (?::bigint[])')
  }
  if (resource_id !== undefined) add(resource_id, 'resource_id = ?')
  if (time_min !== undefined) add(time_min, 'starts_at >= to_timestamp(?)')
  // A booking that ends before a time also starts before it, which limits the index from both sides.
  if (time_max !== undefined) add(time_max, 'starts_at < to_timestamp(?)', 'ends_at < to_timestamp(?)')
  return { sql: parts.join(' AND '), values }
}

/** Whether the totals contain the number of rows of a selection: all bookings of a schedule or of a resource. */
const isCounted = (table: Numbered, { ids, time_min, time_max }: Selection) =>
  table === 'bookings' && ids === undefined && time_min === undefined && time_max === undefined

/**
 * Finds the last block that starts at or before an offset: its first id, and the number of rows before it. PostgreSQL adds
 * integers in two thirds of the time of bigints, whose sums are numeric.
 */
const startOf = (schedule: string, offset: string) => `SELECT block * ${idsInBlock} AS id, passed FROM (
    SELECT block, coalesce(sum(sum(total::integer)::integer) OVER before, 0) AS passed
    FROM booking_totals WHERE schedule_id = ${schedule} AND resource_id = ${wholeSchedule} GROUP BY block
    WINDOW before AS (ORDER BY block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ) AS blocks WHERE passed <= ${offset} ORDER BY block DESC LIMIT 1`

/** Selects a slice of a selection, in the order of ids. */
export function listOf(
  { name, select }: Pick<Table<Stored>, 'name' | 'select'>,
  selection: Selection,
  { offset, limit }: Slice,
  before: readonly Value[] = [],
): Condition {
  const { sql, values } = conditionOf(name, selection, before)
  const given = (value: Value) => `$${values.push(value)}::bigint`
  // The planner caches a plan only if it knows how many rows the limit returns.
  const limited = limit === 0 ? 'ALL' : limit === defaultLimit ? limit : given(limit)
  const isWindow = selection.time_min !== undefined || selection.time_max !== undefined
  const schedule = `$${before.length + 1}`
  const ofSchedule = `${select} WHERE ${name}.schedule_id = ${schedule}`
  const inOrder = `ORDER BY ${name}.id`
  const selected = `SELECT id FROM ${name} WHERE ${sql}`
  // A time window is found by time first: in the order of ids, it may come after all other bookings of the schedule.
  if (isWindow)
    return {
      sql: `WITH found AS MATERIALIZED (${selected})
        ${ofSchedule} AND ${name}.id IN (SELECT id FROM found ORDER BY id LIMIT ${limited} OFFSET ${given(offset)}) ${inOrder}`,
      values,
    }
  if (offset === 0) return { sql: `${select} WHERE ${sql} ${inOrder} LIMIT ${limited}`, values }
  // Skipped rows are only counted in an index.
  const passing = given(offset)
  if (offset < idsInBlock || !isCounted(name, selection) || selection.resource_id !== undefined)
    return {
      sql: `${ofSchedule} AND ${name}.id IN (${selected} ORDER BY id LIMIT ${limited} OFFSET ${passing}) ${inOrder}`,
      values,
    }
  const start = startOf(schedule, passing)
  return {
    sql: `WITH start AS MATERIALIZED (${start})
      ${ofSchedule} AND ${name}.id IN (${selected} AND id >= (SELECT id FROM start)
        ORDER BY id LIMIT ${limited} OFFSET ${passing} - (SELECT passed FROM start)) ${inOrder}`,
    values,
  }
}

/** Counts the rows of a selection. */
export function countOf(
  { name }: Pick<Table<Stored>, 'name'>,
  selection: Selection,
  before: readonly Value[] = [],
): Condition {
  const { schedule_id, resource_id = wholeSchedule } = selection
  if (isCounted(name, selection)) {
    const values = [...before, storable(schedule_id), resource_id]
    const [schedule, resource] = [values.length - 1, values.length]
    return {
      sql: `SELECT sum(total)::bigint FROM booking_totals WHERE schedule_id = $${schedule} AND resource_id = $${resource}`,
      values,
    }
  }
  const { sql, values } = conditionOf(name, selection, before)
  return { sql: `SELECT count(*) FROM ${name} WHERE ${sql}`, values }
}

/** Creates the text of an object with these fields, in this order. */
export const textWith =
  (members: string[]) =>
  (entity: object): string =>
    JSON.stringify(entity, members)

/** The parameters for inserting a row. */
export function insertedValues(table: Table<Stored>, row: object, now: number): Value[] {
  const date = dateText(now)
  const entity: Values = { id: null, ...row, updated_at: date, created_at: date }
  // The database adds the id.
  const text = table.text(entity as never).slice('{"id":null,'.length)
  return [text, storable(String(entity.schedule_id)), ...table.inserted(entity)]
}

/** The objects of one type, in a transaction. `inserted` is called with each new row and its id. */
export function createCollection<Kept extends Stored, New extends object, Change extends object>(
  transaction: Transaction,
  table: Table<Kept>,
  inserted: (row: New, id: number) => void = () => {},
): Collection<Kept, New, Change> {
  const { all, first, run } = transaction
  const { name, select, keep, changing } = table

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
      const { sql, values } = listOf(table, selection, slice)
      return (await all(sql, values)).map(keep)
    },

    scan(selection, slice) {
      const { sql, values } = listOf(table, selection, slice)
      return transaction.scan(sql, values, keep)
    },

    async count(selection) {
      const { sql, values } = countOf(table, selection)
      return Number((await first(sql, values))?.[0])
    },

    async ids(selection) {
      const { sql, values } = conditionOf(name, selection)
      const rows = await all(`SELECT id FROM ${name} WHERE ${sql} ORDER BY id`, values)
      return rows.map(([id]) => Number(id))
    },

    async insert(row, now) {
      const id = await transaction.insert(name, table.insert, insertedValues(table, row, now))
      inserted(row, id)
      return id
    },

    async change(selection, change, now) {
      if (Object.values(change).every(value => value === undefined)) return
      const { sql, values } = conditionOf(name, selection)
      const columns = Object.values(changing).map(column => `, ${column}`)
      const read = `SELECT id, object${columns.join('')} FROM ${name} WHERE ${sql} AND id > $${values.length + 1} ORDER BY id LIMIT ${changedAtOnce}`
      let last: Value = 0
      for (;;) {
        const rows = await all(read, [...values, last])
        const changed = rows.flatMap(row => {
          const [id = null, json, ...kept] = row
          const before = Object.fromEntries(
            Object.keys(changing).map((member, index) => [member, kept[index]]),
          )
          const after = withChange({ ...JSON.parse(String(json)), ...before } as Values, change, now)
          return after ? [[id, table.text(after as never), ...table.changed(after)]] : []
        })
        const schedule = storable(selection.schedule_id)
        const [one] = changed
        const columnsOfRows = one?.map((_, index) => changed.map(row => row[index] ?? null))
        if (one && changed.length === 1) run(table.update, [...one, schedule])
        else if (columnsOfRows) run(table.updateAll, [...columnsOfRows, schedule])
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
