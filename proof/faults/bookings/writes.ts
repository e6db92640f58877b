import { ids } from '../../../conformance/check/ids.js'
import { commonDefaults } from '../../../server/core/contract/values.js'
import { Refusal, refused } from '../../../server/core/index.js'
import { acceptingResources, anyResource, resourceOfAnySchedule } from '../../alter/foreign-resources.js'
import { bookingBulkPuts, writesOf } from '../../alter/operation-groups.js'
import { bodyAs, refuseIf, requestAs, run } from '../../alter/requests.js'
import { sentBodyAs } from '../../alter/responses.js'
import { anything, body, linkUpTo, timeUnless } from '../../alter/schemas.js'
import { storedObject } from '../../alter/stored.js'
import { all } from '../../server/parts.js'
import { fault } from '../fault.js'

const isMove = (body: Readonly<Record<string, unknown>>) => body.resource_id !== undefined

/** Creates and single updates. */
export const writeFaults = [
  fault('booking-without-resource', 'books the first resource of the schedule without resource_id', {
    breaks: { 'BKG-04': /without resource_id must be refused/ },
    alter: all(
      body('createBooking', { resource_id: anything.optional() }),
      requestAs('createBooking', async ({ rows, path, body }) => {
        const [first] = await rows.resources.ids({ schedule_id: path.scheduleId })
        return { body: { resource_id: first, ...body } }
      }),
    ),
  }),
  fault('booking-without-start', 'has a booking without start begin at its end', {
    breaks: { 'BKG-05': /without start must be refused/ },
    alter: sentBodyAs('createBooking', body => ({ start: body.end, ...body })),
  }),
  fault('booking-without-end', 'has a booking without end last to the end of the year', {
    breaks: { 'BKG-06': /without end must be refused/ },
    alter: sentBodyAs('createBooking', body => ({
      end: `${String(body.start).slice(0, 4)}-12-31T23:59:59Z`,
      ...body,
    })),
  }),
  fault('booking-without-resource-is-on-0', 'keeps a booking without resource_id as one of resource 0', {
    breaks: { 'BKG-04': /without resource_id must be refused/ },
    alter: all(
      body('createBooking', { resource_id: anything.optional() }),
      acceptingResources('createBooking', async (_, id) => id === 0),
      bodyAs('createBooking', body => ({ resource_id: 0, ...body })),
    ),
  }),
  fault('booking-start-of-time', 'has a booking without start begin in the year 1', {
    breaks: { 'BKG-05': /without start must be refused/ },
    alter: sentBodyAs('createBooking', body => ({ start: '0001-01-01T00:00:00Z', ...body })),
  }),
  fault('booking-without-end-is-empty', 'has a booking without end end when it starts', {
    breaks: { 'BKG-06': /without end must be refused/ },
    alter: sentBodyAs('createBooking', body => ({ end: body.start, ...body })),
  }),
  fault('booking-put-is-whole', 'resets what a single update leaves out', {
    breaks: { 'BKG-26': /not as they must be/ },
    touches: ids`
      BKG-07 BKG-11 BKG-12 BKG-13 BKG-14 BKG-15 BKG-16 BKG-17 BKG-18 BKG-20 BKG-32 CROSS-13.booking CROSS-16.booking CROSS-41
      PERM-12 PERM-19`,
    alter: bodyAs('changeBooking', body => ({
      ...commonDefaults,
      title: '',
      all_day_display: false,
      ...body,
    })),
  }),
  fault('booking-put-needs-times', 'refuses an update of a booking without start and end', {
    breaks: { 'BKG-26': /a PUT of title alone must be accepted/ },
    touches: ['BKG-*', 'CROSS-*', 'ENV-*', 'PERM-*', 'TIME-20', 'TIME-21', 'TIME-22'],
    alter: refuseIf('changeBooking', ({ body }) => body.start === undefined || body.end === undefined),
  }),
  fault('booking-member-not-inserted', 'forgets the link_title of a new booking', {
    breaks: {
      'BKG-15': /link_title is not as it must be/,
      'BKG-29': /link_title of .* must be "The plan", but is ""/,
    },
    touches: ['ENV-16'],
    alter: bodyAs('createBooking', body => ({ ...body, link_title: '' })),
  }),
  fault('booking-all-day-not-inserted', 'forgets the all_day_display of a new booking', {
    breaks: {
      'BKG-21': /all_day_display of a booking must be true, but is false/,
      'BKG-29': /all_day_display .* must be true, but is false/,
    },
    touches: ['BKG-20', 'BKG-26.move', 'CROSS-30'],
    alter: bodyAs('createBooking', body => ({ ...body, all_day_display: false })),
  }),
  fault('booking-put-without-link', 'refuses an empty link in an update of a booking', {
    breaks: { 'BKG-31': /as they were read must be accepted/ },
    touches: ['CROSS-11', 'CROSS-13.booking'],
    alter: body('changeBooking', { link: linkUpTo(250).refine(link => link !== '') }),
  }),
  fault('booking-put-not-as-read', 'refuses start and end in an update in the form that is read', {
    breaks: {
      'BKG-31': /as they were read must be accepted/,
      'TIME-22': /a PUT of start and end in the form YYYY-MM-DD hh:mm must be accepted/,
    },
    touches: ['BKG-20', 'CROSS-11', 'TIME-14.update', 'BKG-26'],
    alter: body('changeBooking', { start: timeUnless(/ /), end: timeUnless(/ /) }),
  }),
  fault('booking-put-of-resource-refused', 'refuses the resource_id that a booking has in an update', {
    breaks: { 'BKG-31': /as they were read must be accepted/ },
    touches: ['CROSS-11'],
    alter: refuseIf('changeBooking', async ({ rows, path, body }) => {
      const kept = await storedObject(rows.bookings, path.scheduleId, path.bookingId)
      return kept?.resource_id === body.resource_id
    }),
  }),
  // Moving bookings with resource_id.
  fault('booking-resource-unchecked-on-create', 'accepts any number as the resource_id of a new booking', {
    breaks: { 'BKG-08': /creating a booking with .* must be refused/ },
    alter: acceptingResources('createBooking', anyResource),
  }),
  fault('booking-resource-unchecked-on-update', 'accepts any number as resource_id in an update', {
    breaks: { 'BKG-08': /a PUT of .* must be refused/, 'BKG-36': /moving one booking .* must be refused/ },
    alter: acceptingResources('changeBooking', anyResource),
  }),
  fault('booking-resource-unchecked-in-bulk', 'accepts any resource_id in bulk updates of a schedule', {
    breaks: { 'BKG-36': /moving bookings by their ids .* must be refused/ },
    alter: acceptingResources('changeBookings', anyResource),
  }),
  fault('booking-resource-of-any-schedule', 'accepts a resource of another schedule as resource_id', {
    breaks: { 'BKG-08': /another schedule/, 'BKG-36': /another schedule/ },
    alter: acceptingResources(writesOf.booking, resourceOfAnySchedule),
  }),
  fault('booking-moved-before-the-check', 'checks the resource only after moving the listed bookings', {
    breaks: { 'BKG-36': /resource_id, title.* are not as they must be/ },
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
    touches: ['BKG-25.each', 'BKG-26', 'CROSS-18'],
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
    touches: ['BKG-25.each-in-bulk-of-resource', 'BKG-36', 'BULK-13'],
    alter: requestAs('changeResourceBookings', ({ body }) => (isMove(body) ? { query: {} } : {})),
  }),
  fault('booking-move-of-one-resource', 'moves only listed bookings on the resource of the first one', {
    breaks: { 'BKG-35': /resource_id and note are not as they must be/ },
    alter: requestAs('changeBookings', async ({ rows, path, query, body }) => {
      const { ids = [] } = query
      if (!isMove(body) || ids.length === 0) return {}
      const { scheduleId: schedule_id } = path
      const { resource_id } = (await storedObject(rows.bookings, schedule_id, ids[0])) ?? {}
      return { query: { ids: await rows.bookings.ids({ schedule_id, resource_id, ids }) } }
    }),
  }),
  fault('booking-move-ignored', 'ignores resource_id in an update of a booking', {
    breaks: { 'BKG-07': /resource_id/, 'BKG-32': /resource_id/ },
    touches: ['BKG-08', 'BKG-25.each', 'BKG-36', 'BKG-26', 'CROSS-18'],
    alter: bodyAs('changeBooking', ({ resource_id: _, ...rest }) => rest),
  }),
  fault('booking-bulk-move-copies-one', 'moves only the first of the listed bookings in a bulk update', {
    breaks: { 'BKG-34': /resource_id/, 'BKG-35': /resource_id/ },
    touches: ['BKG-36', 'CROSS-19'],
    alter: requestAs(bookingBulkPuts, ({ body, query }) =>
      body.resource_id === undefined ? {} : { query: { ids: query.ids?.slice(0, 1) } },
    ),
  }),
]
