import { after } from '../../alter/requests.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/** Remembers which bookings the named operations moved away from which resource, and lets go of them with it. */
const dyingWith = (
  moves: readonly ('changeBooking' | 'changeBookings' | 'changeResourceBookings')[],
  ends: 'deleteResource' | 'deleteResources' | 'deleteResourceBookings',
) =>
  stateful(() => {
    const first = new Map<number, number>()
    const moved = new Set<number>()
    return all(
      after('createBooking', async ({ rows, path, body }) => {
        const ids = await rows.bookings.ids({ schedule_id: path.scheduleId })
        first.set(Math.max(...ids), Number(body.resource_id))
      }),
      after(moves, ({ body, path, query }) => {
        if (body.resource_id === undefined) return
        for (const id of query?.ids ?? [path.bookingId ?? 0]) moved.add(id)
      }),
      after(ends, async ({ rows, path, query }) => {
        const gone = path.resourceId === undefined ? (query.ids ?? []) : [path.resourceId]
        const ids = [...moved].filter(id => gone.includes(first.get(id) ?? 0))
        await rows.bookings.remove({ schedule_id: path.scheduleId, ids })
      }),
    )
  })

/** Bookings that were moved, and then their first resource deleted (sections 3 and 4.2). */
export const movedFaults = [
  fault(
    'moved-booking-dies-with-its-first-resource',
    'deletes with a resource a booking that a single PUT moved away from it',
    {
      breaks: { 'BKG-32.first-deleted': /can no longer be read/ },
      alter: dyingWith(['changeBooking'], 'deleteResource'),
    },
  ),
  fault(
    'bulk-moved-bookings-die-with-their-first-resource',
    'deletes with a resource the bookings that a bulk PUT moved away from it',
    {
      breaks: {
        'BKG-34.first-deleted': /can no longer be read/,
        'BKG-35.first-deleted': /can no longer be read/,
      },
      alter: dyingWith(['changeBookings', 'changeResourceBookings'], 'deleteResources'),
    },
  ),
  fault(
    'moved-booking-still-in-its-first-resource',
    'deletes with all bookings of a resource one that was moved away from it',
    {
      breaks: { 'BULK-13.moved': /moved away must be accepted/ },
      alter: dyingWith(['changeBooking'], 'deleteResourceBookings'),
    },
  ),
]
