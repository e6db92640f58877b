import type { SqlValue } from 'sql.js'
import type { Selection } from '../core/index.js'

/** A condition and the values of its question marks. */
export interface Condition {
  sql: string
  values: SqlValue[]
}

/** The rows of a selection. Conditions on ids come last: the fewest rows pass them. */
export function conditionOf({ schedule_id, resource_id, time_min, time_max, ids }: Selection): Condition {
  const parts = ['schedule_id = ?']
  const values: SqlValue[] = [schedule_id]
  const add = (part: string, value: SqlValue | undefined) => {
    if (value === undefined) return
    parts.push(part)
    values.push(value)
  }
  add('resource_id = ?', resource_id)
  add('start >= ?', time_min)
  add('"end" < ?', time_max)
  add('id IN (SELECT value FROM json_each(?))', ids && JSON.stringify(ids))
  return { sql: parts.join(' AND '), values }
}
