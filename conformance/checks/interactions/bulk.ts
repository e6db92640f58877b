import {
  accepted,
  allChanged,
  describeRequest,
  holds,
  none,
  refused,
  same,
  unchanged,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { each, ids, rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isSame, type JsonObject, pick } from '../../http/json.js'
import { bulkScopes, type Query } from '../../http/paths.js'
import { eachBulk } from '../bulk/each-bulk.js'
import { assertAfter, unaffected } from '../bulk/outcome.js'
import { roles } from '../collaborators/membership.js'
import { collections, resourceBookings, type Sample } from '../collections.js'
import { hundredBookings } from '../lists/listed.js'

const year2023 = { time_min: '2023-01-01T00:00:00Z', time_max: '2024-01-01T00:00:00Z' }

type Reached = Pick<Sample, 'collection' | 'path' | 'ids'> & Partial<Pick<Sample, 'only'>>

/** Asserts that a bulk update changes every object of a sample; a finding names those that it did not change. */
async function updatesAll(
  context: Context,
  { collection, path, ids, only = { ids } }: Reached,
  query: Query,
) {
  const { owner } = context
  const change = collection.change(context)

  const reply = await owner.put(path, change, query)

  accepted(reply)
  const objects = await owner.all(path, only)
  const isChanged = (object: JsonObject) => isSame(pick(object, Object.keys(change)), change)
  const changed = ids.filter(id =>
    objects.some(object => String(object.id) === String(id) && isChanged(object)),
  )
  const rest = ids.filter(id => !changed.includes(id))
  holds(
    rest.length === 0,
    `${describeRequest(reply)} changed ${changed.length} of ${ids.length} objects, not all`,
    {
      expected: { changed: ids },
      actual: { changed, unchanged: rest },
      replies: [reply],
    },
  )
}

/** Asserts that a bulk delete deletes every object of a sample. */
async function deletesAll(context: Context, sample: Reached, query: Query) {
  const reply = await context.owner.delete(sample.path, query)

  accepted(reply)
  await leavesNone(context, sample, reply)
}

/** Asserts that a bulk request has left no object of a sample in its list. */
async function leavesNone({ owner }: Context, { path, ids }: Reached, reply: Reply) {
  const listed = (await owner.all(path)).map(({ id }) => String(id))
  const left = ids.filter(id => listed.includes(String(id)))
  none(left, `${describeRequest(reply)} left ${left.length} of ${ids.length} objects in ${path}`, reply)
}

/** The options for requests that reach everything in a schedule. */
const allOfSchedule = {
  place: 'spare',
  danger: { ofResource: 'guard', ofSchedule: 'wipe' },
  needs: ['25 objects'],
} as const

/** Bulk requests in combination with pages, other bulk requests, dates and roles. */
export const bulkInteractionChecks: readonly Check[] = [
  ...rows(
    ['CROSS-01', 'a bulk update without ids changes', 'BULK-15.update', updatesAll, {}],
    ['CROSS-02', 'a bulk delete with all=1 deletes', 'BULK-15.delete', deletesAll, { all: 1 }],
  ).map(([id, does, after, affectsAll, query]) =>
    check(
      id,
      `${does} all 25 bookings of a resource, not only a page of 20`,
      { needs: ['spare schedule', '25 objects'], after },
      async context => {
        const sample = await resourceBookings.make(context, { count: 25, in: context.spare })

        await affectsAll(context, sample, query)
      },
    ),
  ),

  check(
    'CROSS-01.hundred',
    'bulk updates without ids change and move all bookings of a resource that has more than 100',
    // The schedule has other bookings, too. BKG-33, and before it BULK-12, has shown that such requests leave them alone.
    { needs: ['spare schedule', '25 objects'], after: 'BKG-33' },
    async context => {
      const { owner, shared } = context
      const sample = await hundredBookings(context)
      await updatesAll(context, sample, {})
      const other = await shared.bookable()

      const move = await owner.put(sample.path, { resource_id: other.id })

      accepted(move)
      await leavesNone(context, sample, move)
      const home = sample.objects[0]?.was.resource_id ?? null
      accepted(await owner.put(other.bookings, { resource_id: home }), 'the same back')
    },
  ),

  check(
    'CROSS-02.hundred',
    'a bulk delete with more than 100 ids deletes all of them',
    { needs: ['spare schedule', '25 objects'], after: 'CROSS-01.hundred' },
    async context => {
      const sample = await hundredBookings(context)

      const reply = await context.owner.delete(sample.path, { ids: sample.ids })

      // The document does not say how many ids a request may name.
      if (!reply.ok) return context.observe('a bulk delete with 101 ids is refused', reply)
      await leavesNone(context, sample, reply)
    },
  ),

  ...eachBulk(
    ids`CROSS-01.resources CROSS-01.bookings CROSS-01.collaborators`,
    objects => `a bulk update without ids changes all 25 ${objects}, not only a page of 20`,
    { ...allOfSchedule, after: ids`BULK-02.resources BULK-02.bookings BULK-02.collaborators` },
    async (context, collection, stage) => {
      const { path, ids } = await stage({ listed: 25 })

      await updatesAll(context, { collection, path, ids }, {})
    },
  ),

  ...eachBulk(
    ids`CROSS-02.resources CROSS-02.bookings CROSS-02.collaborators`,
    objects => `a bulk delete with all=1 deletes all 25 ${objects}, not only a page of 20`,
    { ...allOfSchedule, after: ids`BULK-05.resources BULK-05.bookings BULK-05.collaborators` },
    async (context, collection, stage) => {
      const { path, ids } = await stage({ listed: 25 })

      await deletesAll(context, { collection, path, ids }, { all: 1 })
    },
  ),

  ...rows(
    [
      ids`
        CROSS-03.update.resources CROSS-03.update.bookings
        CROSS-03.update.resource-bookings CROSS-03.update.collaborators`,
      'update',
      'changes',
      'BULK-01',
      updatesAll,
      'PUT',
    ],
    [
      ids`
        CROSS-03.delete.resources CROSS-03.delete.bookings
        CROSS-03.delete.resource-bookings CROSS-03.delete.collaborators`,
      'delete',
      'deletes',
      'BULK-04',
      deletesAll,
      'DELETE',
    ],
  ).flatMap(([ids, request, does, first, affectsAll, method]) =>
    each(ids, collections, (id, collection) =>
      check(
        id,
        `a bulk ${request} of ${collection.words} with 25 ids ${does} all 25`,
        {
          needs: ['25 objects', ...(collection.home === 'second' ? (['second schedule'] as const) : [])],
          after: `${first}.${collection.key}`,
          sends: bulkScopes(method, collection.path),
        },
        async context => {
          const sample = await collection.make(context, { count: 25, in: context[collection.home] })

          await affectsAll(context, sample, { ids: sample.ids })
        },
      ),
    ),
  ),

  check(
    'CROSS-17',
    'a bulk move with a new title gives both to each moved booking and nothing to those already there',
    { needs: ['spare schedule'], after: 'BULK-15.update' },
    async ({ owner, given, spare, token }) => {
      const [from, to] = await given.resources(2, undefined, { in: spare })
      const moved = await given.bookings(from, 3)
      const there = await given.bookings(to, 2)
      const change = { resource_id: to.id, title: `Moved ${token}` }

      const reply = await owner.put(from.bookings, change)

      accepted(reply)
      await allChanged(moved, change)
      await unchanged(...there)
      same(await owner.all(from.bookings), [], `the list ${from.bookings} after all were moved away`, reply)
    },
  ),

  check(
    'CROSS-19',
    'a bulk move of bookings to the resource they are on leaves them there',
    { after: 'BULK-01.resource-bookings' },
    async ({ owner, given }) => {
      const [resource, other] = await given.resources(2)
      const bookings = await given.bookings(resource, 2)
      const ids = bookings.map(({ id }) => id)

      const reply = await owner.put(resource.bookings, { resource_id: resource.id }, { ids })

      accepted(reply, `${describeRequest(reply)} with resource_id ${resource.id}, which they have,`)
      await allChanged(bookings, { resource_id: resource.id })
      const move = await owner.put(resource.bookings, { resource_id: other.id }, { ids })
      accepted(move, 'a move to another one')
      await allChanged(bookings, { resource_id: other.id })
    },
  ),

  ...eachBulk(
    ids`CROSS-20.resources CROSS-20.bookings CROSS-20.resource-bookings CROSS-20.collaborators`,
    objects => `a bulk update of ${objects} with ids leaves updated_at of the others`,
    {
      place: 'home',
      sends: 'PUT',
      waits: true,
      after: ids`BULK-01.resources BULK-01.bookings BULK-01.resource-bookings BULK-01.collaborators`,
    },
    async ({ owner, wait }, _, stage) => {
      const { path, listed, rest, ids, change } = await stage({ listed: 2, rest: 2 })
      await wait(1100)

      const reply = await owner.put(path, change, { ids })

      accepted(reply)
      await allChanged(listed, change)
      await unaffected(reply, ...rest)
    },
  ),

  ...each(ids`CROSS-33.viewer CROSS-33.editor`, roles, (id, words, role) =>
    check(
      id,
      `a bulk delete of all collaborators by ${words} is refused`,
      { needs: ['spare schedule', role], after: 'BULK-06.collaborators' },
      async ({ owner, given, spare, [role]: person }) => {
        const own = await given.collaborator({ email: person.email, user_role: role }, { in: spare })
        const others = await given.collaborators(2, undefined, { in: spare })

        const all = await person.delete(spare.collaborators, { all: 1 })
        const listed = await person.delete(spare.collaborators, { ids: others.map(({ id }) => id) })

        refused(all)
        refused(listed)
        await unchanged(own, ...others)
        const ids = [own, ...others].map(({ id }) => id)
        const deletion = await owner.delete(spare.collaborators, { ids })
        accepted(deletion, 'a bulk delete of collaborators by the owner')
      },
    ),
  ),

  check(
    'CROSS-40',
    'reads of any kind leave objects as they are, updated_at included',
    { needs: ['second schedule'], waits: true },
    async ({ owner, given, second, wait }) => {
      const resource = await given.resource({}, { in: second })
      // A booking may count as an update of its resource.
      const booked = await given.bookable({ in: second })
      const booking = await given.booking(booked)
      const collaborator = await given.collaborator({}, { in: second })
      await wait(1100)

      for (const made of [resource, booking, collaborator]) {
        const { path } = made
        const list = path.slice(0, path.lastIndexOf('/'))
        const reads = [
          await owner.get(path),
          await owner.get(path, { fields: 'updated_at' }),
          await owner.get(list, { limit: 1 }),
          await owner.get(list, { ids: [made.id], fields: 'id,updated_at' }),
        ]
        if (made === booking) reads.push(await owner.get(booked.bookings, year2023))
        const tell = (message: string) => `${message} after ${reads.length} reads of it and of its list`
        await assertAfter(reads, tell, () => unchanged(made))
      }
    },
  ),
]
