import { type BookingChangeBody, booking, bookingChange, bookingCreate } from '../contract/booking.js'
import { bookingListQuery } from '../contract/listing.js'
import type { Selection, Stored, StoredBooking } from '../store.js'
import { endOf, instantOf, isEcho, isInRange, localText, utcText } from '../times/times.js'
import { type Detail, refuseDetails } from '../wire/errors.js'
import { created } from '../wire/responses.js'
import { type CollectionDef, changing, deleting, listing, metaOf, reading } from './collection.js'
import { type Operation, type OperationRequest, operation } from './operation.js'

/**
 * The placeholder for the times in the text of a stored booking, because they depend on the reader; no text value can contain
 * it.
 */
const placeholder = '"start":null,"end":null'

/** A booking as JSON text, as a user in this time zone sees it. */
export function bookingText({ json, start, end }: StoredBooking, zone: string): string {
  const at = json.indexOf(placeholder)
  const times = `"start":"${localText(start, zone)}","end":"${localText(end, zone)}"`
  return json.slice(0, at) + times + json.slice(at + placeholder.length)
}

export const bookings: CollectionDef<BookingChangeBody> = {
  noun: 'booking',
  kind: 'bookings',
  idParam: 'bookingId',
  object: booking,
  changeBody: bookingChange,
  collection: rows => rows.bookings,
  text: (kept, zone) => bookingText(kept as StoredBooking, zone),
  change,
}

async function change(
  request: OperationRequest<unknown, BookingChangeBody>,
  selection: Selection,
): Promise<void> {
  const { rows, user, now } = request
  const { start, end, ...rest } = request.body
  if (rest.resource_id !== undefined)
    refuseMissing(await rows.resources.find(selection.schedule_id, rest.resource_id), rest.resource_id)
  if (start === undefined && end === undefined) return rows.bookings.change(selection, rest, now)

  const scan = await rows.bookings.scan(selection, { offset: 0, limit: 0 })
  try {
    for (let part = await scan.next(500); part.length > 0; part = await scan.next(500)) {
      for (const { ids, times } of changesOf(part, { start, end }, user.timezone)) {
        await rows.bookings.change({ schedule_id: selection.schedule_id, ids }, { ...rest, ...times }, now)
      }
    }
  } finally {
    // While a scan is open, every write preserves what it changes for that scan.
    scan.close()
  }
}

/** Determines which bookings get which times; unchanged times are left out. */
function changesOf(bookings: readonly StoredBooking[], written: WrittenTimes, zone: string) {
  const changes = new Map<string, { ids: number[]; times: Partial<Times> }>()
  for (const kept of bookings) {
    const after = timesAfter(kept, written, zone, bookings.length > 1 ? ` of booking ${kept.id}` : '')
    const times = {
      ...(after.start !== kept.start && { start: after.start }),
      ...(after.end !== kept.end && { end: after.end }),
    }
    const key = JSON.stringify(times)
    const group = changes.get(key) ?? { ids: [], times }
    group.ids.push(kept.id)
    changes.set(key, group)
  }
  return changes.values()
}

/** The start and end of a booking, in seconds since 1970. */
interface Times {
  start: number
  end: number
}

/** The times in a validated body, as written (section 2.2). */
type WrittenTimes = Pick<BookingChangeBody, keyof Times>

/**
 * Returns the times of a booking after a write by a user in this zone. A time that only repeats what the user reads changes
 * nothing, so a round trip loses neither seconds nor the side of an overlap. `which` names the booking in messages about
 * several.
 */
export function timesAfter(now: Partial<Times>, written: WrittenTimes, zone: string, which = ''): Times {
  const after = { start: settle('start', now, written, zone), end: settle('end', now, written, zone) }
  if (written.end && after.end !== now.end) after.end = endOf(written.end, after.start, zone)
  const details: Detail[] = []
  for (const name of ['start', 'end'] as const) {
    if (!isInRange(after[name]))
      details.push({ path: name, message: 'must be within the years 0001 to 9999 in UTC' })
  }
  if (after.end < after.start) {
    const [start, end] = [localText(after.start, zone), localText(after.end, zone)]
    // Local times have no seconds, and occur twice when the clocks go back.
    const shown =
      end < start
        ? `${end}${which} is before ${start} (${zone})`
        : `${utcText(after.end)}${which} is before ${utcText(after.start)}`
    details.push({ path: 'end', message: `must not be before start: ${shown}` })
  }
  if (details.length > 0) throw refuseDetails('invalid', details)
  return after
}

function settle(name: keyof Times, now: Partial<Times>, written: WrittenTimes, zone: string): number {
  const value = written[name]
  const kept = now[name]
  if (kept !== undefined && (value === undefined || isEcho(value, kept, zone))) return kept
  return value === undefined ? Number.NaN : instantOf(value, zone)
}

function refuseMissing(resource: Stored | null | undefined, id: number): void {
  if (resource) return
  throw refuseDetails('invalid', [
    { path: 'resource_id', message: `does not name a resource of this schedule: ${id}` },
  ])
}

const query = bookingListQuery(booking)

const viewer = metaOf('4.2', 'viewer')
const editor = metaOf('4.2', 'editor')

/** The operations of section 4.2. */
export const bookingOperations: readonly Operation[] = [
  listing(bookings, viewer('listBookings', 'List the bookings of a schedule'), query),
  listing(bookings, viewer('listResourceBookings', 'List the bookings of a resource'), query),
  reading(bookings, viewer('readBooking', 'Read a booking')),
  operation({
    ...editor('createBooking', 'Create a booking'),
    once: true,
    body: bookingCreate,
    foresee: ({ body }) => ({ object: { kind: 'resources', id: body.resource_id } }),
    async run({ rows, user, path, object, body, now, url }) {
      const { scheduleId: schedule_id } = path
      const { resource_id } = body
      // First, because a store may look for the resource only when it inserts the booking.
      const times = timesAfter({}, body, user.timezone)
      refuseMissing(
        object === undefined ? await rows.resources.find(schedule_id, resource_id) : object,
        resource_id,
      )
      const id = await rows.bookings.insert({ ...body, ...times, schedule_id }, now)
      return created(id, `${url}/${id}`)
    },
  }),
  changing(bookings, editor('changeBookings', 'Change several bookings, or all of a schedule')),
  changing(bookings, editor('changeResourceBookings', 'Change several or all bookings of a resource')),
  changing(bookings, editor('changeBooking', 'Change a booking')),
  deleting(bookings, editor('deleteBookings', 'Delete several bookings, or all of a schedule')),
  deleting(bookings, editor('deleteResourceBookings', 'Delete several or all bookings of a resource')),
  deleting(bookings, editor('deleteBooking', 'Delete a booking')),
]
