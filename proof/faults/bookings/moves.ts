import { Refusal, refused } from '../../../server/core/index.js'
import {
  acceptingResources,
  all,
  anyResource,
  bookingBulkPuts,
  refuseIf,
  requestAs,
  resourceOfAnySchedule,
  run,
  storedObject,
  writesOf,
} from '../../alter/index.js'
import { fault } from '../fault.js'

const isMove = (body: Readonly<Record<string, unknown>>) => body.resource_id !== undefined

/** What becomes of resource_id. */
export const moveFaults = [
  fault('booking-resource-unchecked-on-create', 'takes any number for the resource_id of a new booking', {
    breaks: { 'BKG-08': /creating a booking with .* must be refused/ },
    alter: acceptingResources('createBooking', anyResource),
  }),
  fault('booking-resource-unchecked-on-update', 'takes any number for resource_id in an update', {
    breaks: { 'BKG-08': /a PUT of .* must be refused/, 'BKG-36': /moving one booking .* must be refused/ },
    alter: acceptingResources('changeBooking', anyResource),
  }),
  fault('booking-resource-unchecked-in-bulk', 'accepts any resource_id in bulk updates of a schedule', {
    breaks: { 'BKG-36': /moving bookings by their ids .* must be refused/ },
    alter: acceptingResources('changeBookings', anyResource),
  }),
  fault('booking-resource-of-any-schedule', 'takes a resource of another schedule for resource_id', {
    breaks: { 'BKG-08': /another schedule/, 'BKG-36': /another schedule/ },
    alter: acceptingResources(writesOf.booking, resourceOfAnySchedule),
  }),
  fault('booking-moved-before-the-check', 'checks the resource only after moving the listed bookings', {
    breaks: { 'BKG-36': /resource_id is not as it must be/ },
    alter: all(
      acceptingResources(bookingBulkPuts, anyResource),
      run(bookingBulkPuts, async ({ rows, path, body }, usual) => {
        const answer = await usual()
        const isThere =
          !isMove(body) || (await rows.resources.find(path.scheduleId, Number(body.resource_id)))
        return isThere ? answer : refused(new Refusal('invalid', 'There is no such resource'))
      }),
    ),
  }),
  fault('booking-move-puts-new-one', 'makes a new booking of one that is moved', {
    breaks: { 'BKG-32': /can no longer be read/, 'BKG-07': /can no longer be read/ },
    touches: ['BKG-26', 'CROSS-18'],
    alter: run('changeBooking', async ({ rows, path, body, now }, usual) => {
      const kept = await rows.bookings.find(path.scheduleId, path.bookingId ?? 0)
      const answer = await usual()
      if (!kept || !isMove(body)) return answer
      const moved = await rows.bookings.find(path.scheduleId, kept.id)
      if (!moved || JSON.parse(kept.json).resource_id === body.resource_id) return answer
      const { start, end, json } = moved
      await rows.bookings.insert({ ...JSON.parse(json), start, end }, now)
      await rows.bookings.remove({ schedule_id: path.scheduleId, ids: [kept.id] })
      return answer
    }),
  }),
  fault('booking-move-of-all-needs-ids', 'refuses to move bookings without ids', {
    breaks: { 'BKG-33': /a bulk PUT of resource_id must be accepted/ },
    touches: ['CROSS-17'],
    alter: refuseIf('changeResourceBookings', ({ query, body }) => isMove(body) && !query.ids),
  }),
  fault('booking-move-of-all-skips', 'skips every second booking, as it moves them while iterating', {
    breaks: { 'BKG-33': /after all of its bookings were moved differs/ },
    touches: ['CROSS-17'],
    alter: requestAs('changeResourceBookings', async ({ rows, path, query, body }) => {
      if (!isMove(body) || query.ids) return {}
      const { scheduleId: schedule_id, resourceId: resource_id = 0 } = path
      const ids = await rows.bookings.ids({ schedule_id, resource_id })
      return { query: { ids: ids.filter((_, index) => index % 2 === 0) } }
    }),
  }),
  fault('booking-move-of-all-is-of-schedule', 'moves all bookings of the schedule, not of the resource', {
    breaks: { 'BKG-33': /after the bookings of another were moved to it differs/ },
    touches: ['CROSS-17'],
    alter: requestAs('changeResourceBookings', ({ path: { resourceId: _, ...path }, query, body }) =>
      isMove(body) && !query.ids ? { path } : {},
    ),
  }),
  fault('booking-move-ignores-ids', 'moves all bookings of a resource, whatever ids says', {
    breaks: { 'BKG-34': /resource_id and updated_at are not as they must be/ },
    touches: ['BKG-36'],
    alter: requestAs('changeResourceBookings', ({ body }) => (isMove(body) ? { query: {} } : {})),
  }),
  fault('booking-move-of-one-resource', 'moves only listed bookings on the resource of the first one', {
    breaks: { 'BKG-35': /resource_id is not as it must be/ },
    alter: requestAs('changeBookings', async ({ rows, path, query, body }) => {
      const { ids = [] } = query
      if (!isMove(body) || ids.length === 0) return {}
      const { scheduleId: schedule_id } = path
      const { resource_id } = (await storedObject(rows.bookings, schedule_id, ids[0])) ?? {}
      return { query: { ids: await rows.bookings.ids({ schedule_id, resource_id, ids }) } }
    }),
  }),
]
