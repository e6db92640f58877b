import type {
  BookingChange,
  Collection,
  NewBooking,
  Selection,
  Slice,
  StoredBooking,
} from '../../core/index.js'
import { bookingJson, updateOf } from './booking-json.js'
import {
  conditionOf,
  found,
  keepingBookings,
  kindOf,
  places,
  queries,
  type Scope,
  timesOf,
  valuesOf,
  type Window,
  windowOf,
} from './booking-queries.js'
import type { BookingScans } from './booking-scans.js'
import type { BookingScopes } from './booking-scopes.js'
import { createSlices, type Step } from './booking-slices.js'
import type { Row } from './connection.js'
import type { LargeWrites } from './large-writes.js'
import type { Statements } from './statements.js'

/** What the bookings consist of, besides their rows. */
export interface BookingParts {
  statements: Statements
  scopes: BookingScopes
  scans: BookingScans
  large: LargeWrites
}

const idOf = (row: Row): number => row.number(0)

/** Up to so many bookings of a window are found by time, and sorted here. */
const few = 2_000

/** The last window that was asked for, by its values. */
interface InTime {
  question: string
  count: number
  /** In ascending order; undefined if there are more than a few. */
  ids: number[] | undefined
}

const byIds = `${found} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`

/** How many bookings a schedule or a resource has: the scope is the negative key of the one, or the id of the other. */
export const totalOf = ({ get }: Pick<Statements, 'get'>, { key, resource }: Scope): number =>
  Number(get(total, [resource ?? -key])?.[0] ?? 0)

/** The last id that a booking was given. */
const lastId = ({ get }: Pick<Statements, 'get'>) => Number(get(total, [0])?.[0] ?? 0)

const total = 'SELECT total FROM booking_totals WHERE scope = ?'

/** The bookings, in one table. */
export interface Bookings extends Collection<StoredBooking, NewBooking, BookingChange> {
  /** Bookings were written by others, or what was written is undone. */
  forget(): void
}

/** Creates the bookings of a store. */
export function createBookings(parts: BookingParts): Bookings {
  const { statements, scopes, scans, large } = parts
  const { each, get, run, whole } = statements
  const keepBooking = keepingBookings({ whole })
  const inSlices = createSlices(parts)
  let last: InTime | undefined
  const forget = () => {
    last = undefined
  }

  /** The scope of a selection; undefined if the schedule or resource does not exist. */
  function scopeOf({ schedule_id, resource_id }: Selection): Scope | undefined {
    const key = scopes.keyWith(schedule_id, resource_id)
    return key === undefined ? undefined : { key, resource: resource_id }
  }

  /** What a window has; a list is asked for its total and then for a page. */
  function inTime(scope: Scope, window: Window): InTime {
    const values = [...valuesOf(scope), ...timesOf(window)]
    const question = values.join()
    if (last?.question !== question) {
      const { idsInTime, countInTime } = queries[kindOf(scope)]
      const ids = each(idsInTime, [...values, few + 1], idOf)
      const isMany = ids.length > few
      const count = isMany ? Number(get(countInTime, values)?.[0]) : ids.length
      last = { question, count, ids: isMany ? undefined : ids.sort((one, other) => one - other) }
    }
    return last
  }

  function list(scope: Scope, selection: Selection, { offset, limit }: Slice): StoredBooking[] {
    const window = windowOf(selection)
    const { page, walk, sort } = queries[kindOf(scope)]
    const slice = [limit === 0 ? -1 : limit, offset]
    if (selection.ids) {
      const { sql, values } = conditionOf(scope, selection)
      return each(`${found} WHERE ${sql} ORDER BY id LIMIT ? OFFSET ?`, [...values, ...slice], keepBooking)
    }
    if (!window) return each(page, [...valuesOf(scope), ...slice], keepBooking)
    const { ids, count } = inTime(scope, window)
    if (ids) {
      const wanted = ids.slice(offset, limit === 0 ? undefined : offset + limit)
      return each(byIds, [JSON.stringify(wanted)], keepBooking)
    }
    const isRare = 4 * count < totalOf(statements, scope)
    return each(isRare ? sort : walk, [...valuesOf(scope), ...timesOf(window), ...slice], keepBooking)
  }

  /** The id of the booking with this many before it. */
  const firstOf = (scope: Scope, selection: Selection, offset: number) =>
    list(scope, selection, { offset, limit: 1 })[0]?.id

  function idsOf(scope: Scope, selection: Selection): number[] {
    const { sql, values } = conditionOf(scope, selection)
    return each(`SELECT id FROM bookings WHERE ${sql} ORDER BY id`, values, idOf)
  }

  function count(scope: Scope, selection: Selection): number {
    const window = windowOf(selection)
    if (selection.ids) {
      const { sql, values } = conditionOf(scope, selection)
      return Number(get(`SELECT count(*) FROM bookings WHERE ${sql}`, values)?.[0])
    }
    if (!window) return totalOf(statements, scope)
    return inTime(scope, window).count
  }

  return {
    forget,

    find(schedule_id, id) {
      const key = scopes.keyOf(schedule_id)
      if (key === undefined) return undefined
      return each(`${found} WHERE id = ? AND schedule = ?`, [id, key], keepBooking)[0]
    },

    list(selection, slice) {
      const scope = scopeOf(selection)
      return scope ? list(scope, selection, slice) : []
    },

    scan(selection, { offset, limit }) {
      const scope = scopeOf(selection)
      const plan = {
        key: scope?.key ?? 0,
        selection,
        after: 0,
        last: lastId(statements),
        limit: limit === 0 ? Number.MAX_SAFE_INTEGER : limit,
      }
      if (!scope) return scans.open({ ...plan, condition: { sql: '0', values: [] } })
      const window = windowOf(selection)
      const isRare = window && !selection.ids && 20 * count(scope, selection) < totalOf(statements, scope)
      // Reading along the list would take long for few bookings: find them first.
      const ids = isRare ? idsOf(scope, selection) : undefined
      const condition = conditionOf(scope, ids ? { schedule_id: selection.schedule_id, ids } : selection)
      const first = ids ? ids[offset] : firstOf(scope, selection, offset)
      const after = (first ?? Number.MAX_SAFE_INTEGER) - 1
      const byId = selection.ids || ids ? undefined : places[kindOf(scope)].byId
      return scans.open({ ...plan, condition, index: byId, after })
    },

    count(selection) {
      const scope = scopeOf(selection)
      return scope ? count(scope, selection) : 0
    },

    ids(selection) {
      const scope = scopeOf(selection)
      return scope ? idsOf(scope, selection) : []
    },

    insert(booking, now) {
      const { schedule_id, resource_id, start, end } = booking
      const key = scopes.keyOf(schedule_id)
      if (key === undefined)
        throw new Error(`Failed to insert a booking: there is no schedule ${schedule_id}`)
      large.touch(key)
      forget()
      const id = lastId(statements) + 1
      run('INSERT INTO bookings (id, schedule, resource_id, start, "end", json) VALUES (?, ?, ?, ?, ?, ?)', [
        id,
        key,
        resource_id,
        start,
        end,
        bookingJson(id, booking, now),
      ])
      return id
    },

    change(selection, change, now) {
      const scope = scopeOf(selection)
      const update = updateOf(change, now)
      if (!scope || !update) return
      large.touch(scope.key)
      forget()
      const step: Step = ({ sql, values }, table) => {
        scans.save({ sql, values }, scope.key)
        const { set, differs, assigned, compared } = update
        run(`UPDATE ${table} SET ${set} WHERE ${sql} AND (${differs})`, [...assigned, ...values, ...compared])
      }
      return inSlices(scope, selection, step)
    },

    remove(selection) {
      const scope = scopeOf(selection)
      if (!scope) return
      large.touch(scope.key)
      forget()
      return inSlices(scope, selection, ({ sql, values }, table) => {
        scans.save({ sql, values }, scope.key)
        run(`DELETE FROM ${table} WHERE ${sql}`, values)
      })
    },
  }
}
