import {
  accepted,
  type Check,
  changedOnly,
  check,
  gone,
  has,
  holds,
  isObject,
  same,
  unchanged,
} from '../../runner/index.js'
import { idIn, listed } from './booked.js'

export const bookingListChecks: readonly Check[] = [
  check(
    'BKG-28',
    'a new booking is in every list that it belongs to',
    async ({ owner, schedule, given, slot }) => {
      const [red, blue] = await given.resources(2)

      const reply = await owner.post(schedule.bookings, {
        resource_id: red.id,
        ...slot(),
        title: 'a new booking',
      })

      accepted(reply)
      const id = Number(idIn(reply))
      const single = await owner.get(`${schedule.bookings}/${id}`)
      holds(single.ok && isObject(single.data), `the new booking ${id} can not be read`, {
        actual: single.body ?? single.text,
        replies: [reply, single],
      })
      has(single.data, { title: 'a new booking' }, 'the new booking', reply, single)
      listed((await owner.list(schedule.bookings, { ids: id })).items, id, 'the list of the schedule')
      listed(await owner.all(schedule.bookings), id, 'the whole list of the schedule')
      listed(await owner.all(red.bookings), id, 'the list of its resource')
      same(await owner.all(blue.bookings), [], 'the list of another resource, which has no bookings,')
    },
  ),

  check('BKG-30', 'the list of a resource holds its own bookings only', async ({ owner, given }) => {
    const [red, blue] = await given.resources(2)
    const ofRed = await given.bookings(red, 2)
    const ofBlue = await given.bookings(blue, 3)

    for (const { resource, bookings } of [
      { resource: red, bookings: ofRed },
      { resource: blue, bookings: ofBlue },
    ]) {
      const { items, pagination, reply } = await owner.list(resource.bookings)

      const ids = items.map(({ id }) => Number(id)).sort((a, b) => a - b)
      same(
        ids,
        bookings.map(({ id }) => id).sort((a, b) => a - b),
        `the list of resource ${resource.id}`,
        reply,
      )
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
]
