import {
  accepted,
  allChanged,
  describeRequest,
  now,
  refused,
  same,
  unchanged,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { ids } from '../../check/ids.js'
import { isSame, type JsonObject } from '../../http/json.js'
import { Violation } from '../../session/outcomes.js'
import { timesAre } from '../bookings/booked.js'
import { datedObject, movesUpdatedAt } from '../date-checks.js'
import { eachBulk } from './each-bulk.js'
import { acceptedOrRefused, deleteBookings, unaffected } from './outcome.js'
import { affectsListed, affectsOneResource, bulkUpdate } from './requests.js'

/** Other updates with ids are sent only after these have shown that ids are respected. */
const afterIds = ids`BULK-01.resources BULK-01.bookings BULK-01.resource-bookings BULK-01.collaborators`

/** The rule that dates are ISO 8601. */
const isoRuleOf = { resource: 'RES-30', booking: 'BKG-25', collaborator: 'COL-19' } as const

/** For updates that may change everything in scope. */
const everything = {
  place: 'spare',
  danger: { ofResource: 'guard', ofSchedule: 'wipe' },
  after: ids`BULK-16.resources BULK-16.bookings BULK-15.update BULK-16.collaborators`,
} as const

export const bulkUpdateChecks: readonly Check[] = [
  ...eachBulk(
    ids`BULK-01.resources BULK-01.bookings BULK-01.resource-bookings BULK-01.collaborators`,
    objects => `a bulk update of ${objects} with ids changes only the listed ones`,
    { place: 'confined', provesSafe: 'PUT' },
    affectsListed(bulkUpdate),
  ),

  check(
    'BULK-01.times',
    'a bulk update of start and end changes them, and what else it has, in all listed bookings',
    { after: 'BULK-01.bookings', sends: ['PUT bookings'] },
    async ({ owner, given, schedule, token }) => {
      // One resource each: no two bookings of a resource ever overlap.
      const [first, second, rest] = await given.resources(3)
      const listed = [await given.booking(first), await given.booking(second)]
      const other = await given.booking(rest)
      const moved = { start: '2023-06-07T09:03:00Z', end: '2023-06-07T10:31:00Z' }
      const note = `Moved ${token}`

      const ids = listed.map(({ id }) => id)
      const reply = await owner.put(schedule.bookings, { ...moved, note }, { ids })

      accepted(reply)
      for (const booking of listed) {
        const read = await now(booking)
        const what = `booking ${booking.id} after a bulk update of start and end`
        timesAre(read, { start_utc: moved.start, end_utc: moved.end }, what, reply)
        same(read.note, note, `note of ${what}`, reply)
      }
      await unaffected(reply, other)
    },
  ),

  check(
    'BULK-03.times',
    'a bulk update of start alone, or of end alone, leaves each booking the other time that it has',
    { after: 'BULK-01.times', sends: ['PUT bookings'] },
    async ({ owner, given, schedule }) => {
      const times = [
        { start: '2023-06-08T09:00:00Z', end: '2023-06-08T10:00:00Z' },
        { start: '2023-06-08T09:30:00Z', end: '2023-06-08T11:00:00Z' },
      ]

      for (const moved of [{ end: '2023-06-08T12:00:00Z' }, { start: '2023-06-08T08:00:00Z' }]) {
        // One resource each: no two bookings of a resource ever overlap.
        const [one, other] = await given.resources(2)
        const bookings = [await given.booking(one, times[0]), await given.booking(other, times[1])]
        const reply = await owner.put(schedule.bookings, moved, { ids: bookings.map(({ id }) => id) })

        accepted(reply)
        for (const [index, booking] of bookings.entries()) {
          const { start = '', end = '' } = { ...times[index], ...moved }
          const what = `booking ${booking.id} after a bulk update of ${Object.keys(moved)} alone`
          timesAre(await now(booking), { start_utc: start, end_utc: end }, what, reply)
        }
      }
    },
  ),

  ...eachBulk(
    ids`BULK-02.resources BULK-02.bookings BULK-02.resource-bookings BULK-02.collaborators`,
    objects => `a bulk update without ids changes all ${objects}`,
    everything,
    async ({ owner }, _, stage) => {
      const { path, all, change } = await stage({ listed: 3 })

      const reply = await owner.put(path, change)

      accepted(reply)
      await allChanged(all, change)
      const others = (await owner.all(path)).filter(object =>
        Object.entries(change).some(([member, value]) => !isSame(object[member], value)),
      )
      const ids = others.map(({ id }) => id)
      const what = `the ids of those in ${path} without ${JSON.stringify(change)} after a bulk update of all`
      same(ids, [], what, reply)
    },
  ),

  check(
    'BULK-02.move',
    'a bulk update of resource_id without ids moves all bookings of a schedule',
    { needs: ['spare schedule'], danger: 'wipe', after: 'BULK-02.bookings' },
    async context => {
      const { owner, spare, given } = context
      await deleteBookings(context)
      const [red, blue, green] = await given.resources(3, undefined, { in: spare })
      const bookings = [await given.booking(red), await given.booking(blue)]

      accepted(await owner.put(spare.bookings, { resource_id: green.id }))

      await allChanged(bookings, { resource_id: green.id })
    },
  ),

  ...eachBulk(
    ids`BULK-02.times.bookings BULK-02.times.resource-bookings`,
    objects => `a bulk update of start and end without ids changes them in all ${objects}`,
    { ...everything, after: ids`BULK-02.bookings BULK-02.resource-bookings` },
    async (context, { key }, stage) => {
      // One booking per resource: no two bookings of a resource ever overlap.
      const isOfSchedule = key === 'bookings'
      if (isOfSchedule) await deleteBookings(context)
      const { path, all } = await stage({ listed: isOfSchedule ? 2 : 1 })
      const moved = { start: '2023-06-09T09:03:00Z', end: '2023-06-09T10:31:00Z' }

      const reply = await context.owner.put(path, moved)

      accepted(reply)
      for (const booking of all) {
        const what = `booking ${booking.id} after a bulk update of start and end without ids`
        timesAre(await now(booking), { start_utc: moved.start, end_utc: moved.end }, what, reply)
      }
    },
  ),

  check(
    'BULK-02.registered',
    'a bulk update without ids changes collaborators with an account and those without',
    { needs: ['spare schedule', 'stranger'], danger: 'wipe', after: 'BULK-02.collaborators' },
    async ({ owner, spare, stranger, given }) => {
      const where = { in: spare }
      const registered = await given.collaborator({ email: stranger.email, user_role: 'viewer' }, where)
      const invited = await given.collaborator({ user_role: 'viewer' }, where)
      const change = { user_role: 'editor' }

      accepted(await owner.put(spare.collaborators, change))

      await allChanged([registered, invited], change)
    },
  ),

  ...eachBulk(
    ids`BULK-23.resources BULK-23.bookings BULK-23.resource-bookings BULK-23.collaborators`,
    objects => `updated_at of all ${objects} changes with a bulk update without ids`,
    {
      ...everything,
      waits: true,
      after: ids`BULK-02.resources BULK-02.bookings BULK-02.resource-bookings BULK-02.collaborators`,
    },
    async (context, { kind, full }, stage) => {
      const { path, all, change } = await stage({ listed: 2, members: full })

      const objects = all.map(made => datedObject(made, isoRuleOf[kind]))
      const update = () => context.owner.put(path, change)
      await movesUpdatedAt(context, objects, update, 'a bulk update without ids')
    },
  ),

  ...eachBulk(
    ids`BULK-03.resources BULK-03.bookings BULK-03.resource-bookings BULK-03.collaborators`,
    objects => `a bulk update of ${objects} changes only the members that it has`,
    { place: 'home', sends: 'PUT', after: afterIds },
    async ({ owner }, { full, otherChange }, stage) => {
      const { path, ids, listed, change } = await stage({ listed: 2, members: full })

      accepted(await owner.put(path, change, { ids }))
      await allChanged(listed, change)

      accepted(await owner.put(path, otherChange, { ids }))
      await allChanged(listed, { ...change, ...otherChange })
    },
  ),

  affectsOneResource(
    'BULK-12',
    'a bulk update of the bookings of a resource without ids leaves those of other resources',
    bulkUpdate,
    {},
  ),

  ...eachBulk(
    ids`
      BULK-18.update.resources BULK-18.update.bookings BULK-18.update.resource-bookings
      BULK-18.update.collaborators`,
    objects => `an id that is listed twice in a bulk update of ${objects} counts once`,
    { place: 'home', sends: 'PUT', after: afterIds },
    affectsListed(bulkUpdate, ids => ({ ids: [...ids, ...ids] })),
  ),

  ...eachBulk(
    ids`BULK-19.resources BULK-19.bookings BULK-19.resource-bookings BULK-19.collaborators`,
    objects => `a bulk update of ${objects} with an invalid value is refused, and none of them gets it`,
    { place: 'home', sends: 'PUT', after: afterIds },
    async ({ owner, warn }, { key, values }, stage) => {
      const { path, ids, listed, change } = await stage({ listed: 2 })
      const companion = key === 'collaborators' ? {} : change

      for (const { wrong } of values) {
        const reply = await owner.put(path, { ...companion, ...wrong }, { ids })
        refused(reply, `${describeRequest(reply)} with ${JSON.stringify(wrong)}`)
      }

      const applied: string[] = []
      for (const made of listed) {
        const object = await now(made)
        const what = `${made.kind} ${made.id}`
        for (const member of values.flatMap(({ wrong }) => Object.keys(wrong))) {
          same(object[member], made.was[member], `${member} of ${what} after refused bulk updates`)
        }
        const taken = Object.keys(companion).filter(member => !isSame(object[member], made.was[member]))
        applied.push(...taken.map(member => `${member} of ${what}`))
      }
      if (applied.length > 0) {
        warn(`A bulk update was refused for one member, and yet another was applied: ${applied.join(', ')}`)
      }
      const rights = Object.assign({}, ...values.map(({ right }) => right)) as JsonObject
      accepted(await owner.put(path, { ...companion, ...rights }, { ids }), 'a bulk update with valid values')
      await allChanged(listed, { ...companion, ...rights })
    },
  ),

  ...eachBulk(
    ids`BULK-22.resources BULK-22.bookings BULK-22.resource-bookings BULK-22.collaborators`,
    objects => `a bulk update of ${objects} with an empty ids may change none, or all`,
    // A correct target may read an empty ids as no ids, and change everything in scope.
    everything,
    async ({ owner, observe }, { words }, stage) => {
      const { all, path, change } = await stage({ listed: 2 })

      const reply = await owner.put(path, change, { ids: '' })

      const effect = (await passes(() => unchanged(...all)))
        ? 'changes nothing'
        : (await passes(() => allChanged(all, change)))
          ? 'changes all in scope'
          : 'changes some of those in scope'
      observe(
        `A bulk update of ${words} with an empty ids is ${acceptedOrRefused(reply)} and ${effect}.`,
        reply,
      )
    },
  ),
]

async function passes(assertion: () => Promise<void>): Promise<boolean> {
  try {
    await assertion()
    return true
  } catch (error) {
    if (error instanceof Violation) return false
    throw error
  }
}
