import { accepted, changedOnly } from '../../runner/assertions.js'
import { type Check, check } from '../../runner/check.js'
import type { Context, Made } from '../../runner/context.js'
import { acceptedFirst } from '../bulk/outcome.js'

/** Two resources, and as many bookings of the first one. */
async function staged({ given }: Context, count: number) {
  const [first, other] = await given.resources(2)
  return { first, other, bookings: await given.bookings<number>(first, count) }
}

/** The bookings are on the other resource, and as they were. */
async function stayOn(other: Made, bookings: readonly Made[]): Promise<void> {
  for (const booking of bookings) await changedOnly(booking, { resource_id: other.id })
}

const idsOf = (bookings: readonly Made[]) => bookings.map(({ id }) => id)

/** A booking that was moved no longer depends on its first resource (sections 3 and 4.2). */
export const movedBookingChecks: readonly Check[] = [
  check('BKG-32.first-deleted', 'a moved booking stays when its first resource is deleted', async context => {
    const { owner } = context
    const { first, other, bookings } = await staged(context, 1)
    acceptedFirst(await owner.put(bookings[0]?.path ?? '', { resource_id: other.id }), 'BKG-32')

    const reply = await owner.delete(first.path)

    accepted(reply, 'deleting a resource whose only booking was moved away')
    await stayOn(other, bookings)
  }),

  check(
    'BKG-34.first-deleted',
    'bookings that a bulk PUT moved off a resource stay when it is deleted',
    { after: 'BULK-01.resource-bookings' },
    async context => {
      const { owner } = context
      const { first, other, bookings } = await staged(context, 2)
      const move = await owner.put(first.bookings, { resource_id: other.id }, { ids: idsOf(bookings) })
      acceptedFirst(move, 'BKG-34')

      const reply = await owner.delete(first.schedule.resources, { ids: [first.id] })

      accepted(reply, 'a bulk delete of a resource whose bookings were moved away')
      await stayOn(other, bookings)
    },
  ),

  check(
    'BKG-35.first-deleted',
    'bookings that a bulk PUT on the schedule moved stay when their first resource is deleted',
    { after: 'BULK-01.bookings' },
    async context => {
      const { owner, schedule } = context
      const { first, other, bookings } = await staged(context, 2)
      const move = await owner.put(schedule.bookings, { resource_id: other.id }, { ids: idsOf(bookings) })
      acceptedFirst(move, 'BKG-35')

      const reply = await owner.delete(schedule.resources, { ids: [first.id] })

      accepted(reply, 'a bulk delete of a resource whose bookings were moved away')
      await stayOn(other, bookings)
    },
  ),
]
