import type { Context } from '../../runner/index.js'
import { changing, changingByIds, creating, deleting, deletingByIds, listing, reading } from './attempt.js'
import { rows } from './operation.js'

const note = 'changed'

async function one({ given, name }: Context) {
  const resource = await given.resource()
  const title = name()
  return { resource, title, booking: await given.booking(resource, { title }) }
}

/** Every row of section 4.2. */
export const bookingOperations = rows(
  'booking',
  [
    'GET bookings',
    'list bookings',
    async context => {
      const { booking, title } = await one(context)
      return listing(booking, context.schedule.bookings, title)
    },
  ],
  [
    'GET resources/{resourceId}/bookings',
    'list the bookings of a resource',
    async context => {
      const { booking, resource, title } = await one(context)
      return listing(booking, resource.bookings, title)
    },
  ],
  [
    'GET bookings/{bookingId}',
    'read a booking',
    async context => {
      const { booking, title } = await one(context)
      return reading(booking, title)
    },
  ],
  [
    'POST bookings',
    'create a booking',
    async ({ owner, given, schedule, name, slot }) => {
      const { id } = await given.resource()
      const title = name()
      return creating(owner, schedule.bookings, { resource_id: id, ...slot(), title }, title)
    },
  ],
  [
    'PUT bookings',
    'change bookings in bulk',
    async context => changingByIds((await one(context)).booking, context.schedule.bookings, { note }),
  ],
  [
    'PUT resources/{resourceId}/bookings',
    'change the bookings of a resource in bulk',
    async context => {
      const { booking, resource } = await one(context)
      return changingByIds(booking, resource.bookings, { note })
    },
  ],
  [
    'PUT bookings/{bookingId}',
    'change a booking',
    async context => changing((await one(context)).booking, { note }),
  ],
  [
    'DELETE bookings',
    'delete bookings in bulk',
    async context => deletingByIds((await one(context)).booking, context.schedule.bookings),
  ],
  [
    'DELETE resources/{resourceId}/bookings',
    'delete the bookings of a resource in bulk',
    async context => {
      const { booking, resource } = await one(context)
      return deletingByIds(booking, resource.bookings)
    },
  ],
  [
    'DELETE bookings/{bookingId}',
    'delete a booking',
    async context => {
      const { booking, resource } = await one(context)
      return deleting(booking, resource.bookings)
    },
  ],
)
