import {
  accepted,
  changedOnly,
  createdId,
  describeRequest,
  gone,
  has,
  holds,
  refused,
  same,
  unchanged,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import { isObject } from '../../http/json.js'
import { bookings } from '../collections.js'
import { inOrder } from '../lists/listed.js'
import { endings, malformedIdCheck } from '../malformed-ids.js'
import { findItem, unknownId } from './booked.js'

const change = { text: JSON.stringify({ note: 'new' }) }

/** The lists that hold a booking, deletes, and paths that lead to no booking of the schedule. */
export const bookingPathChecks: readonly Check[] = [
  check('BKG-28', 'a new booking is in each of its lists', async ({ owner, schedule, given, slot }) => {
    const [red, blue] = await given.resources(2)

    const reply = await owner.post(schedule.bookings, {
      resource_id: red.id,
      ...slot(),
      title: 'a new booking',
    })

    const id = createdId(reply)
    const single = await owner.get(`${schedule.bookings}/${id}`)
    holds(single.ok && isObject(single.data), `the new booking ${id} cannot be read`, {
      actual: single.body ?? single.text,
      replies: [reply, single],
    })
    has(single.data, { title: 'a new booking' }, 'the new booking', reply, single)
    findItem((await owner.list(schedule.bookings, { ids: id })).items, id, 'the list of the schedule')
    findItem(await owner.all(schedule.bookings), id, 'the whole list of the schedule')
    findItem(await owner.all(red.bookings), id, 'the list of its resource')
    same(await owner.all(blue.bookings), [], 'the list of another resource, which has no bookings,')
  }),

  check('BKG-30', 'the list of a resource holds its own bookings only', async ({ owner, given }) => {
    const [red, blue] = await given.resources(2)
    const ofRed = await given.bookings(red, 2)
    const ofBlue = await given.bookings(blue, 3)

    for (const [resource, bookings] of rows([red, ofRed], [blue, ofBlue])) {
      const { items, pagination, reply } = await owner.list(resource.bookings)

      const actual = items.map(({ id }) => Number(id))
      const expected = bookings.map(({ id }) => id)
      same(inOrder(actual), inOrder(expected), `the list of resource ${resource.id}`, reply)
      same(pagination.total_count, bookings.length, `total_count of resource ${resource.id}`, reply)
    }
  }),

  check('BKG-37', 'deleting a booking leaves the others and the resource', async ({ owner, given }) => {
    const resource = await given.resource()
    const [first, second] = await given.bookings(resource, 2)

    const reply = await owner.delete(first.path)

    accepted(reply)
    await changedOnly(resource, { name: resource.name })
    await unchanged(second)
    await gone(first, resource.bookings)
  }),

  check('BKG-38', 'a booking id that does not exist cannot be read, changed or deleted', async context => {
    const { owner, schedule, given } = context
    const resource = await given.bookable()
    const [kept, deleted] = await given.bookings(resource, 2)
    accepted(await owner.delete(deleted.path), 'deleting a booking')

    for (const [path, which] of [
      [deleted.path, 'the id of a deleted booking'],
      [`${schedule.bookings}/${unknownId}`, 'an id that was never given'],
    ] as const) {
      refused(await owner.get(path), `a GET with ${which}`)
      refused(await owner.put(path, { title: 'nobody' }), `a PUT with ${which}`)
      refused(await owner.delete(path), `a DELETE with ${which}`)
      refused(await owner.get(path), `a GET after PUT and DELETE with ${which}`)
    }

    await unchanged(kept)
    accepted(await owner.put(kept.path, { title: 'somebody' }), 'a PUT with an id that exists')
    accepted(await owner.delete(kept.path), 'a DELETE with an id that exists')
  }),

  malformedIdCheck('BKG-38.malformed', bookings, { title: 'new' }),

  check(
    'BKG-39',
    'a booking cannot be read through the path of another schedule',
    { needs: ['second schedule'], danger: 'own' },
    async ({ owner, schedule, second, given }) => {
      const resource = await given.bookable()
      const booking = await given.booking(resource)

      const single = await owner.get(`${second.bookings}/${booking.id}`)
      const inSchedule = await owner.get(second.bookings, { ids: booking.id })
      const inResource = await owner.get(`${second.resources}/${resource.id}/bookings`)

      for (const reply of [single, inSchedule, inResource]) {
        if (!reply.ok) continue
        const objects = [reply.data].flat().filter(isObject)
        const strays = objects.filter(
          ({ schedule_id, title }) => schedule_id !== second.id || title === booking.sent.title,
        )
        holds(strays.length === 0, `schedule ${second.id} shows a booking of schedule ${schedule.id}`, {
          expected: 'a refusal, or nothing but what belongs to the schedule of the path',
          actual: strays,
          replies: [reply],
        })
      }
      accepted(await owner.get(booking.path), 'reading the booking on the path of its own schedule')
    },
  ),

  ...rows(['BKG-39.put', 'PUT'], ['BKG-39.delete', 'DELETE']).map(([id, method]) =>
    check(
      id,
      `${method} on the path of another schedule does not reach a booking`,
      { needs: ['second schedule'], danger: 'own', alone: ['second'] },
      async ({ owner, second, given, skip, warn }) => {
        const made = await given.one('booking')
        const path = `${second.bookings}/${made.id}`
        const { ok, data } = await owner.get(path)
        const isAnother = ok && isObject(data) && data.title !== made.sent.title
        if (isAnother) skip('the other schedule has a booking of the same number')

        const reply = await owner.send(method, path, method === 'PUT' ? change : {})

        await unchanged(made)
        // The document does not say that a request without any effect must fail.
        if (reply.ok)
          warn(`${describeRequest(reply)} should be refused: that schedule has no such booking`, reply)
      },
    ),
  ),

  check('BKG-40', 'the bookings of a resource id that does not exist cannot be listed', async context => {
    const { owner, schedule, given } = context
    const [empty, deleted] = await given.resources(2)
    accepted(await owner.delete(deleted.path), 'deleting a resource')

    const ofDeleted = await owner.get(deleted.bookings)
    const ofUnknown = await owner.get(`${schedule.resources}/${unknownId}/bookings`)
    const ofEmpty = await owner.get(empty.bookings)

    accepted(ofEmpty, 'listing the bookings of a resource that has none')
    same(ofEmpty.data, [], 'the list of a resource without bookings', ofEmpty)
    refused(ofDeleted, 'listing the bookings of a deleted resource')
    refused(ofUnknown, 'listing the bookings of a resource id that was never given')
  }),

  check(
    'BKG-40.malformed',
    'the id of a resource with something behind it lists no bookings',
    async context => {
      const { owner, given } = context
      const resource = await given.bookable()
      await given.booking(resource)

      for (const ending of endings) {
        refused(
          await owner.get(`${resource.path}${ending}/bookings`),
          `listing the bookings of ${resource.id}${ending}`,
        )
      }

      accepted(await owner.get(resource.bookings), 'listing the bookings of the resource')
    },
  ),
]
