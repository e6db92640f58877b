import {
  type Collection,
  dateText,
  type Selection,
  type Slice,
  type Stored,
  withChange,
} from '../../core/index.js'
import type { Condition } from './claims.js'
import type { GivenIds } from './given-ids.js'
import type { Row, Session, Value } from './session.js'
import { storable } from './texts.js'

type Values = Record<string, unknown>

/** A table of objects of one type. */
export interface Table<Kept extends Stored> {
  name: 'resources' | 'bookings' | 'collaborators'
  /** The members of the object, in the order of its text. */
  members: readonly string[]
  /** The columns beside `id`, `schedule_id` and `json`, with their types. Those of the third list never change. */
  columns: Readonly<Record<string, 'text' | 'bigint'>>
  fixed: readonly string[]
  /** What the columns hold, and what the text shows where it differs, of the values of an object. */
  columnsOf(values: Values): Record<string, Value>
  shownOf?(values: Values): Values
  /** What is selected: first id and text. */
  select: string
  keep(row: Row): Kept
  /** Whether single objects are read to see that they exist, and guessed. */
  isGuessed?: boolean
  /** Whether the database may refuse an insert because of other objects: its id is asked for first, so that it is known then. */
  hasUniques?: boolean
}

/** So many objects are changed by one statement. */
const changedAtOnce = 1000

const quoted = (column: string) => `"${column}"`

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

/** A table with its statements, which are the same in every transaction. */
export type PreparedTable<Kept extends Stored> = ReturnType<typeof prepareTable<Kept>>

export function prepareTable<Kept extends Stored>(table: Table<Kept>) {
  const { name, columns, fixed, hasUniques } = table
  const changing = Object.keys(columns).filter(column => !fixed.includes(column))
  const names = ['schedule_id', ...Object.keys(columns)]
  const types = names.map((column, index) => `$${index + 3}::${columns[column] ?? 'text'}`)
  const given = ['bigint', 'text', ...changing.map(column => columns[column])]
  const set = ['json', ...changing].map(column => `${quoted(column)} = changed.${quoted(column)}`)
  return {
    ...table,
    changing,
    /** Its id is the first value, or of the sequence. */
    insert: `INSERT INTO ${name} (id, json, ${names.map(quoted).join(', ')})
      SELECT id, '{"id":' || id || ',' || $2, ${types.join(', ')}
      FROM (SELECT coalesce($1::bigint, ${hasUniques ? 'curr' : 'next'}val('${name}_ids')) AS id) AS given RETURNING id`,
    update: `UPDATE ${name} SET ${set.join(', ')}
      FROM unnest(${given.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
      AS changed (id, json${changing.map(column => `, ${quoted(column)}`).join('')}) WHERE ${name}.id = changed.id`,
  }
}

export interface DatabaseCollection<Kept extends Stored, New, Change> extends Collection<Kept, New, Change> {
  /** With another statement than the one of the table. */
  insert(row: New, now: number, sql?: string): Promise<number>
}

/** Objects of one type, in the transaction of a session. */
export function createCollection<Kept extends Stored, New extends object, Change extends object>(
  session: Session,
  ids: GivenIds,
  table: PreparedTable<Kept>,
): DatabaseCollection<Kept, New, Change> {
  const { name, members, columns, columnsOf, shownOf, select, keep, changing, insert, update } = table
  const { isGuessed, hasUniques } = table

  const textOf = (values: Values) => JSON.stringify({ ...values, ...shownOf?.(values) }, [...members])

  function listing(selection: Selection, { offset, limit }: Slice): [string, Value[]] {
    const { sql, values } = conditionOf(name, selection)
    const [most, skipped] = [values.length + 1, values.length + 2]
    return [
      `${select} WHERE ${sql} ORDER BY ${name}.id LIMIT $${most}::bigint OFFSET $${skipped}::bigint`,
      [...values, limit === 0 ? null : limit, offset],
    ]
  }

  /** What the columns and the text of an object are after a change; undefined if they stay the same. */
  function changed([id, json, ...kept]: Row, change: Change, now: number): Value[] | undefined {
    const before: Values = { ...JSON.parse(String(json)) }
    for (const [index, column] of changing.entries()) if (shownOf) before[column] = kept[index]
    const after = withChange(before, change, now)
    if (!after) return undefined
    const row = columnsOf(after)
    return [id as Value, textOf(after), ...changing.map(column => row[column] as Value)]
  }

  return {
    async find(schedule_id, id) {
      if (!Number.isSafeInteger(id)) return undefined
      const ask = isGuessed ? session.guess : session.first
      const row = await ask(`${select} WHERE ${name}.id = $1 AND ${name}.schedule_id = $2`, [
        id,
        storable(schedule_id),
      ])
      return row && keep(row)
    },

    list: async (selection, slice) => (await session.all(...listing(selection, slice))).map(keep),

    scan: (selection, slice) => session.scan(...listing(selection, slice), keep),

    async count(selection) {
      const { sql, values } = conditionOf(name, selection)
      return Number((await session.first(`SELECT count(*) FROM ${name} WHERE ${sql}`, values))?.[0])
    },

    async ids(selection) {
      const { sql, values } = conditionOf(name, selection)
      return (await session.all(`SELECT id FROM ${name} WHERE ${sql} ORDER BY id`, values)).map(([id]) =>
        Number(id),
      )
    },

    async insert(row, now, sql = insert) {
      const date = dateText(now)
      const values: Values = { ...row, updated_at: date, created_at: date }
      const unused = ids.take(name)
      // Sent with the insert, and answered even if that is refused.
      if (unused === undefined && hasUniques) {
        session.next(`${name}_ids`).then(
          id => ids.given(name, id),
          () => {},
        )
      }
      const written = columnsOf(values)
      const inserted = await session.write(sql, [
        unused ?? null,
        textOf(values).slice(1),
        storable(String(values.schedule_id)),
        ...Object.keys(columns).map(column => written[column] as Value),
      ])
      const id = Number(inserted?.[0])
      if (unused === undefined && !hasUniques) ids.given(name, id)
      return id
    },

    async change(selection, change, now) {
      if (Object.values(change).every(value => value === undefined)) return
      const { sql, values } = conditionOf(name, selection)
      const read = `SELECT id, json${changing.map(column => `, ${quoted(column)}`).join('')} FROM ${name}
        WHERE ${sql} AND id > $${values.length + 1} ORDER BY id LIMIT ${changedAtOnce}`
      let last: Value = 0
      for (;;) {
        const rows = await session.all(read, [...values, last])
        const changes = rows.map(row => changed(row, change, now)).filter(row => row !== undefined)
        if (changes.length > 0) {
          session.run(
            update,
            ['id', 'json', ...changing].map((_, index) => changes.map(row => row[index])) as never,
          )
        }
        if (rows.length < changedAtOnce) return
        last = rows.at(-1)?.[0] as Value
      }
    },

    async remove(selection) {
      const { sql, values } = conditionOf(name, selection)
      session.run(`DELETE FROM ${name} WHERE ${sql}`, values)
    },
  }
}
