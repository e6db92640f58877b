import { type Scan, ScanLost, type StoredBooking } from '../../core/index.js'
import { type BookingRows, createBookingReader } from './booking-rows.js'
import type { Statements } from './statements.js'

/*
 * Reads long lists in parts, with writes in between. Before a write changes or removes something that a scan has not reached
 * yet, it is saved for that scan. New bookings have higher ids than those that a scan reads, until ids begin anew.
 */

export interface ScanPlan {
  schedule_id: string
  rows: BookingRows
  /** Reading starts after this id and ends with the other one. */
  after: number
  last: number
  /** The number of bookings to read. */
  limit: number
}

interface Active {
  plan: ScanPlan
  /** The id up to which everything has been read. */
  position: number
  /** The state at the start of the scan; null for a booking that is not in the list. */
  saved: Map<number, StoredBooking | null>
  bytes: number
  isLost: boolean
  /** Whether it reads only what was saved for it, because all bookings were removed. */
  isDetached: boolean
}

/** The maximum size of the text saved for one scan, in bytes; if more changes, the scan fails. */
export const mostSaved = 8 * 2 ** 20

export function createBookingScans(statements: Pick<Statements, 'all' | 'whole'>) {
  const { all } = statements
  const readBooking = createBookingReader(statements)
  const active = new Set<Active>()

  /** Saves the given bookings that the scan has not reached yet. */
  function saveFor(scan: Active, { table, where, values }: BookingRows): void {
    const { rows, last } = scan.plan
    const found = all(
      `SELECT id, json, start, "end", ${rows.where} FROM ${table} WHERE ${where} AND id > ? AND id <= ?`,
      [...rows.values, ...values, scan.position, last],
    )
    for (const row of found) {
      const booking = readBooking(row)
      if (scan.saved.has(booking.id)) continue
      scan.saved.set(booking.id, row[4] ? booking : null)
      scan.bytes += booking.json.length + 64
    }
    if (scan.bytes <= mostSaved) return
    scan.isLost = true
    close(scan)
  }

  /** Returns the next stored bookings, and the id up to which there are no others. */
  function readOn(
    { plan, position, isDetached }: Active,
    count: number,
  ): { part: StoredBooking[]; upTo: number } {
    if (isDetached) return { part: [], upTo: plan.last }
    const { table, where, values } = plan.rows
    const part = all(
      `SELECT id, json, start, "end" FROM ${table} WHERE ${where} AND id > ? AND id <= ? ORDER BY id LIMIT ?`,
      [...values, position, plan.last, count],
    ).map(readBooking)
    return { part, upTo: part.length < count ? plan.last : (part.at(-1)?.id ?? plan.last) }
  }

  function next(scan: Active, count: number): StoredBooking[] {
    const { plan, saved } = scan
    for (;;) {
      if (scan.isLost) throw new ScanLost()
      const wanted = Math.min(count, plan.limit)
      if (wanted <= 0 || scan.position >= plan.last) {
        close(scan)
        return []
      }
      const { part: stored, upTo } = readOn(scan, wanted)
      const part = stored.filter(({ id }) => !saved.has(id))
      for (const [id, booking] of saved) if (booking && id <= upTo) part.push(booking)
      part.sort((one, other) => one.id - other.id)
      scan.position = part.length > wanted ? (part[wanted - 1]?.id ?? upTo) : upTo
      part.length = Math.min(part.length, wanted)
      for (const id of saved.keys()) if (id <= scan.position) saved.delete(id)
      plan.limit -= part.length
      if (part.length > 0) return part
    }
  }

  function close(scan: Active): void {
    scan.plan.limit = 0
    scan.saved.clear()
    active.delete(scan)
  }

  return {
    /** Called before the given bookings of a schedule are changed or removed. */
    save(rows: BookingRows, schedule_id: string): void {
      for (const scan of active)
        if (scan.plan.schedule_id === schedule_id && !scan.isDetached) saveFor(scan, rows)
    },
    /** Called after all bookings were removed, before ids begin anew. */
    detach(): void {
      for (const scan of active) scan.isDetached = true
    },
    open(plan: ScanPlan): Scan<StoredBooking> {
      const scan: Active = {
        ...{ plan, position: plan.after, saved: new Map(), bytes: 0 },
        ...{ isLost: false, isDetached: false },
      }
      active.add(scan)
      return { next: count => next(scan, count), close: () => close(scan) }
    },
  }
}
