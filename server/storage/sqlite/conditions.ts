import type { SqlValue } from 'sql.js'
import type { Selection } from '../../core/index.js'

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
