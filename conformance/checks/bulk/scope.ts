import { accepted, allChanged, unchanged } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import type { Made } from '../../check/created.js'
import { ids } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import type { Query, Schedule } from '../../http/paths.js'
import { type CollectionCheck, eachBulk } from './each-bulk.js'
import { acceptedOrRefused, assertAfter, unaffected } from './outcome.js'
import { affectsListed, type BulkRequest, bulkDelete, bulkUpdate } from './requests.js'

/** The ids belong to bookings of one resource, but the path is that of another one. */
const leavesOtherResource = (id: string, request: BulkRequest): Check =>
  check(
    id,
    `a bulk ${request.name} of the bookings of a resource does not affect a listed booking of another resource`,
    async ({ owner, given, token }) => {
      const [one, other] = await given.resources(2)
      const mine = await given.bookings(one, 2)
      const theirs = await given.bookings(other, 2)
      const change = { title: `Changed ${token}` }
      const ids = theirs.map(({ id }) => id)

      const reply = await request.send(owner, { path: one.bookings, change }, { ids })

      await unaffected(reply, ...theirs, ...mine)
      // What happens to those of this resource is left to BULK-17.
      const mixed = [...mine.map(({ id }) => id), ...ids]
      await unaffected(await request.send(owner, { path: one.bookings, change }, { ids: mixed }), ...theirs)

      const target = { path: other.bookings, change }
      const twin = await request.send(owner, target, { ids })
      accepted(twin, 'the same through the resource that has the bookings')
      await request.affectedAll(owner, target, theirs)
    },
  )

/** An unknown id among known ones must not extend the request to the rest. */
const withUnknownId = (ids: readonly string[], request: BulkRequest, after: string) =>
  eachBulk(
    ids,
    objects => `a bulk ${request.name} of ${objects} with a known and an unknown id leaves the unlisted ones`,
    { place: 'home', sends: request.method, level: 'must', after },
    async (context, { words }, stage) => {
      const { owner } = context
      const staged = await stage({ listed: 2, rest: 1 })
      const { ids, listed, rest } = staged
      const unknown = await unknownId(context, listed[0])

      const reply = await request.send(owner, staged, { ids: [...ids, unknown] })

      await unaffected(reply, ...rest)
      let affected = 0
      for (const made of listed) if (await request.hasAffected(owner, staged, made)) affected++
      reportUnknown(context, `${request.name} of ${words}`, reply, affected, listed.length)
    },
  )

/** Texts that begin with ids but are not ids must affect nothing. */
const withMalformedIds = (ids: readonly string[], request: BulkRequest, after: string) =>
  eachBulk(
    ids,
    objects => `a bulk ${request.name} of ${objects} never treats the beginning of a malformed id as an id`,
    { place: 'confined', danger: { ofResource: 'own', ofSchedule: 'guard' }, after },
    async ({ owner }, _, stage) => {
      const staged = await stage({ listed: 2, rest: 1 })
      const { ids, all, listed } = staged
      const [one, other] = ids
      const malformed = [
        `${one}abc`,
        `${one}.5`,
        `${one}abc,${other}abc`,
        `${one};${other}`,
        `${one}-${other}`,
        `${one}\nabc`,
        `${one}%,%,_`,
      ]

      for (const text of malformed) {
        const reply = await request.send(owner, staged, { ids: text })
        if (reply.ok) await unaffected(reply, ...all)
      }
      await unchanged(...all)

      accepted(await request.send(owner, staged, { ids }), 'the same with well-formed ids')
      await request.affectedAll(owner, staged, listed)
    },
  )

/** The document does not say whether an id has other notations. */
const otherNotations = check(
  'BULK-20.notation',
  'a bulk update does not take another notation of a number as an id',
  { level: 'should', after: 'BULK-20.update.resource-bookings' },
  async ({ owner, given, token }) => {
    const resource = await given.bookable()
    const made = await given.bookings(resource, 2)
    const [{ id }] = made
    const change = { title: `Changed ${token}` }

    for (const ids of [`${id}.0`, `${id}e0`]) {
      const reply = await owner.put(resource.bookings, change, { ids })
      if (reply.ok) await unaffected(reply, ...made)
    }
    accepted(await owner.put(resource.bookings, change, { ids: id }), 'the same with the usual notation')
  },
)

/** The id 0, which many languages treat as empty, restricts a request like any other id. */
const withIdZero =
  (request: BulkRequest, query: Query): CollectionCheck =>
  async ({ owner }, _, stage) => {
    const staged = await stage({ listed: 1, rest: 1 })

    await unaffected(await request.send(owner, staged, query), ...staged.all)

    accepted(await request.send(owner, staged, { ids: staged.ids }), 'the same with an id that there is')
    await request.affectedAll(owner, staged, staged.listed)
  }

/** Some libraries drop a parameter that cannot be decoded, which would turn the request into one for all objects. */
const withUndecodableIds =
  (request: BulkRequest, query: string): CollectionCheck =>
  async ({ owner }, _, stage) => {
    const staged = await stage({ listed: 1 })

    await unaffected(await request.send(owner, staged, query), ...staged.all)
  }

const reaches = (path: string) => (message: string) =>
  `a bulk request on ${path} affected bookings of another schedule: ${message}`

/** Which objects a bulk request affects. */
export const bulkScopeChecks: readonly Check[] = [
  leavesOtherResource('BULK-15.update', bulkUpdate),
  leavesOtherResource('BULK-15.delete', bulkDelete),

  check(
    'BULK-16.resource-path',
    'bulk requests for a resource on the path of another schedule do not reach its bookings',
    { needs: ['spare schedule'], danger: 'guard', after: 'BULK-15.delete' },
    async ({ owner, spare, given, skip, token }) => {
      const resource = await given.bookable()
      const bookings = await given.bookings(resource, 2)
      if ((await owner.get(`${spare.resources}/${resource.id}`)).ok)
        skip('the other schedule has a resource of the same number')
      const path = `${spare.resources}/${resource.id}/bookings`
      const change = { title: `Changed ${token}` }
      const ids = bookings.map(({ id }) => id)

      const updates = [await owner.put(path, change), await owner.put(path, change, { ids })]
      await assertAfter(updates, reaches(path), () => unchanged(...bookings))
      const deletions = [await owner.delete(path, { ids }), await owner.delete(path, { all: 1 })]
      await assertAfter(deletions, reaches(path), () => unchanged(...bookings))
    },
  ),

  ...eachBulk(
    ids`BULK-16.resources BULK-16.bookings BULK-16.resource-bookings BULK-16.collaborators`,
    objects => `a bulk request for ${objects} does not affect listed ones of another schedule`,
    { place: 'spare', sends: 'PUT', needs: ['second schedule'], after: 'BULK-15.delete' },
    async (context, { home }, stage) => {
      const { owner, spare } = context
      const own = await stage({ listed: 2 })
      const elsewhere = await stage({ listed: 3, in: context[home] })
      const foreign = await unknownIn(context, spare, elsewhere.all)
      const ids = foreign.map(({ id }) => id)
      const { change } = own

      const update = await owner.put(own.path, change, { ids })
      await unaffected(update, ...foreign, ...own.all)

      const deletion = await owner.delete(own.path, { ids })
      await unaffected(deletion, ...foreign, ...own.all)

      // Objects of this schedule come first. What happens to them is left to BULK-17.
      const mixed = [...own.ids, ...ids]
      await unaffected(await owner.put(own.path, change, { ids: mixed }), ...foreign)
      await unaffected(await owner.delete(own.path, { ids: mixed }), ...foreign)

      const twin = await owner.put(elsewhere.path, change, { ids })
      accepted(twin, 'the same update through the correct schedule')
      await allChanged(foreign, change)
    },
  ),

  ...withUnknownId(
    ids`
      BULK-17.update.resources BULK-17.update.bookings BULK-17.update.resource-bookings
      BULK-17.update.collaborators`,
    bulkUpdate,
    'BULK-01.resource-bookings',
  ),
  ...withUnknownId(
    ids`
      BULK-17.delete.resources BULK-17.delete.bookings BULK-17.delete.resource-bookings
      BULK-17.delete.collaborators`,
    bulkDelete,
    'BULK-04.resource-bookings',
  ),

  ...eachBulk(
    ids`
      BULK-18.delete.resources BULK-18.delete.bookings BULK-18.delete.resource-bookings
      BULK-18.delete.collaborators`,
    objects => `an id that is listed twice in a bulk delete of ${objects} counts once`,
    {
      place: 'home',
      sends: 'DELETE',
      after: ids`BULK-04.resources BULK-04.bookings BULK-04.resource-bookings BULK-04.collaborators`,
    },
    affectsListed(bulkDelete, ids => ({ ids: [...ids, ...ids] })),
  ),

  ...eachBulk(
    ids`BULK-01.zero.resources BULK-01.zero.bookings BULK-01.zero.resource-bookings BULK-01.zero.collaborators`,
    objects => `a bulk update of ${objects} with ids=0 does not change all of them`,
    { place: 'confined', danger: { ofResource: 'own', ofSchedule: 'guard' }, after: 'BULK-15.update' },
    withIdZero(bulkUpdate, { ids: 0 }),
  ),

  ...eachBulk(
    ids`BULK-04.zero.resources BULK-04.zero.bookings BULK-04.zero.resource-bookings BULK-04.zero.collaborators`,
    objects => `a bulk delete of ${objects} with ids=0 deletes none of them`,
    { place: 'confined', danger: { ofResource: 'own', ofSchedule: 'guard' }, after: 'BULK-15.delete' },
    withIdZero(bulkDelete, { ids: 0 }),
  ),

  ...eachBulk(
    ids`BULK-09.zero.resources BULK-09.zero.bookings BULK-09.zero.resource-bookings BULK-09.zero.collaborators`,
    objects => `a bulk delete of ${objects} with all=1 and ids=0 deletes none of them`,
    {
      place: 'confined',
      after: ids`BULK-09.resources BULK-09.bookings BULK-09.resource-bookings BULK-09.collaborators`,
    },
    withIdZero(bulkDelete, { all: 1, ids: 0 }),
  ),

  ...eachBulk(
    ids`
      BULK-01.undecodable.resources BULK-01.undecodable.bookings BULK-01.undecodable.resource-bookings
      BULK-01.undecodable.collaborators`,
    objects => `a bulk update of ${objects} with ids that cannot be decoded changes none of them`,
    {
      ...{ place: 'confined', level: 'should', after: 'BULK-15.update' },
      danger: { ofResource: 'own', ofSchedule: 'guard' },
    },
    withUndecodableIds(bulkUpdate, 'ids=%zz'),
  ),

  ...eachBulk(
    ids`
      BULK-09.undecodable.resources BULK-09.undecodable.bookings BULK-09.undecodable.resource-bookings
      BULK-09.undecodable.collaborators`,
    objects => `a bulk delete of ${objects} with all=1 and ids that cannot be decoded deletes none of them`,
    {
      ...{ place: 'confined', level: 'should' },
      after: ids`BULK-09.resources BULK-09.bookings BULK-09.resource-bookings BULK-09.collaborators`,
    },
    withUndecodableIds(bulkDelete, 'all=1&ids=%zz'),
  ),

  ...withMalformedIds(
    ids`
      BULK-20.update.resources BULK-20.update.bookings BULK-20.update.resource-bookings
      BULK-20.update.collaborators`,
    bulkUpdate,
    'BULK-15.update',
  ),
  ...withMalformedIds(
    ids`
      BULK-20.delete.resources BULK-20.delete.bookings BULK-20.delete.resource-bookings
      BULK-20.delete.collaborators`,
    bulkDelete,
    'BULK-15.delete',
  ),
  otherNotations,
]

/** The objects whose ids no object of a schedule has: the ids of bookings are unique only in their schedule. */
async function unknownIn(context: Context, schedule: Schedule, objects: readonly Made[]): Promise<Made[]> {
  const foreign: Made[] = []
  for (const made of objects) {
    const path = made.path.replace(made.schedule.path, schedule.path)
    if (!(await context.owner.get(path)).ok) foreign.push(made)
  }
  if (foreign.length === 0) context.skip('Every id of one schedule can be read in the other one too.')
  return foreign
}

/** An id that no object has: the path of a single object with it can't be read. */
async function unknownId({ owner, random, skip }: Context, example: Made | undefined): Promise<number> {
  const singles = String(example?.path).replace(/\/[^/]*$/, '')
  for (let attempt = 0; attempt < 5; attempt++) {
    const id = random.int(2_000_000_000, 2_147_000_000)
    if (!(await owner.get(`${singles}/${id}`)).ok) return id
  }
  return skip(`Every random id under ${singles} exists, so none is unknown.`)
}

/** Either all known objects are affected and the response is a success, or none and it is a refusal; anything else is a warning. */
function reportUnknown(
  { observe, warn }: Context,
  request: string,
  reply: Reply,
  affected: number,
  known: number,
): void {
  if (reply.ok && affected === known) {
    observe(`A bulk ${request} ignores an unknown id among known ones.`, reply)
  } else if (!reply.ok && affected === 0) {
    observe(`A bulk ${request} is refused as a whole for an unknown id among known ones.`, reply)
  } else {
    warn(
      `A bulk ${request} with an unknown id was ${acceptedOrRefused(reply)}, and ${affected} of the ${known} known ones were ` +
        'affected: it should be all of them where it is accepted and none where it is refused',
      reply,
    )
  }
}
