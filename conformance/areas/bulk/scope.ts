import {
  accepted,
  type Check,
  type Context,
  check,
  isSame,
  type JsonObject,
  type Made,
  now,
  type Reply,
  type Schedule,
} from '../../runner/index.js'
import { ids } from '../ids.js'
import { eachCollection } from './each-collection.js'
import { allChanged, allGone, answered, unaffected } from './outcome.js'

/** Two resources with two bookings each; `path` is the list of the one, `ids` are those of the other. */
async function twoResources({ given }: Context) {
  const [one, other] = await given.resources(2)
  const mine = await given.bookings(one, 2)
  const theirs = await given.bookings(other, 2)
  return { path: one.bookings, others: other.bookings, mine, theirs, ids: theirs.map(({ id }) => id) }
}

/** Which objects a bulk request affects. */
export const scopeChecks: readonly Check[] = [
  check(
    'BULK-15.update',
    'a bulk update of the bookings of a resource does not affect a listed booking of another resource',
    async context => {
      const { owner, token } = context
      const { path, others, mine, theirs, ids } = await twoResources(context)
      const change = { title: `Changed ${token}` }

      const reply = await owner.put(path, change, { ids })

      await unaffected(reply, ...theirs, ...mine)
      accepted(
        await owner.put(others, change, { ids }),
        'the same through the resource that has the bookings',
      )
      await allChanged(theirs, change)
    },
  ),

  check(
    'BULK-15.delete',
    'a bulk delete of the bookings of a resource does not affect a listed booking of another resource',
    async context => {
      const { owner } = context
      const { path, others, mine, theirs, ids } = await twoResources(context)

      const reply = await owner.delete(path, { ids })

      await unaffected(reply, ...theirs, ...mine)
      accepted(await owner.delete(others, { ids }), 'the same through the resource that has the bookings')
      await allGone(owner, others, theirs)
    },
  ),

  ...eachCollection(
    ids`BULK-16.resources BULK-16.bookings BULK-16.resource-bookings BULK-16.collaborators`,
    objects => `a bulk request for ${objects} does not affect listed ones of another schedule`,
    { place: 'spare', needs: ['second schedule'], after: 'BULK-15.delete' },
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

      accepted(
        await owner.put(elsewhere.path, change, { ids }),
        'the same update through the correct schedule',
      )
      await allChanged(foreign, change)
    },
  ),

  ...eachCollection(
    ids`
      BULK-17.update.resources BULK-17.update.bookings BULK-17.update.resource-bookings
      BULK-17.update.collaborators`,
    objects => `a bulk update of ${objects} with a known and an unknown id leaves the unlisted ones`,
    { place: 'home', level: 'must', after: 'BULK-01.resource-bookings' },
    async (context, { words }, stage) => {
      const { path, ids, listed, rest, change } = await stage({ listed: 2, rest: 1 })
      const unknown = await unknownId(context, listed[0])

      const reply = await context.owner.put(path, change, { ids: [...ids, unknown] })

      await unaffected(reply, ...rest)
      const affected = []
      for (const made of listed) if (hasAll(await now(made), change)) affected.push(made)
      reportUnknown(context, `update of ${words}`, reply, affected.length, listed.length)
    },
  ),

  ...eachCollection(
    ids`
      BULK-17.delete.resources BULK-17.delete.bookings BULK-17.delete.resource-bookings
      BULK-17.delete.collaborators`,
    objects => `a bulk delete of ${objects} with a known and an unknown id leaves the unlisted ones`,
    { place: 'home', level: 'must', after: 'BULK-04.resource-bookings' },
    async (context, { words }, stage) => {
      const { owner } = context
      const { path, ids, listed, rest } = await stage({ listed: 2, rest: 1 })
      const unknown = await unknownId(context, listed[0])

      const reply = await owner.delete(path, { ids: [...ids, unknown] })

      await unaffected(reply, ...rest)
      const affected = []
      for (const made of listed) if (!(await owner.get(made.path)).ok) affected.push(made)
      reportUnknown(context, `delete of ${words}`, reply, affected.length, listed.length)
    },
  ),

  ...eachCollection(
    ids`
      BULK-18.delete.resources BULK-18.delete.bookings BULK-18.delete.resource-bookings
      BULK-18.delete.collaborators`,
    objects => `an id that is listed twice in a bulk delete of ${objects} counts once`,
    {
      place: 'home',
      after: ids`BULK-04.resources BULK-04.bookings BULK-04.resource-bookings BULK-04.collaborators`,
    },
    async ({ owner }, _, stage) => {
      const { path, ids, listed, rest } = await stage({ listed: 2, rest: 1 })

      const reply = await owner.delete(path, { ids: [...ids, ...ids] })

      accepted(reply)
      await allGone(owner, path, listed)
      await unaffected(reply, ...rest)
    },
  ),

  ...eachCollection(
    ids`
      BULK-20.update.resources BULK-20.update.bookings BULK-20.update.resource-bookings
      BULK-20.update.collaborators`,
    objects => `a bulk update of ${objects} never treats the beginning of a malformed id as an id`,
    { place: 'confined', danger: { ofResource: 'own', ofSchedule: 'guard' }, after: 'BULK-15.update' },
    async ({ owner }, _, stage) => {
      const { path, ids, all, listed, change } = await stage({ listed: 2, rest: 1 })

      for (const text of malformed(ids)) {
        await unaffected(await owner.put(path, change, { ids: text }), ...all)
      }

      accepted(await owner.put(path, change, { ids }), 'the same with well-formed ids')
      await allChanged(listed, change)
    },
  ),

  ...eachCollection(
    ids`
      BULK-20.delete.resources BULK-20.delete.bookings BULK-20.delete.resource-bookings
      BULK-20.delete.collaborators`,
    objects => `a bulk delete of ${objects} never treats the beginning of a malformed id as an id`,
    { place: 'confined', danger: { ofResource: 'own', ofSchedule: 'guard' }, after: 'BULK-15.delete' },
    async ({ owner }, _, stage) => {
      const { path, ids, all, listed } = await stage({ listed: 2, rest: 1 })

      for (const text of malformed(ids)) {
        await unaffected(await owner.delete(path, { ids: text }), ...all)
      }

      accepted(await owner.delete(path, { ids }), 'the same with well-formed ids')
      await allGone(owner, path, listed)
    },
  ),
]

/** Texts that begin with ids and are not ids. */
const malformed = ([one, other]: readonly number[]) => [
  `${one}abc`,
  `${one}.5`,
  `${one}abc,${other}abc`,
  `${one};${other}`,
  `${one}-${other}`,
]

/** The objects whose ids no object of a schedule has: those of bookings are unique in their schedule only. */
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
  return skip(`All the random ids under ${singles} could be read, so that none was unknown.`)
}

const hasAll = (object: JsonObject, members: JsonObject) =>
  Object.entries(members).every(([name, value]) => isSame(object[name], value))

/** All known ones affected and success, or none and a refusal; anything else is a warning. */
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
      `A bulk ${request} with an unknown id was ${answered(reply)}, and ${affected} of the ${known} known ones were ` +
        'affected: it should be all of them where it is accepted and none where it is refused',
      reply,
    )
  }
}
