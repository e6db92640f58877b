import type { Selection, StoredBooking } from '../../core/index.js'
import type { Condition } from './collection.js'
import type { Bound, Row } from './connection.js'
import type { Statements } from './statements.js'

/** All bookings of a schedule, by its key, or those of one resource. */
export interface Scope {
  key: number
  resource?: number | undefined
}

/** Bookings that start at `min` or later and end before `max`, in seconds since 1970. */
export interface Window {
  min: number
  max: number
}

/** The conditions of a scope, and the index that has its bookings in the order of ids, with their times. */
export const places = {
  schedule: { byId: 'bookings_of_schedule', where: 'schedule = ?' },
  resource: { byId: 'bookings_of_resource', where: 'schedule = ? AND resource_id = ?' },
} as const

type Places = (typeof places)[keyof typeof places]
export const kindOf = ({ resource }: Scope) => (resource === undefined ? 'schedule' : 'resource')
export const valuesOf = ({ key, resource }: Scope): number[] =>
  resource === undefined ? [key] : [key, resource]

/** Makes a booking of the columns of `found`. */
export const keepingBookings =
  ({ whole }: Pick<Statements, 'whole'>) =>
  (row: Row): StoredBooking => ({
    id: row.number(0),
    json: whole(row.text(1)),
    start: row.number(2),
    end: row.number(3),
  })

const columns = 'bookings.id, json, start, "end"'
export const found = `SELECT ${columns} FROM bookings`
const inWindow = 'start >= ? AND start < ? AND "end" < ?'

/** A page of what a query of ids finds: only the rows of the page are read. */
const pageOf = (ids: string) =>
  `SELECT ${columns} FROM (${ids} ORDER BY id LIMIT ? OFFSET ?) AS found
   CROSS JOIN bookings ON bookings.id = found.id ORDER BY found.id`

const queriesOf = ({ where, byId }: Places) => {
  const all = `SELECT id FROM bookings INDEXED BY ${byId} WHERE ${where}`
  const inTime = `FROM bookings INDEXED BY bookings_by_time WHERE ${where} AND ${inWindow}`
  return {
    page: pageOf(all),
    /** Goes through all bookings in the order of ids, and takes those in the window. */
    walk: pageOf(`${all} AND ${inWindow}`),
    /** Finds everything in the window, and sorts it. */
    sort: pageOf(`SELECT id ${inTime}`),
    idsInTime: `SELECT id ${inTime} LIMIT ?`,
    countInTime: `SELECT count(*) ${inTime}`,
  }
}
export const queries = { schedule: queriesOf(places.schedule), resource: queriesOf(places.resource) }

const ever: Window = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/** The window of a selection; undefined if it has none. */
export function windowOf({ time_min, time_max }: Selection): Window | undefined {
  if (time_min === undefined && time_max === undefined) return undefined
  return { min: time_min ?? ever.min, max: time_max ?? ever.max }
}

/** The values of a window: what ends before a time starts before it, which limits the index from both sides. */
export const timesOf = ({ min, max }: Window) => [min, max, max]

/** The condition of a selection. Given ids are looked up one by one: the plus signs rule out other indexes. */
export function conditionOf(scope: Scope, { ids, ...times }: Selection): Condition {
  const window = windowOf(times)
  const parts = places[kindOf(scope)].where + (window ? ` AND ${inWindow}` : '')
  const values: Bound[] = [...valuesOf(scope), ...(window ? timesOf(window) : [])]
  if (!ids) return { sql: parts, values }
  return {
    sql: `${parts.replace(/\S+(?= [=<>])/g, '+$&')} AND id IN (SELECT value FROM json_each(?))`,
    values: [...values, JSON.stringify(ids)],
  }
}
