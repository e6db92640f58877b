import { holds } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { ids } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import type { Actor } from '../../session/actor.js'
import { resourceBookings, type Sample, some } from '../collections.js'
import {
  asFoundOptions,
  eachCollection,
  eachList,
  hasCount,
  hasExactly,
  hasExactlyMembers,
  hasTotal,
  type Listed,
  march,
  objectsIn,
  outcomeGroups,
  pageOf,
  pathOf,
  readList,
  together,
} from './listed.js'

/** Higher than any id that a service assigns in sequence, and still a 32-bit integer. */
const unknownId = 2_147_483_000

const malformed = [
  ...['limit=-1', 'limit=x', 'limit=1.5', 'limit=1e1', 'limit=1%0A', 'limit=1%0Ax', 'limit='],
  ...['offset=-1', 'offset=x', 'offset=1.5', 'offset=1%0Ax', 'offset='],
]

const ofAnotherSchedule = (ids: readonly string[]) =>
  eachCollection(
    ids,
    objects => `ids of ${objects} of another schedule are not returned`,
    { needs: ['second schedule'] },
    async (context, collection) => {
      const own = await collection.make(context, { count: 1 })
      const other = await collection.make(context, { count: 1, in: context.second })

      await staysInside(context.owner, own, other)
    },
  )

/** Lists restricted by `ids`, and combined parameters. */
export const idsChecks: readonly Check[] = [
  ...eachList(
    ids`LIST-21.resources LIST-21.bookings LIST-21.resource-bookings LIST-21.collaborators`,
    objects => `ids restricts a list of ${objects} to the objects named`,
    async ({ owner }, sample) => {
      for (const few of [some(sample, 4, 7), some(sample, 24, 25), some(sample, 0, 24)]) {
        const page = await readList(owner, few, { limit: 25 })

        hasExactly(page, few.ids)
        hasTotal(page, few.ids.length)
      }
    },
  ),

  ...eachList(
    ids`LIST-21.zero.resources LIST-21.zero.bookings LIST-21.zero.resource-bookings LIST-21.zero.collaborators`,
    objects => `ids=0 does not return the whole list of ${objects}`,
    async ({ owner }, sample) => {
      const reply = await owner.get(sample.path, { ids: 0 })

      const others = objectsIn(reply).filter(({ id }) => id !== 0)
      holds(
        !reply.ok || others.length === 0,
        `a list with ids=0 holds ${others.length} objects with other ids`,
        {
          expected: 'no object with another id',
          actual: others.map(({ id }) => id ?? null),
          replies: [reply],
        },
      )
    },
  ),

  ...eachList(
    ids`
      LIST-21.wildcard.resources LIST-21.wildcard.bookings LIST-21.wildcard.resource-bookings
      LIST-21.wildcard.collaborators`,
    objects => `wildcards in ids stand for no ids of ${objects}`,
    async ({ owner }, sample) => {
      const [id = 0] = sample.ids
      const text = `${String(id).slice(0, -1)}_`

      const reply = await owner.get(sample.path, { limit: 0, ids: text })

      // If a malformed ids restricts nothing, every object is in the list.
      const found = objectsIn(reply).map(item => item.id)
      const isRestricted = sample.ids.some(other => !found.includes(other))
      holds(!found.includes(id) || !isRestricted, `a list with ids=${text} holds ${id}`, {
        expected: 'no object that ids does not name',
        actual: found,
        replies: [reply],
      })
    },
  ),

  ...eachList(
    ids`LIST-22.resources LIST-22.bookings LIST-22.resource-bookings LIST-22.collaborators`,
    objects => `ids of ${objects} may be separated by an escaped comma`,
    async ({ owner }, sample) => {
      const { ids } = some(sample, 4, 7)

      const reply = await owner.get(sample.path, `ids=${ids.join('%2C')}`)

      hasExactly(pageOf(reply, 'a list with ids separated by %2C'), ids)
    },
  ),

  ...eachList(
    ids`LIST-23.resources LIST-23.bookings LIST-23.resource-bookings LIST-23.collaborators`,
    objects => `ids of ${objects} may come in any order, and more than once`,
    async ({ owner, random }, sample) => {
      const { ids } = some(sample, 4, 9)
      for (const sent of [random.shuffle(ids), [...ids].reverse(), [...ids, ...ids]]) {
        const page = pageOf(await owner.get(sample.path, { ids: sent }), `a list with ids=${sent}`)

        hasExactly(page, ids)
        hasTotal(page, ids.length)
      }
    },
  ),

  ...eachList(
    ids`LIST-24.resources LIST-24.bookings LIST-24.resource-bookings LIST-24.collaborators`,
    objects => `an unknown id in ids of ${objects} is simply not returned`,
    async ({ owner, observe }, sample) => {
      const { ids } = some(sample, 4, 6)
      for (const known of [ids, []]) {
        const sent = [...known, unknownId]
        const reply = await owner.get(sample.path, { ids: sent })

        if (!reply.ok) {
          observe(`a list of ${sample.collection.words} with an unknown id in ids is refused`, reply)
          continue
        }
        const noObjects = Array.isArray(reply.data) ? reply.data.filter(item => !isObject(item)) : []
        holds(noObjects.length === 0, `a list with ids=${sent} holds something that is not an object`, {
          expected: 'the objects that there are',
          actual: reply.data,
          replies: [reply],
        })
        hasExactly(pageOf(reply, `a list with ids=${sent}`), known)
      }
    },
  ),

  ...ofAnotherSchedule(ids`LIST-25.resources LIST-25.bookings LIST-25.collaborators`),

  check(
    'LIST-25.resource-bookings',
    'ids of bookings of another resource are not returned',
    async context => {
      const own = await resourceBookings.make(context, { count: 1 })
      const other = await resourceBookings.make(context, { count: 1 })

      await staysInside(context.owner, own, other)
    },
  ),

  ...ofAnotherSchedule(ids`LIST-25.resource-bookings.second`),

  ...eachList(
    ids`LIST-33.resources LIST-33.bookings LIST-33.resource-bookings LIST-33.collaborators`,
    objects =>
      `limit, offset, ids and fields of a list of ${objects} work together, with filters where there are any`,
    async ({ owner }, sample) => {
      const { mark, timed } = sample.collection
      const twenty = some(sample, 0, 20)
      const times = timed ? { time_min: march(3, 45), time_max: march(18, 45) } : {}
      const matching = timed ? twenty.ids.slice(4, 19) : twenty.ids

      const pages: Listed[] = []
      for (const offset of [0, 7, 14]) {
        const page = await readList(owner, twenty, { limit: 7, offset, fields: `id,${mark}`, ...times })
        hasCount(page, Math.min(7, matching.length - offset))
        hasTotal(page, matching.length)
        for (const item of page.items) hasExactlyMembers(item, `id,${mark}`, page.what, page.reply)
        pages.push(page)
      }

      together(pages, matching, 'all three pages')
    },
  ),

  ...eachCollection(
    ids`LIST-34.resources LIST-34.bookings LIST-34.resource-bookings LIST-34.collaborators`,
    objects => `a malformed limit or offset of a list of ${objects} may be refused or ignored`,
    asFoundOptions,
    async (context, collection) => {
      const path = await pathOf(context, collection)
      const replies: Reply[] = []
      for (const query of malformed) replies.push(await context.owner.get(path, query))

      const seen = replies.map(reply => [reply.exchange.request.query, outcome(reply)] as const)
      context.observe(
        `malformed numbers on a list of ${collection.words} are ${outcomeGroups(seen)}`,
        ...replies,
      )
    },
  ),
]

/**
 * Asserts that a list never returns an object from elsewhere, whether the request is refused or not, and always its own.
 * Objects are distinguished by their text, since two schedules may use the same id (section 2.2).
 */
async function staysInside(owner: Actor, own: Sample, other: Sample) {
  const { path, ids, collection } = own
  const { mark } = collection
  const marks = other.objects.map(({ was }) => was[mark])

  hasExactly(pageOf(await owner.get(path, { ids }), 'a list with ids of its own'), ids)
  for (const sent of [other.ids, [...ids, ...other.ids]]) {
    const reply = await owner.get(path, { ids: sent })

    if (!reply.ok) continue
    const page = pageOf(reply, `a list with ids=${sent}`)
    const foreign = page.items.filter(item => marks.includes(item[mark]))
    holds(foreign.length === 0, `${page.what} returns an object that is not in this list`, {
      expected: `no object with the ${mark} ${marks}`,
      actual: foreign,
      replies: [reply],
    })
  }
}

function outcome(reply: Reply): string {
  if (!reply.ok) return 'refused'
  const { pagination } = reply
  if (!isObject(pagination)) return 'answered'
  return `answered as limit ${JSON.stringify(pagination.limit)}, offset ${JSON.stringify(pagination.offset)}`
}
