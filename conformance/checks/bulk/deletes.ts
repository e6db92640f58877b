import { accepted, describeRequest, refused, refusedOrEmpty, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Made } from '../../check/created.js'
import { ids } from '../../check/ids.js'
import type { Query } from '../../http/paths.js'
import { Blocked } from '../../session/outcomes.js'
import { type CollectionCheck, eachBulk } from './each-bulk.js'
import { acceptedFirst, acceptedOrRefused, allGone, deleteBookings, unaffected } from './outcome.js'
import { affectsListed, affectsOneResource, bulkDelete } from './requests.js'

/** A bulk delete without both `all=1` and `ids` must fail (sections 4 and 7.2); with ids it must not. */
const refusedWithoutIds =
  (queries: readonly Query[], flaw: string): CollectionCheck =>
  async ({ owner }, _, stage) => {
    const { path, ids, listed } = await stage({ listed: 2 })

    for (const query of queries) {
      const reply = await owner.delete(path, query)
      refused(reply, `${describeRequest(reply)}, ${flaw},`)
      await unaffected(reply, ...listed)
    }

    accepted(await owner.delete(path, { ids }), 'the same with ids')
    await allGone(owner, path, listed)
  }

export const bulkDeleteChecks: readonly Check[] = [
  ...eachBulk(
    ids`BULK-04.resources BULK-04.bookings BULK-04.resource-bookings BULK-04.collaborators`,
    objects => `a bulk delete of ${objects} with ids deletes only the listed ones`,
    { place: 'confined', provesSafe: 'DELETE' },
    affectsListed(bulkDelete),
  ),

  ...eachBulk(
    ids`BULK-05.resources BULK-05.bookings BULK-05.resource-bookings BULK-05.collaborators`,
    objects => `a bulk delete of ${objects} with all=1 deletes all of them`,
    {
      place: 'spare',
      danger: { ofResource: 'guard', ofSchedule: 'wipe' },
      after: ids`BULK-16.resources BULK-16.bookings BULK-15.delete BULK-16.collaborators`,
    },
    async (context, { key }, stage) => {
      const { owner } = context
      if (key === 'resources') await deleteBookings(context)
      const { path, all } = await stage({ listed: 3 })

      const reply = await owner.delete(path, { all: 1 })

      accepted(reply)
      await allGone(owner, path, all)
      const left = (await owner.all(path)).map(({ id }) => id)
      same(left, [], `the ids that are still listed by ${path} after a bulk delete of all`, reply)
    },
  ),

  check(
    'BULK-05.registered',
    'a bulk delete with all=1 deletes collaborators with an account and those without, and ends their access',
    { needs: ['spare schedule', 'stranger'], danger: 'wipe', after: 'BULK-05.collaborators' },
    async ({ owner, spare, stranger, given }) => {
      const where = { in: spare }
      const registered = await given.collaborator({ email: stranger.email }, where)
      const invited = await given.collaborator({}, where)

      accepted(await owner.delete(spare.collaborators, { all: 1 }))

      await allGone(owner, spare.collaborators, [registered, invited])
      refusedOrEmpty(await stranger.get(spare.resources), 'a list of resources for a former collaborator')
    },
  ),

  ...eachBulk(
    ids`BULK-06.resources BULK-06.bookings BULK-06.resource-bookings BULK-06.collaborators`,
    objects => `a bulk delete of ${objects} with neither all nor ids is refused`,
    { place: 'confined', after: 'BULK-15.delete' },
    refusedWithoutIds([{}], 'which has neither all=1 nor ids'),
  ),

  ...eachBulk(
    ids`BULK-07.resources BULK-07.bookings BULK-07.resource-bookings BULK-07.collaborators`,
    objects => `a bulk delete of ${objects} with all=0 and without ids is refused`,
    { place: 'confined', after: 'BULK-15.delete' },
    refusedWithoutIds([{ all: 0 }], 'where all is 0, its default, and ids are missing'),
  ),

  ...eachBulk(
    ids`BULK-11.resources BULK-11.bookings BULK-11.resource-bookings BULK-11.collaborators`,
    objects => `a bulk delete of ${objects} with a value of all other than 1 is refused`,
    { place: 'confined', after: 'BULK-15.delete' },
    refusedWithoutIds(
      ['no', 'false', '', '2', '10', '1abc', '1\nabc', 'true', 'yes', 'on'].map(all => ({ all })),
      'where all is not 1 and ids are missing',
    ),
  ),

  ...eachBulk(
    ids`BULK-08.resources BULK-08.bookings BULK-08.resource-bookings BULK-08.collaborators`,
    objects => `a bulk delete of ${objects} with all=0 and ids deletes the listed ones and no others`,
    { place: 'confined', danger: { ofResource: 'own', ofSchedule: 'guard' }, after: 'BULK-15.delete' },
    affectsListed(bulkDelete, ids => ({ all: 0, ids })),
  ),

  ...eachBulk(
    ids`BULK-09.resources BULK-09.bookings BULK-09.resource-bookings BULK-09.collaborators`,
    objects => `a bulk delete of ${objects} with all=1 and ids leaves those that are not listed`,
    { place: 'confined', after: 'BULK-15.delete' },
    async ({ owner, observe }, { words }, stage) => {
      const { path, ids, listed, rest } = await stage({ listed: 1, rest: 2 })

      const reply = await owner.delete(path, { all: 1, ids })

      await unaffected(reply, ...rest)
      if (reply.ok) await allGone(owner, path, listed)
      else await unaffected(reply, ...listed)
      const outcome = reply.ok ? 'accepted and deletes those listed' : 'refused'
      observe(`A bulk delete of ${words} with all=1 and ids is ${outcome}.`, reply)
    },
  ),

  ...eachBulk(
    ids`BULK-10.resources BULK-10.bookings BULK-10.resource-bookings BULK-10.collaborators`,
    objects => `a bulk delete of ${objects} with an empty ids deletes nothing`,
    { place: 'confined', after: 'BULK-15.delete' },
    async ({ owner, observe }, { words }, stage) => {
      const { path, ids, listed } = await stage({ listed: 2 })

      const reply = await owner.delete(path, { ids: '' })

      await unaffected(reply, ...listed)
      accepted(await owner.delete(path, { ids }), 'the same with ids')
      await allGone(owner, path, listed)
      const outcome = reply.ok ? 'accepted and deletes nothing' : 'refused'
      observe(`A bulk delete of ${words} with an empty ids is ${outcome}.`, reply)
    },
  ),

  check(
    'BULK-13.moved',
    'a bulk delete of the bookings of a resource with all=1 leaves those that were moved to another resource',
    { needs: ['spare schedule'], after: 'BULK-13' },
    async ({ owner, given, spare }) => {
      const [first, other] = await given.resources(2, undefined, { in: spare })
      const [alone, listed, rest] = await given.bookings(first, 3)
      const change = { resource_id: other.id }
      const moves = [
        ['BKG-32', 'a single PUT', alone, await owner.put(alone.path, change)],
        ['BKG-34', 'a bulk PUT', listed, await owner.put(first.bookings, change, { ids: [listed.id] })],
      ] as const
      const there = (await owner.all(other.bookings)).map(({ id }) => id)
      for (const [rule, put, { id }, move] of moves) {
        acceptedFirst(move, rule)
        if (there.includes(id)) continue
        throw new Blocked(rule, { message: `a booking was not moved by ${put}`, replies: [move] })
      }

      const reply = await owner.delete(first.bookings, { all: 1 })

      accepted(reply)
      for (const [, put, { path }] of moves)
        accepted(await owner.get(path), `a read of the booking that ${put} has moved away`)
      await allGone(owner, first.bookings, [rest])
    },
  ),

  affectsOneResource(
    'BULK-13',
    'a bulk delete of the bookings of a resource with all=1 leaves other bookings and the resource',
    bulkDelete,
    { all: 1 },
  ),

  ...eachBulk(
    ids`BULK-14.resources BULK-14.bookings BULK-14.collaborators`,
    objects => `a bulk request for all ${objects} leaves those of other schedules`,
    {
      place: 'spare',
      needs: ['second schedule'],
      after: ids`BULK-16.resources BULK-16.bookings BULK-16.collaborators`,
    },
    async (context, { key }, stage) => {
      const { owner, schedule, second } = context
      if (key === 'resources') await deleteBookings(context)
      const { path, change } = await stage({ listed: 1 })
      const others: Made[] = []
      for (const other of [schedule, second]) others.push(...(await stage({ listed: 2, in: other })).all)

      const update = await owner.put(path, change)
      acceptedFirst(update, 'BULK-02')
      await unaffected(update, ...others)

      const deletion = await owner.delete(path, { all: 1 })
      acceptedFirst(deletion, 'BULK-05')
      await unaffected(deletion, ...others)
    },
  ),

  ...eachBulk(
    ids`BULK-21.resources BULK-21.bookings BULK-21.resource-bookings BULK-21.collaborators`,
    objects => `a bulk request where there are no ${objects} may be accepted or refused`,
    {
      place: 'spare',
      danger: { ofResource: 'guard', ofSchedule: 'wipe' },
      after: ids`BULK-05.resources BULK-05.bookings BULK-05.resource-bookings BULK-05.collaborators`,
    },
    async (context, { key, words }, stage) => {
      const { owner } = context
      if (key === 'resources') await deleteBookings(context)
      const { path, change } = await stage({ listed: 1 })
      acceptedFirst(await owner.delete(path, { all: 1 }), 'BULK-05')

      const update = await owner.put(path, change)
      const deletion = await owner.delete(path, { all: 1 })

      context.observe(
        `Where there are no ${words}, a bulk update without ids is ${acceptedOrRefused(update)}, ` +
          `and a bulk delete with all=1 is ${acceptedOrRefused(deletion)}.`,
        update,
        deletion,
      )
    },
  ),
]
