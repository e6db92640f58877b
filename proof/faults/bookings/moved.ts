import type { Reply } from '../../../server/core/index.js'
import { bookingBulkPuts, changesOf, type Which } from '../../alter/operation-groups.js'
import { after, bodyAs, type OperationRequest, run, scopeOf } from '../../alter/requests.js'
import { type Members, pagination, without } from '../../alter/responses.js'
import { everything } from '../../alter/stored.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/** Deletes bookings that `moves` moved away from a resource when `ends` deletes that resource or its bookings. */
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

/** Calls `tell` after each write of bookings with their resources before it; for a new booking, with its resource. */
const afterWrites = (tell: (homes: readonly string[], asked: OperationRequest) => void) =>
  all(
    after('createBooking', asked => tell([String(asked.body.resource_id)], asked)),
    run(
      [...changesOf.booking, 'deleteBooking', 'deleteBookings', 'deleteResourceBookings'],
      async (asked, usual) => {
        const { rows, path, query } = asked
        const ids = path.bookingId === undefined ? query.ids : [path.bookingId]
        const before = await rows.bookings.list(scopeOf(asked, ids), everything)
        const reply = await usual()
        const homes = before.map(({ json }) => String(JSON.parse(json).resource_id))
        tell(homes, asked)
        return reply
      },
    ),
  )

/** Caches the lists of a resource's bookings; a write invalidates only the resources that the bookings were on before. */
const listsInCache = () => {
  const cache = new Map<string, Reply>()
  return all(
    run('listResourceBookings', async ({ path, query, user }, usual) => {
      const sent = JSON.stringify({ ...query, fields: [...(query.fields ?? [])] })
      const key = `${path.resourceId} ${user.id} ${user.timezone} ${sent}`
      const reply = cache.get(key) ?? (await usual())
      cache.set(key, reply)
      return reply
    }),
    afterWrites(homes => {
      for (const key of cache.keys()) if (homes.includes(key.split(' ')[0] ?? '')) cache.delete(key)
    }),
  )
}

/** Caches the number of bookings of a resource when they are first listed; a bulk move does not update it. */
const countedOnce = () => {
  const counts = new Map<string, number>()
  return all(
    pagination('listResourceBookings', ({ total_count }, { params, call }) => {
      if (/ids=|time_m/.test(call.target)) return {}
      const id = String(params.resourceId)
      if (!counts.has(id)) counts.set(id, total_count)
      return { total_count: counts.get(id) }
    }),
    afterWrites((homes, { path, body }) => {
      const target = body?.resource_id
      const isBulkMove = path.bookingId === undefined && target !== undefined && body.start === undefined
      if (!isBulkMove) for (const home of [...homes, String(target)]) counts.delete(home)
    }),
  )
}

/** Replaces the body of an update that moves bookings. */
const movesAs = (which: Which, change: (body: Members) => Members) =>
  bodyAs(which, body => (body.resource_id === undefined ? body : change(body)))

/** Moved bookings whose original resource is then deleted (sections 3 and 4.2). */
export const movedFaults = [
  fault(
    'moved-booking-not-listed',
    'lists the bookings of a resource as they were before one was moved to it',
    {
      breaks: { 'BKG-32': /the list of .* after a booking was moved to it/ },
      touches: ['BKG-34', 'BKG-35'],
      alter: stateful(listsInCache),
    },
  ),
  fault('moved-without-the-rest', 'changes nothing but resource_id in a PUT that moves a booking', {
    breaks: { 'BKG-32': /note is not as it must be/ },
    touches: ['BKG-26.move.update'],
    alter: movesAs('changeBooking', ({ resource_id }) => ({ resource_id })),
  }),
  fault('moved-without-its-times', 'ignores start and end in a PUT that moves a booking', {
    breaks: { 'BKG-26.move.update': /start of a booking after .* must be 2023-05-20 00:00/ },
    alter: movesAs('changeBooking', body => without(body, 'start', 'end')),
  }),
  fault('bulk-moved-without-their-times', 'ignores start and end in a bulk PUT that moves bookings', {
    breaks: {
      'BKG-26.move.bulk': /start of a booking after .* must be 2023-05-20 00:00/,
      'BKG-26.move.bulk-of-resource': /start of a booking after .* must be 2023-05-20 00:00/,
    },
    alter: movesAs(bookingBulkPuts, body => without(body, 'start', 'end')),
  }),
  fault('moved-booking-resets-all-day', 'resets all_day_display in an update that moves bookings', {
    breaks: {
      'BKG-26.resource-id': /all_day_display is not as it must be/,
      'BKG-26.move.update': /all_day_display of .* must be true, but is false/,
      'BKG-26.move.bulk': /all_day_display of .* must be true, but is false/,
      'BKG-26.move.bulk-of-resource': /all_day_display of .* must be true, but is false/,
    },
    alter: movesAs(changesOf.booking, body => ({ all_day_display: false, ...body })),
  }),
  fault('bulk-moves-not-counted', 'counts the bookings of a resource as before a bulk move', {
    breaks: { 'BKG-34': /total_count of the list of .* must be 1, but is 3/ },
    touches: ['BKG-33', 'BKG-35'],
    alter: stateful(countedOnce),
  }),
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
      breaks: { 'BULK-13.moved': /that a single PUT has moved away must be accepted/ },
      alter: dyingWith(['changeBooking'], 'deleteResourceBookings'),
    },
  ),
  fault(
    'bulk-moved-bookings-still-in-their-first-resource',
    'deletes with all bookings of a resource those that a bulk PUT moved away from it',
    {
      breaks: { 'BULK-13.moved': /that a bulk PUT has moved away must be accepted/ },
      alter: dyingWith(['changeResourceBookings'], 'deleteResourceBookings'),
    },
  ),
]
