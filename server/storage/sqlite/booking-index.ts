import { forgetOldest } from '../../core/index.js'
import { type Block, type Blocks, createBlocks, type Span, type Window } from './booking-blocks.js'
import type { Statements } from './statements.js'

/*
 * Where the pages of long lists are, and how many bookings a window of time has. The answers come from summaries in memory,
 * made when they are first needed and kept up with what transactions commit, so they cost nothing on disk. While a
 * transaction has changes of its own, the database is asked instead.
 */

export type BookingIndex = ReturnType<typeof createBookingIndex>

/** All bookings of a schedule, by its key, or those of one resource. */
export interface Scope {
  key: number
  resource?: number | undefined
}

interface Summary {
  byId: Blocks
  byStart: Blocks
}

export interface Change {
  scope: Required<Scope>
  kind: 'add' | 'remove'
  id: number
  start: number
  end: number
}

/** Summaries of this many schedules are kept, and of this many resources in each. */
const most = 200
/** So many changes in one transaction: then making summaries again takes less. */
const manyChanges = 5_000

/** The conditions of a scope, and the indexes that have it in order. */
export const places = {
  schedule: { byId: 'bookings_of_schedule', where: 'schedule = ?' },
  resource: { byId: 'bookings_of_resource', where: 'schedule = ? AND resource_id = ?' },
} as const

export type Places = (typeof places)[keyof typeof places]
export const kindOf = ({ resource }: Scope) => (resource === undefined ? 'schedule' : 'resource')
export const valuesOf = ({ key, resource }: Scope): number[] =>
  resource === undefined ? [key] : [key, resource]

export function createBookingIndex({ get }: Pick<Statements, 'get'>) {
  const schedules = new Map<number, { whole?: Summary; ofResources: Map<number, Summary> }>()
  // Changes by the transaction: of the writers before the current one, and of this one.
  let before: Change[] = []
  let own: Change[] = []
  // The schedules that the transaction has changed, by their keys.
  const dirty = new Set<number>()
  let isAllDirty = false
  // The last count: a list is asked for its total and then for a page.
  let counted: (Scope & Window & { count: number }) | undefined

  function summarise(scope: Scope): Summary {
    const { byId, where } = places[kindOf(scope)]
    const values = valuesOf(scope)
    const blocksBy = (place: 'id' | 'start', order: string) => {
      const bookings = `FROM bookings INDEXED BY ${order} WHERE ${where} AND ${place} >= ? AND ${place} < ?`
      const next = `SELECT ${place} ${bookings} ORDER BY ${place} LIMIT 1 OFFSET ?`
      const facts = `SELECT count(*), min(start), max("end"), max(${place}) ${bookings}`
      const firstOf = (from: number, before: number, offset: number) =>
        get(next, [...values, from, before, offset])?.[0] as number | undefined
      return createBlocks((place, before, count): Block | undefined => {
        const from = firstOf(place, before, 0)
        if (from === undefined) return undefined
        let end = firstOf(from, before, count)
        // Too many have the same place.
        if (end === from) end = firstOf(from + 1, before, 0)
        const [found, minStart, maxEnd, last] = get(facts, [...values, from, end ?? before]) as number[]
        return { from, before: end ?? (last as number) + 1, count: found, minStart, maxEnd } as Block
      })
    }
    return { byId: blocksBy('id', byId), byStart: blocksBy('start', 'bookings_by_time') }
  }

  /** Counts bookings in a window from one place on and before another. */
  const countBetween = (scope: Scope, place: 'id' | 'start', order: string) =>
    `SELECT count(*) FROM bookings INDEXED BY ${order} WHERE ${places[kindOf(scope)].where}
     AND ${place} >= ? AND ${place} < ? AND start >= ? AND start < ? AND "end" < ?`

  function summaryOf(scope: Scope): Summary {
    const { key, resource } = scope
    let schedule = schedules.get(key)
    if (!schedule) {
      schedule = { ofResources: new Map() }
      schedules.set(key, schedule)
      forgetOldest(schedules, most)
    }
    if (resource === undefined) {
      schedule.whole ??= summarise(scope)
      return schedule.whole
    }
    const { ofResources } = schedule
    let summary = ofResources.get(resource)
    if (!summary) {
      summary = summarise(scope)
      ofResources.set(resource, summary)
      forgetOldest(ofResources, most)
    }
    return summary
  }

  function isReady(scope: Scope): boolean {
    const { byId, byStart } = summaryOf(scope)
    return byId.isComplete() && byStart.isComplete()
  }

  function apply({ scope: { key, resource }, kind, id, start, end }: Change): void {
    const schedule = schedules.get(key)
    for (const summary of [schedule?.whole, schedule?.ofResources.get(resource as number)]) {
      summary?.byId[kind](id, start, end)
      summary?.byStart[kind](start, start, end)
    }
  }

  return {
    /** Whether the transaction has changed bookings of a schedule: what is said here is of the state before. */
    isDirty: (key: number): boolean => isAllDirty || dirty.has(key),
    /** Whether everything is summarised, so that questions take little time. */
    isReady,
    /** Summarises for so many milliseconds; true once everything is. */
    prepare(scope: Scope, milliseconds: number): boolean {
      const end = performance.now() + milliseconds
      for (const blocks of Object.values(summaryOf(scope))) {
        while (!blocks.isComplete() && performance.now() < end) blocks.extend()
      }
      return isReady(scope)
    },
    /** Where to start reading a list, by id, so that `offset` bookings come before, except for `skip`. */
    locate(scope: Scope, offset: number, window?: Window) {
      if (!window) return summaryOf(scope).byId.locate(offset)
      const sql = countBetween(scope, 'id', places[kindOf(scope)].byId)
      const countIn = ({ from, before }: Span) =>
        Number(get(sql, [...valuesOf(scope), from, before, window.min, window.max, window.max])?.[0])
      return summaryOf(scope).byId.locate(offset, { window, countIn })
    },
    /** How many bookings lie in a window. */
    count(scope: Scope, window: Window): number {
      const { key, resource } = scope
      const isSame = counted?.key === key && counted.resource === resource
      if (counted && isSame && counted.min === window.min && counted.max === window.max) return counted.count
      const { inside, spans } = summaryOf(scope).byStart.inspect(window)
      const sql = countBetween(scope, 'start', 'bookings_by_time')
      const count = spans.reduce((count, { from, before }) => {
        const times = [Math.max(from, window.min), Math.min(before, window.max)]
        return (
          count + Number(get(sql, [...valuesOf(scope), ...times, window.min, window.max, window.max])?.[0])
        )
      }, inside)
      counted = { key, resource, ...window, count }
      return count
    },
    /** How many bookings have to be looked at, in the order of ids, to see all of a window. */
    spread: (scope: Scope, window: Window, total: number): number =>
      total - summaryOf(scope).byId.inspect(window).outside,
    /** A booking is new, or gone. */
    note(change: Change): void {
      const { key } = change.scope
      dirty.add(key)
      if (schedules.has(key)) own.push(change)
    },
    /** Many bookings change, of one schedule or of any. */
    changeMany(key?: number): void {
      if (key === undefined) {
        isAllDirty = true
        schedules.clear()
      } else {
        dirty.add(key)
        schedules.delete(key)
      }
    },
    /** The current writer has succeeded. */
    keep(): void {
      if (own.length === 0) return
      if (before.length === 0) before = own
      else before.push(...own)
      own = []
    },
    /** The work of the current writer was undone. */
    undo(): void {
      own = []
    },
    /** The transaction is committed. */
    commit(): void {
      if (dirty.size === 0 && !isAllDirty) return
      dirty.clear()
      isAllDirty = false
      counted = undefined
      if (before.length > manyChanges) for (const { scope } of before) schedules.delete(scope.key)
      else for (const change of before) apply(change)
      before = []
    },
    /** The transaction was undone, or all rows were replaced. */
    forget(): void {
      schedules.clear()
      counted = undefined
      before = []
      own = []
      dirty.clear()
      isAllDirty = false
    },
  }
}
