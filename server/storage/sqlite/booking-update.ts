import { type BookingChange, dateText, utcText } from '../../core/index.js'
import type { Bound } from './connection.js'

/** Columns of their own; all other members are in the text alone. */
const columns: Record<string, string> = { resource_id: 'resource_id', start: 'start', end: '"end"' }

/** The assignments of a change, the condition that a value differs, and the values of both. */
export interface Update {
  set: string
  differs: string
  assigned: Bound[]
  compared: Bound[]
}

/**
 * What changes some members of bookings, in the columns and in the text. Values get into the text as JSON, which keeps zero
 * characters, and are compared as JSON. Undefined if no member is given.
 */
export function updateOf(change: BookingChange, now: number): Update | undefined {
  const set: string[] = []
  const paths: string[] = []
  const differs: string[] = []
  const [assigned, inText, compared]: [Bound[], Bound[], Bound[]] = [[], [], []]
  for (const [member, value] of Object.entries(change)) {
    if (value === undefined) continue
    const column = columns[member]
    const isTime = member === 'start' || member === 'end'
    const text = JSON.stringify(isTime ? utcText(value as number) : value)
    if (column) {
      set.push(`${column} = ?`)
      assigned.push(value)
    }
    paths.push(`'$.${isTime ? `${member}_utc` : member}', json(?)`)
    inText.push(text)
    differs.push(column ? `${column} IS NOT ?` : `json -> '$.${member}' IS NOT ?`)
    compared.push(column ? value : text)
  }
  if (paths.length === 0) return undefined
  set.push(`json = json_set(json, ${paths.join(', ')}, '$.updated_at', ?)`)
  return {
    set: set.join(', '),
    differs: differs.join(' OR '),
    assigned: [...assigned, ...inText, dateText(now)],
    compared,
  }
}
