import { hasType } from '../../catalogue/members.js'
import { holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { ids, rows } from '../../check/ids.js'
import { isObject } from '../../http/json.js'
import { some } from '../collections.js'
import {
  asFound,
  asFoundOptions,
  eachCollection,
  eachList,
  hasCount,
  hasExactly,
  hasOnly,
  hasTotal,
  hundredListed,
  type Listed,
  march,
  pageOf,
  readList,
  together,
} from './listed.js'

const numbers = ['limit', 'offset', 'page_count', 'total_count']

/** How many objects a list returns, starting from which one, and what pagination says about it. */
export const pageChecks: readonly Check[] = [
  ...eachList(
    ids`LIST-01.resources LIST-01.bookings LIST-01.resource-bookings LIST-01.collaborators`,
    objects => `a list of ${objects} without a limit returns 20 objects`,
    async ({ owner }, sample) => {
      for (const count of [20, 21, 25]) {
        const page = await readList(owner, some(sample, 0, count))

        hasCount(page, 20, ': the default of limit is 20')
        hasOnly(page, sample.ids)
      }
      hasCount(await readList(owner, some(sample, 0, 19)), 19)
    },
  ),

  ...eachList(
    ids`LIST-02.resources LIST-02.bookings LIST-02.resource-bookings LIST-02.collaborators`,
    objects => `a list of ${objects} without an offset begins with the first object`,
    async ({ owner }, sample) => {
      hasExactly(await readList(owner, sample, { limit: 25 }), sample.ids)
    },
  ),

  ...eachList(
    ids`LIST-03.resources LIST-03.bookings LIST-03.resource-bookings LIST-03.collaborators`,
    objects => `a list of ${objects} with limit=n returns n objects, as long as there are that many`,
    async ({ owner }, sample) => {
      for (const limit of [1, 2, 24, 25]) {
        const page = await readList(owner, sample, { limit })

        hasCount(page, limit)
        hasOnly(page, sample.ids)
      }
    },
  ),

  ...eachList(
    ids`LIST-04.resources LIST-04.bookings LIST-04.resource-bookings LIST-04.collaborators`,
    objects => `a list of ${objects} with limit=0 returns all objects`,
    async ({ owner }, sample) => {
      const page = await readList(owner, sample, { limit: 0 })

      hasCount(page, 25, ': limit=0 returns all')
      hasExactly(page, sample.ids)
    },
  ),

  check(
    'LIST-04.hundred',
    'lists of more than 100 bookings with limit=0 return all of them',
    { needs: ['25 objects'], danger: 'own' },
    async context => {
      const { owner, schedule } = context
      const { sample, whole, named } = await hundredListed(context)

      const what = 'the list of 101 bookings with limit=0'
      hasExactly(pageOf(whole, what), sample.ids)
      // The document does not say how many ids a list may name.
      if (!named.ok && !(await owner.get(schedule.bookings, { ids: sample.ids })).ok) return
      hasExactly(pageOf(named, what), sample.ids)
    },
  ),

  ...eachList(
    ids`LIST-05.resources LIST-05.bookings LIST-05.resource-bookings LIST-05.collaborators`,
    objects => `a list of ${objects} with offset=k leaves out k objects`,
    async ({ owner }, sample) => {
      for (const offset of [0, 1, 5, 24]) {
        const page = await readList(owner, sample, { limit: 25, offset })

        hasCount(page, 25 - offset)
        hasOnly(page, sample.ids)
      }
      hasCount(await readList(owner, sample, { offset: 3 }), 20, ': the default of limit is 20')
      hasCount(await readList(owner, sample, { offset: 10 }), 15)
    },
  ),

  ...eachList(
    ids`LIST-06.resources LIST-06.bookings LIST-06.resource-bookings LIST-06.collaborators`,
    objects => `a list of ${objects} with an offset at or past its end is empty`,
    async ({ owner }, sample) => {
      for (const offset of [25, 26, 1000]) {
        const page = await readList(owner, sample, { limit: 7, offset })

        hasCount(page, 0)
        hasTotal(page, 25)
      }
      // Truncated to 32 bits, this offset is 0. A service may refuse so large a number.
      const beyond = await owner.get(sample.path, { ...sample.only, limit: 7, offset: 2 ** 32 })
      if (beyond.ok) same(beyond.data, [], `the objects of the list with offset=${2 ** 32}`, beyond)
      const before = await readList(owner, sample, { limit: 7, offset: 24 })
      holds(before.items.length === 1, `${before.what} must still return the last object`, {
        expected: '1 object',
        actual: before.ids,
        replies: [before.reply],
      })
    },
  ),

  ...eachList(
    ids`LIST-07.resources LIST-07.bookings LIST-07.resource-bookings LIST-07.collaborators`,
    objects => `the pages of a list of ${objects} hold every object exactly once`,
    async ({ owner }, sample) => {
      const pages: Listed[] = []
      for (const offset of [0, 7, 14, 21]) pages.push(await readList(owner, sample, { limit: 7, offset }))

      together(pages, sample.ids, `the four pages of 7 of 25 ${sample.collection.words}`)
    },
  ),

  // Without a second sort key, a database may order rows with the same time differently for each page.
  check(
    'LIST-07.same-time',
    'the pages of a list of bookings that begin at the same time hold every booking exactly once',
    { danger: 'own' },
    async ({ owner, schedule, given }) => {
      const resources = await given.resources(4)
      const made = await owner.each(resources, resource =>
        given.booking(resource, { start: march(0), end: march(0, 30) }),
      )
      const ids = made.map(({ id }) => id)

      const pages: Listed[] = []
      for (const offset of [0, 1, 2, 3]) {
        const reply = await owner.get(schedule.bookings, { ids, limit: 1, offset })
        pages.push(pageOf(reply, `a page of the list of 4 bookings with limit=1&offset=${offset}`))
      }

      together(pages, ids, 'the four pages of 1 of 4 bookings that begin at the same time')
    },
  ),

  ...eachList(
    ids`LIST-08.resources LIST-08.bookings LIST-08.resource-bookings LIST-08.collaborators`,
    objects => `offset and limit cut a piece out of the list of ${objects} as limit=0 returns it`,
    async ({ owner }, sample) => {
      const whole = await readList(owner, sample, { limit: 0 })
      for (const [offset, limit] of rows([1, 1], [6, 4], [24, 1])) {
        const piece = await readList(owner, sample, { limit, offset })

        const expected = whole.ids.slice(offset, offset + limit)
        same(piece.ids, expected, `ids of ${piece.what}, in their order`, whole.reply, piece.reply)
      }
    },
  ),

  ...eachCollection(
    ids`LIST-09.resources LIST-09.bookings LIST-09.resource-bookings LIST-09.collaborators`,
    objects => `a list of ${objects} has pagination with limit, offset, page_count, total_count and links`,
    asFoundOptions,
    async (context, collection) => {
      for (const { pagination, what, reply } of await asFound(context, collection)) {
        for (const name of numbers) {
          const value = pagination[name]
          const isCount = hasType(value, 'integer') && Number(value) >= 0
          holds(isCount, `pagination.${name} of ${what} is not a count`, {
            expected: 'an integer, 0 or more',
            actual: value,
            replies: [reply],
          })
        }
        holds(isObject(pagination.links), `pagination.links of ${what} is not an object`, {
          expected: 'an object with first and last',
          actual: pagination.links,
          replies: [reply],
        })
      }
    },
  ),

  ...eachList(
    ids`LIST-10.resources LIST-10.bookings LIST-10.resource-bookings LIST-10.collaborators`,
    objects => `page_count of a list of ${objects} is the number of objects on the page`,
    async ({ owner }, sample) => {
      for (const query of [
        {},
        { limit: 7 },
        { limit: 7, offset: 21 },
        { limit: 25, offset: 1 },
        { limit: 0 },
      ]) {
        const { pagination, items, what, reply } = await readList(owner, sample, query)

        same(pagination.page_count, items.length, `pagination.page_count of ${what}`, reply)
      }
    },
  ),

  ...eachList(
    ids`LIST-11.resources LIST-11.bookings LIST-11.resource-bookings LIST-11.collaborators`,
    objects => `total_count of a list of ${objects} is the number of all that match, on every page`,
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 21 }, { offset: 22 }, { limit: 0 }]) {
        hasTotal(await readList(owner, sample, query), 25)
      }
      for (const query of [{}, { limit: 1 }, { limit: 1, offset: 2 }]) {
        hasTotal(await readList(owner, some(sample, 4, 7), query), 3)
      }
    },
  ),

  ...eachList(
    ids`LIST-11.filtered.bookings LIST-11.filtered.resource-bookings`,
    objects => `total_count of a list of ${objects} follows time_min and time_max`,
    async ({ owner }, sample) => {
      const times = { time_min: march(4, 45), time_max: march(22, 45) }
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 14 }, { limit: 0 }]) {
        hasTotal(await readList(owner, sample, { ...times, ...query }), 18)
      }
      hasTotal(await readList(owner, some(sample, 0, 7), times), 2)
      const usual = await readList(owner, sample, { time_min: march(0, 45) })
      hasTotal(usual, 24)
      hasCount(usual, 20, ': the default of limit is 20, also with a filter')
    },
  ),

  check(
    'LIST-11.scope',
    'total_count of the bookings of a resource leaves out those of other resources',
    async ({ owner, given }) => {
      const [red, blue] = await given.resources(2)
      const made = await given.bookings(red, 2)
      await given.bookings(blue, 3)

      const page = pageOf(await owner.get(red.bookings, { limit: 1 }), 'a page of the bookings of a resource')

      hasTotal(page, 2)
      const all = pageOf(await owner.get(red.bookings), 'the list of the bookings of a resource')
      const expected = made.map(({ id }) => id)
      hasExactly(all, expected)
    },
  ),
]
