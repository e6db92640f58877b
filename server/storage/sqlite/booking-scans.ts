import { type Scan, ScanLost, type Selection, type StoredBooking } from '../../core/index.js'
import { found, keepingBookings } from './booking-queries.js'
import type { Condition } from './collection.js'
import type { Statements } from './statements.js'

/*
 * Reads of long lists in parts, while writes go on in between. What a write is about to change or remove, and a scan has
 * not come to yet, is saved for that scan first. New bookings have higher ids than those that a scan reads.
 */

export type BookingScans = ReturnType<typeof createBookingScans>

export interface ScanPlan {
  /** The key of the schedule. */
  key: number
  selection: Selection
  /** Finds the bookings that a part may have, without those conditions on ids that follow from its place. */
  condition: Condition
  /** The index in the order of ids, if the list is read along it. */
  index?: string | undefined
  /** Reading starts after this id and ends with the other one. */
  after: number
  last: number
  /** The number of bookings to read. */
  limit: number
}

interface Active {
  plan: ScanPlan
  fits(booking: Saved): boolean
  /** The id up to which everything was read. */
  position: number
  /** What was there when the scan began; null for a booking that is not in the list. */
  saved: Map<number, StoredBooking | null>
  bytes: number
  isLost: boolean
}

interface Saved extends StoredBooking {
  resource_id: number
}

/** The bytes of text that are saved for one scan; if more changes, it fails. */
export const mostSaved = 8 * 2 ** 20

export function createBookingScans({ each, whole }: Pick<Statements, 'each' | 'whole'>, most = mostSaved) {
  const keepBooking = keepingBookings({ whole })
  const active = new Set<Active>()

  function lose(scan: Active): void {
    scan.isLost = true
    scan.saved.clear()
    active.delete(scan)
  }

  function saveFor(scan: Active, { sql, values }: Condition): void {
    const query = `SELECT id, json, start, "end", resource_id FROM bookings WHERE ${sql} AND +schedule = ? AND id > ? AND id <= ? ORDER BY id LIMIT 500`
    for (let from = scan.position; !scan.isLost; ) {
      const rows = each(query, [...values, scan.plan.key, from, scan.plan.last], row => ({
        ...keepBooking(row),
        resource_id: row.number(4),
      }))
      for (const row of rows) {
        if (scan.saved.has(row.id)) continue
        const { resource_id: _, ...booking } = row
        scan.saved.set(row.id, scan.fits(row) ? booking : null)
        scan.bytes += row.json.length + 64
      }
      if (scan.bytes > most) lose(scan)
      if (rows.length < 500) return
      from = rows.at(-1)?.id ?? from
    }
  }

  /** The next stored bookings, and the id up to which there are no others. */
  function readOn({ plan, position }: Active, count: number): { rows: StoredBooking[]; upTo: number } {
    const { condition, index, last } = plan
    const rows = each(
      `${found} ${index ? `INDEXED BY ${index}` : ''}
       WHERE ${condition.sql} AND id > ? AND id <= ? ORDER BY id LIMIT ?`,
      [...condition.values, position, last, count],
      keepBooking,
    )
    return { rows, upTo: rows.length < count ? last : (rows.at(-1)?.id ?? last) }
  }

  function next(scan: Active, count: number): StoredBooking[] {
    const { plan, saved } = scan
    for (;;) {
      if (scan.isLost) throw new ScanLost()
      const wanted = Math.min(count, plan.limit)
      if (wanted <= 0 || scan.position >= plan.last) {
        active.delete(scan)
        return []
      }
      const { rows, upTo } = readOn(scan, wanted)
      const part = rows.filter(({ id }) => !saved.has(id))
      for (const [id, booking] of saved) if (booking && id <= upTo) part.push(booking)
      part.sort((one, other) => one.id - other.id)
      scan.position = part.length > wanted ? (part[wanted - 1]?.id ?? upTo) : upTo
      part.length = Math.min(part.length, wanted)
      for (const id of saved.keys()) if (id <= scan.position) saved.delete(id)
      plan.limit -= part.length
      if (part.length > 0) return part
    }
  }

  return {
    /** Bookings that meet a condition are about to change or to go: of one schedule, by its key, or of any. */
    save(condition: Condition, key?: number): void {
      for (const scan of active) {
        if (key === undefined || scan.plan.key === key) saveFor(scan, condition)
      }
    },
    open(plan: ScanPlan): Scan<StoredBooking> {
      const scan: Active = {
        plan,
        fits: predicateOf(plan.selection),
        position: plan.after,
        saved: new Map(),
        bytes: 0,
        isLost: false,
      }
      active.add(scan)
      return {
        next: count => next(scan, count),
        close() {
          plan.limit = 0
          scan.saved.clear()
          active.delete(scan)
        },
      }
    },
  }
}

function predicateOf({ ids, resource_id, time_min, time_max }: Selection): (booking: Saved) => boolean {
  const wanted = ids && new Set(ids)
  return booking =>
    (wanted?.has(booking.id) ?? true) &&
    (resource_id === undefined || booking.resource_id === resource_id) &&
    (time_min === undefined || booking.start >= time_min) &&
    (time_max === undefined || booking.end < time_max)
}
