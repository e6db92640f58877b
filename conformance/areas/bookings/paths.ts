import { accepted, type Check, check, holds, isObject, refused, same, unchanged } from '../../runner/index.js'

/** No target has that many bookings or resources, and it fits into 32 bits. */
const unknown = 2_147_481_359

export const bookingPathChecks: readonly Check[] = [
  check('BKG-38', 'a booking id that does not exist can not be read, changed or deleted', async context => {
    const { owner, schedule, given } = context
    const resource = await given.resource()
    const [kept, deleted] = await given.bookings(resource, 2)
    accepted(await owner.delete(deleted.path), 'deleting a booking')

    for (const [path, which] of [
      [deleted.path, 'the id of a deleted booking'],
      [`${schedule.bookings}/${unknown}`, 'an id that was never given'],
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

  check(
    'BKG-39',
    'a booking can not be read on the path of another schedule',
    { needs: ['second schedule'], danger: 'own' },
    async ({ owner, schedule, second, given }) => {
      const resource = await given.resource()
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

  check('BKG-40', 'the bookings of a resource id that does not exist can not be listed', async context => {
    const { owner, schedule, given } = context
    const [empty, deleted] = await given.resources(2)
    accepted(await owner.delete(deleted.path), 'deleting a resource')

    const ofDeleted = await owner.get(deleted.bookings)
    const ofUnknown = await owner.get(`${schedule.resources}/${unknown}/bookings`)
    const ofEmpty = await owner.get(empty.bookings)

    accepted(ofEmpty, 'listing the bookings of a resource that has none')
    same(ofEmpty.data, [], 'the list of a resource without bookings', ofEmpty)
    refused(ofDeleted, 'listing the bookings of a deleted resource')
    refused(ofUnknown, 'listing the bookings of a resource id that was never given')
  }),
]
