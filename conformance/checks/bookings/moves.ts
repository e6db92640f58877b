import { ruleIdOf } from '../../catalogue/index.js'
import { accepted, allChanged, refused, same, unchanged, updates } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Bookable, MadeBooking } from '../../check/created.js'
import { rows } from '../../check/ids.js'
import type { Actor } from '../../session/actor.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { inOrder } from '../lists/listed.js'
import { unknownId } from './booked.js'

/** Asserts that a resource has these bookings and no others. */
async function holdsOnly(as: Actor, resource: Bookable, bookings: readonly MadeBooking[], when: string) {
  const { items, pagination, reply } = await as.list(resource.bookings)
  const actual = items.map(({ id }) => Number(id))
  const expected = bookings.map(({ id }) => id)
  const what = `the list of ${resource.name} ${when}`
  same(inOrder(actual), inOrder(expected), what, reply)
  same(pagination.total_count, bookings.length, `total_count of ${what}`, reply)
}

/** Lists bookings before they move, in case a target caches lists. */
async function listBefore(as: Actor, ...resources: readonly Bookable[]): Promise<void> {
  for (const resource of resources) await as.list(resource.bookings)
}

/** Invalid values of resource_id, and how a check obtains one. */
const wrongResources = [
  {
    ids: ['BKG-08.unknown', 'BKG-08.unknown-update', 'BKG-36.unknown'],
    what: 'a resource id that was never given',
    needs: [],
    make: async () => unknownId,
  },
  {
    ids: ['BKG-08.deleted', 'BKG-08.deleted-update', 'BKG-36.deleted'],
    what: 'the id of a deleted resource',
    needs: [],
    async make({ owner, given }: Context) {
      const { id, path } = await given.bookable()
      accepted(await owner.delete(path), 'deleting a resource')
      return id
    },
  },
  {
    ids: ['BKG-08.foreign', 'BKG-08.foreign-update', 'BKG-36.foreign'],
    what: 'the id of a resource of another schedule',
    needs: ['second schedule'],
    make: async ({ second, given }: Context) => (await given.resource({}, { in: second })).id,
  },
] as const

/** Two resources, and `count` bookings of the first one. */
async function staged({ given }: Context, count: number) {
  const [first, other] = await given.resources(2)
  return { first, other, bookings: await given.bookings<number>(first, count) }
}

export const bookingMoveChecks: readonly Check[] = [
  ...wrongResources.flatMap(({ ids: [create, update, move], what, needs, make }) => [
    check(create, `a booking with ${what} is refused`, { needs }, async context => {
      const { owner, schedule, given, slot, token } = context
      const resource = await given.bookable()
      const resource_id = await make(context)
      const sent = { ...slot(), title: `astray ${token}` }

      const reply = await owner.post(schedule.bookings, { ...sent, resource_id })

      refused(reply, `creating a booking with ${what}`)
      const schedules = needs.length > 0 ? [schedule, context.second] : [schedule]
      for (const { bookings } of schedules) {
        const strays = (await owner.all(bookings)).filter(({ title }) => title === sent.title)
        same(strays, [], `what ${bookings} holds of the refused booking`, reply)
      }
      const right = await owner.post(schedule.bookings, { ...sent, resource_id: resource.id })
      accepted(right, 'the same booking with a resource of its schedule')
    }),

    check(update, `a PUT of ${what} with other members is refused`, { needs }, async context => {
      const { owner, given } = context
      const [red, blue] = await given.resources(2)
      const booking = await given.booking(red)
      const resource_id = await make(context)

      const reply = await owner.put(booking.path, { resource_id, title: 'astray' })

      refused(reply, `a PUT of ${what}`)
      await unchanged(booking)
      const right = await owner.put(booking.path, { resource_id: blue.id, title: 'astray' })
      accepted(right, 'the same PUT with a resource')
    }),

    check(
      move,
      `moving bookings to ${what} is refused and moves none`,
      { needs, sends: ['PUT bookings'] },
      async context => {
        const { owner, schedule, given } = context
        const [red, blue] = await given.resources(2)
        const [single, first, second] = await given.bookings(red, 3)
        const ids = [first.id, second.id]
        const resource_id = await make(context)

        refused(await owner.put(single.path, { resource_id }), `moving one booking to ${what}`)
        const bySchedule = await owner.put(schedule.bookings, { title: 'astray', resource_id }, { ids })
        refused(bySchedule, `moving bookings by their ids to ${what}`)
        const byResource = await owner.put(red.bookings, { title: 'astray', resource_id }, { ids })
        refused(byResource, `moving bookings of a resource by their ids to ${what}`)

        await unchanged(single, first, second)
        await holdsOnly(owner, red, [single, first, second], 'after refused moves')
        const right = await owner.put(red.bookings, { resource_id: blue.id }, { ids })
        accepted(right, 'moving the same bookings to a resource of the schedule')
        await holdsOnly(owner, blue, [first, second], 'after a move to it')
      },
    ),
  ]),

  check('BKG-08.malformed', 'a booking with a resource_id in text with letters is refused', async context => {
    const { owner, schedule, given, slot, token } = context
    const resource = await given.bookable()
    const sent = { ...slot(), title: `astray ${token}` }

    const reply = await owner.post(schedule.bookings, { ...sent, resource_id: `${resource.id}abc` })

    refused(reply, 'creating a booking with the id of a resource and letters as resource_id')
    same(await owner.all(resource.bookings), [], 'the bookings of that resource', reply)
    const right = await owner.post(schedule.bookings, { ...sent, resource_id: resource.id })
    accepted(right, 'the same booking with the id of the resource')
  }),

  check('BKG-32', 'a PUT of resource_id moves one booking', async ({ owner, given }) => {
    const [red, blue] = await given.resources(2)
    const [moved, kept] = await given.bookings(red, 2)
    await listBefore(owner, red, blue)

    const change = { resource_id: blue.id, note: 'moved' }
    await updates(moved, change, { what: 'a PUT of resource_id and note' })

    await unchanged(kept)
    await holdsOnly(owner, red, [kept], 'after one of two bookings was moved away')
    await holdsOnly(owner, blue, [moved], 'after a booking was moved to it')
  }),

  check(
    'BKG-33',
    'a bulk PUT of resource_id moves all bookings of a resource',
    { needs: ['spare schedule'], after: 'BULK-12' },
    async ({ owner, spare, given }) => {
      const [red, blue, green] = await given.resources(3, undefined, { in: spare })
      const moved = await given.bookings(red, 3)
      const old = await given.bookings(blue, 1)
      const bystander = await given.booking(green)

      accepted(await owner.put(red.bookings, { resource_id: blue.id }), 'a bulk PUT of resource_id')

      await holdsOnly(owner, red, [], 'after all of its bookings were moved')
      await holdsOnly(owner, blue, [...old, ...moved], 'after the bookings of another were moved to it')
      await allChanged(moved, { resource_id: blue.id })
      await unchanged(...old, bystander)
    },
  ),

  check('BKG-34', 'a bulk PUT of resource_id moves only the listed bookings', async ({ owner, given }) => {
    const [red, blue] = await given.resources(2)
    const [first, second, kept] = await given.bookings(red, 3)
    const old = await given.booking(blue)
    await listBefore(owner, red, blue)

    const reply = await owner.put(red.bookings, { resource_id: blue.id }, { ids: [first.id, second.id] })

    accepted(reply)
    await unchanged(kept, old)
    await allChanged([first, second], { resource_id: blue.id })
    await holdsOnly(owner, red, [kept], 'after two of three bookings were moved away')
    await holdsOnly(owner, blue, [old, first, second], 'after two bookings were moved to it')
  }),

  check(
    'BKG-35',
    'a bulk PUT on a schedule moves listed bookings of several resources',
    { sends: ['PUT bookings'] },
    async context => {
      const { owner, schedule, given } = context
      const [red, blue, green] = await given.resources(3)
      const [fromRed, kept] = await given.bookings(red, 2)
      const fromBlue = await given.booking(blue)
      await listBefore(owner, blue, green)

      const ids = [fromRed.id, fromBlue.id]
      const change = { resource_id: green.id, note: 'moved' }
      const reply = await owner.put(schedule.bookings, change, { ids })

      accepted(reply)
      await unchanged(kept)
      await allChanged([fromRed, fromBlue], change)
      await holdsOnly(owner, red, [kept], 'after one of two bookings was moved away')
      await holdsOnly(owner, blue, [], 'after its only booking was moved away')
      await holdsOnly(owner, green, [fromRed, fromBlue], 'after two bookings were moved to it')
    },
  ),

  // A booking that was moved no longer depends on its first resource (sections 3 and 4.2).
  check('BKG-32.first-deleted', 'a moved booking stays when its first resource is deleted', async context => {
    const { owner } = context
    const { first, other, bookings } = await staged(context, 1)
    acceptedFirst(await owner.put(bookings[0]?.path ?? '', { resource_id: other.id }), 'BKG-32')

    const reply = await owner.delete(first.path)

    accepted(reply, 'deleting a resource whose only booking was moved away')
    await allChanged(bookings, { resource_id: other.id })
  }),

  ...rows(
    [
      'BKG-34.first-deleted',
      'bookings that a bulk PUT moved off a resource stay when it is deleted',
      'BULK-01.resource-bookings',
      (first: Bookable) => first.bookings,
      ['DELETE resources'],
    ],
    [
      'BKG-35.first-deleted',
      'bookings that a bulk PUT on the schedule moved stay when their first resource is deleted',
      'BULK-01.bookings',
      ({ schedule }: Bookable) => schedule.bookings,
      ['PUT bookings', 'DELETE resources'],
    ],
  ).map(([id, title, after, listOf, sends]) =>
    check(id, title, { after, sends }, async context => {
      const { owner, schedule } = context
      const { first, other, bookings } = await staged(context, 2)
      const ids = bookings.map(({ id }) => id)
      const move = await owner.put(listOf(first), { resource_id: other.id }, { ids })
      acceptedFirst(move, ruleIdOf(id))

      const reply = await owner.delete(schedule.resources, { ids: [first.id] })

      accepted(reply, 'a bulk delete of a resource whose bookings were moved away')
      await allChanged(bookings, { resource_id: other.id })
    }),
  ),
]
