import { type BookingChange, dateText, type NewBooking, utcText } from '../../core/index.js'
import type { Bound } from './connection.js'

/** A new booking as JSON text, with the members of the booking object in its order (section 2.2). */
export function bookingJson(id: number, booking: NewBooking, now: number): string {
  const date = dateText(now)
  return JSON.stringify({
    id,
    schedule_id: booking.schedule_id,
    resource_id: booking.resource_id,
    title: booking.title,
    start: null,
    end: null,
    all_day_display: booking.all_day_display,
    color_fg: booking.color_fg,
    color_bk: booking.color_bk,
    text_bold: booking.text_bold,
    link: booking.link,
    link_title: booking.link_title,
    note: booking.note,
    custom_1: booking.custom_1,
    custom_2: booking.custom_2,
    start_utc: utcText(booking.start),
    end_utc: utcText(booking.end),
    updated_at: date,
    created_at: date,
  })
}

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
