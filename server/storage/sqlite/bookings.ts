import {
  type Awaitable,
  andThen,
  type BookingChange,
  type Collection,
  type NewBooking,
  type Selection,
  type StoredBooking,
} from '../../core/index.js'
import type { Window } from './booking-blocks.js'
import { type BookingIndex, kindOf, places, type Scope, valuesOf } from './booking-index.js'
import { bookingJson, updateOf } from './booking-json.js'
import { conditionOf, found, keepingBookings, queries, timesOf, windowOf } from './booking-queries.js'
import type { BookingScans } from './booking-scans.js'
import type { BookingScopes } from './booking-scopes.js'
import { createSlices, type Step } from './booking-slices.js'
import type { BookingTotals } from './booking-totals.js'
import type { Row } from './connection.js'
import type { LargeWrites } from './large-writes.js'
import type { Statements } from './statements.js'

/** What the bookings consist of, besides their rows. */
export interface BookingParts {
  statements: Statements
  scopes: BookingScopes
  totals: BookingTotals
  index: BookingIndex
  scans: BookingScans
  large: LargeWrites
}

const idOf = (row: Row): number => row.number(0)
const countOf = (row: Row) => [row.number(0), row.number(1)] as const
const placeOf = (row: Row) => ({
  id: row.number(0),
  resource: row.number(1),
  start: row.number(2),
  end: row.number(3),
})

/** Up to so many bookings are looked at one by one. */
const few = 512

/** The bookings, in one table. `touched` is called before those of a schedule are written. */
export function createBookings(
  parts: BookingParts,
  touched: (schedule_id: string, key: number) => void,
): Collection<StoredBooking, NewBooking, BookingChange> {
  const { statements, scopes, totals, index, scans } = parts
  const { each, get, run, whole } = statements
  const keepBooking = keepingBookings({ whole })

  /** The scope of a selection; undefined if the schedule or resource does not exist. */
  function scopeOf({ schedule_id, resource_id }: Selection): Scope | undefined {
    const key = scopes.keyWith(schedule_id, resource_id)
    return key === undefined ? undefined : { key, resource: resource_id }
  }

  const inSlices = createSlices(parts)

  const totalOf = ({ key, resource }: Scope): number => totals.of(resource ?? -key)

  function page(scope: Scope, offset: number, limit: number): StoredBooking[] {
    const at = offset <= few || index.isDirty(scope.key) ? undefined : index.locate(scope, offset)
    const values = [...valuesOf(scope), at?.from ?? 0, limit, at?.skip ?? offset]
    return each(queries[kindOf(scope)].page, values, keepBooking)
  }

  function pageOfWindow(scope: Scope, window: Window, offset: number, limit: number): StoredBooking[] {
    const { walk, sort } = queries[kindOf(scope)]
    if (isSparse(scope, window, offset + limit)) {
      return each(sort, [...valuesOf(scope), ...timesOf(window), limit, offset], keepBooking)
    }
    const { from, skip } = index.locate(scope, offset, window)
    return each(walk, [...valuesOf(scope), from, ...timesOf(window), limit, skip], keepBooking)
  }

  /** Whether a window has so few bookings that sorting them takes less than reading the list up to the end of a page. */
  function isSparse(scope: Scope, window: Window, end: number): boolean {
    if (index.isDirty(scope.key) || totalOf(scope) <= few) return true
    const hits = index.count(scope, window)
    return hits <= 64 || 2 * hits < (end * index.spread(scope, window, totalOf(scope))) / hits
  }

  function list(scope: Scope, selection: Selection, offset: number, limit: number): StoredBooking[] {
    const window = windowOf(selection)
    if (!selection.ids) {
      return window ? pageOfWindow(scope, window, offset, limit) : page(scope, offset, limit)
    }
    const { sql, values } = conditionOf(scope, selection)
    return each(`${found} WHERE ${sql} ORDER BY id LIMIT ? OFFSET ?`, [...values, limit, offset], keepBooking)
  }

  /** The id of the booking with this many before it. */
  const firstOf = (scope: Scope, selection: Selection, offset: number) =>
    list(scope, selection, offset, 1)[0]?.id

  function idsOf(scope: Scope, selection: Selection): number[] {
    const { sql, values } = conditionOf(scope, selection)
    return each(`SELECT id FROM bookings WHERE ${sql} ORDER BY id`, values, idOf)
  }

  function count(scope: Scope, selection: Selection): number {
    const window = windowOf(selection)
    if (!selection.ids && !window) return totalOf(scope)
    if (!selection.ids && window && !index.isDirty(scope.key) && totalOf(scope) > few) {
      return index.count(scope, window)
    }
    const { sql, values } = conditionOf(scope, selection)
    return Number(get(`SELECT count(*) FROM bookings WHERE ${sql}`, values)?.[0])
  }

  /**
   * Runs a step that removes bookings, or moves them in place or time, and counts: `change` has where they are afterwards. Few
   * bookings are followed one by one.
   */
  function counting(scope: Scope, selection: Selection, step: Step, change?: BookingChange): Awaitable<void> {
    const { key } = scope
    const move = (from: number, count: number) => {
      if (change && (change.resource_id ?? from) === from) return
      totals.add(from, -count)
      totals.add(change?.resource_id ?? -key, change ? count : -count)
    }
    if ((selection.ids?.length ?? totalOf(scope)) > few) {
      const counted = inSlices(scope, selection, (condition, table) => {
        const { sql, values } = condition
        const perResource = `SELECT resource_id, count(*) FROM ${table} WHERE ${sql} GROUP BY resource_id`
        for (const [resource, count] of each(perResource, values, countOf)) move(resource, count)
        step(condition, table)
      })
      return andThen(counted, () => index.changeMany(key))
    }
    const { sql, values } = conditionOf(scope, selection)
    const rows = each(`SELECT id, resource_id, start, "end" FROM bookings WHERE ${sql}`, values, placeOf)
    return andThen(inSlices(scope, selection, step), () => {
      for (const { id, resource, start, end } of rows) {
        move(resource, 1)
        index.note({ kind: 'remove', scope: { key, resource }, id, start, end })
        if (!change) continue
        const to = { key, resource: change.resource_id ?? resource }
        const times = { start: change.start ?? start, end: change.end ?? end }
        index.note({ kind: 'add', scope: to, id, ...times })
      }
    })
  }

  return {
    find(schedule_id, id) {
      const key = scopes.keyOf(schedule_id)
      if (key === undefined) return undefined
      return each(`${found} WHERE id = ? AND schedule = ?`, [id, key], keepBooking)[0]
    },

    list(selection, { offset, limit }) {
      const scope = scopeOf(selection)
      return scope ? list(scope, selection, offset, limit === 0 ? Number.MAX_SAFE_INTEGER : limit) : []
    },

    scan(selection, { offset, limit }) {
      const scope = scopeOf(selection)
      const plan = {
        key: scope?.key ?? 0,
        selection,
        after: 0,
        last: scope ? totals.of(0) : 0,
        limit: limit === 0 ? Number.MAX_SAFE_INTEGER : limit,
      }
      if (!scope) return scans.open({ ...plan, condition: { sql: '0', values: [] } })
      const window = windowOf(selection)
      const isRare = window && !selection.ids && 20 * count(scope, selection) < totalOf(scope)
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
      touched(schedule_id, key)
      const id = totals.of(0) + 1
      run('INSERT INTO bookings (id, schedule, resource_id, start, "end", json) VALUES (?, ?, ?, ?, ?, ?)', [
        id,
        key,
        resource_id,
        start,
        end,
        bookingJson(id, booking, now),
      ])
      totals.add(0, 1)
      totals.add(-key, 1)
      totals.add(resource_id, 1)
      index.note({ kind: 'add', scope: { key, resource: resource_id }, id, start, end })
      return id
    },

    change(selection, change, now) {
      const scope = scopeOf(selection)
      const update = updateOf(change, now)
      if (!scope || !update) return
      touched(selection.schedule_id, scope.key)
      const step: Step = ({ sql, values }, table) => {
        scans.save({ sql, values }, scope.key)
        const { set, differs, assigned, compared } = update
        run(`UPDATE ${table} SET ${set} WHERE ${sql} AND (${differs})`, [...assigned, ...values, ...compared])
      }
      const { resource_id, start, end } = change
      return (resource_id ?? start ?? end) === undefined
        ? inSlices(scope, selection, step)
        : counting(scope, selection, step, change)
    },

    remove(selection) {
      const scope = scopeOf(selection)
      if (!scope) return
      touched(selection.schedule_id, scope.key)
      return counting(scope, selection, ({ sql, values }, table) => {
        scans.save({ sql, values }, scope.key)
        run(`DELETE FROM ${table} WHERE ${sql}`, values)
      })
    },
  }
}
