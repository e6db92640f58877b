import { holds, same } from '../../check/assertions.js'
import type { Check } from '../../check/check.js'
import { ids } from '../../check/ids.js'
import { type QueryObject, some } from '../collections.js'
import {
  areFullUrls,
  carries,
  carryNumbers,
  emptyList,
  emptyOptions,
  followLink,
  hasNext,
  link,
  linksOf,
  linksPresent,
  pagesFrom,
} from './link.js'
import {
  asFound,
  asFoundOptions,
  eachCollection,
  eachList,
  type Listed,
  march,
  readList,
  together,
} from './listed.js'

/** Pages of 25 objects: the query, and whether a further page exists. A limit above 25 may exceed the upper bound (section 8). */
const further: readonly (readonly [QueryObject, boolean])[] = [
  [{}, true],
  [{ offset: 4 }, true],
  [{ offset: 5 }, false],
  [{ limit: 7 }, true],
  [{ limit: 7, offset: 17 }, true],
  [{ limit: 7, offset: 18 }, false],
  [{ limit: 7, offset: 21 }, false],
  [{ limit: 1, offset: 23 }, true],
  [{ limit: 1, offset: 24 }, false],
  [{ limit: 24 }, true],
  [{ limit: 25 }, false],
  [{ limit: 25, offset: 1 }, false],
  [{ limit: 0 }, false],
]

/** The links of a list: their place, their parameters and their targets. */
export const linkChecks: readonly Check[] = [
  ...eachList(
    ids`LIST-12.resources LIST-12.bookings LIST-12.resource-bookings LIST-12.collaborators`,
    objects => `a list of ${objects} has the links first and last, on one page and on several`,
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7, offset: 7 }, { limit: 25 }, { limit: 0 }]) {
        hasFirstAndLast(await readList(owner, sample, query))
      }
    },
  ),

  ...eachCollection(
    ids`
      LIST-12.empty.resources LIST-12.empty.bookings LIST-12.empty.resource-bookings LIST-12.empty.collaborators`,
    objects => `a list without ${objects} has the links first and last`,
    emptyOptions,
    async (context, collection) => hasFirstAndLast(await emptyList(context, collection)),
  ),

  ...eachList(
    ids`LIST-13.resources LIST-13.bookings LIST-13.resource-bookings LIST-13.collaborators`,
    objects => `a list of ${objects} has the link next where a further page exists, and only there`,
    async ({ owner, warn }, sample) => {
      const pages: Listed[] = []
      for (const [query, expected] of further) {
        const page = await readList(owner, sample, query)
        nextIsThere(page, expected)
        pages.push(page)
      }
      nextIsThere(await readList(owner, some(sample, 0, 20)), false)
      nextIsThere(await readList(owner, some(sample, 0, 21)), true)

      const odd = pages.find(({ reply }) => linksOf(reply).next === null)
      if (odd) warn(`links.next of ${odd.what} is null where it should not be there`, odd.reply)
    },
  ),

  ...eachCollection(
    ids`LIST-14.resources LIST-14.bookings LIST-14.resource-bookings LIST-14.collaborators`,
    objects => `the links of a list of ${objects} are full URLs of the same list`,
    asFoundOptions,
    async (context, collection) => (await asFound(context, collection)).forEach(areFullUrls),
  ),

  ...eachList(
    ids`
      LIST-14.next.resources LIST-14.next.bookings LIST-14.next.resource-bookings LIST-14.next.collaborators`,
    objects => `the links of a middle page of ${objects} are full URLs of the same list`,
    async ({ owner }, sample) => areFullUrls(await readList(owner, sample, { limit: 7, offset: 7 })),
  ),

  ...eachCollection(
    ids`LIST-15.resources LIST-15.bookings LIST-15.resource-bookings LIST-15.collaborators`,
    objects => `the links of a list of ${objects} carry offset and limit`,
    asFoundOptions,
    async (context, collection) => (await asFound(context, collection)).forEach(carryNumbers),
  ),

  ...eachList(
    ids`
      LIST-15.pages.resources LIST-15.pages.bookings LIST-15.pages.resource-bookings LIST-15.pages.collaborators`,
    objects => `the links of every page of ${objects} carry offset and limit`,
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 7 }, { offset: 3 }]) {
        carryNumbers(await readList(owner, sample, query))
      }
    },
  ),

  ...eachList(
    ids`LIST-16.resources LIST-16.bookings LIST-16.resource-bookings LIST-16.collaborators`,
    objects => `the links of a list of ${objects} carry the query parameters that were sent`,
    async ({ owner }, sample) => {
      const { timed, mark } = sample.collection
      const times = timed && { time_min: march(1, 45), time_max: march(23, 45) }
      const query = { ids: sample.ids.join(','), fields: `id,${mark}`, ...times }

      const page = await readList(owner, sample, { ...query, limit: 7, offset: 7 })

      for (const name of ['first', 'last', 'next'] as const) {
        const carried = link(page.reply, name)
        for (const [parameter, sent] of Object.entries(query)) carries(carried, parameter, sent)
      }
    },
  ),

  ...eachList(
    ids`LIST-17.resources LIST-17.bookings LIST-17.resource-bookings LIST-17.collaborators`,
    objects => `following the link next visits every one of the ${objects} exactly once`,
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }]) {
        const first = await readList(owner, sample, query)

        const pages = await pagesFrom(owner, first, 5)

        together(pages, sample.ids, `${first.what} and the pages that follow by its links`)
      }
    },
  ),

  ...eachList(
    ids`LIST-18.resources LIST-18.bookings LIST-18.resource-bookings LIST-18.collaborators`,
    objects => `the link first of a list of ${objects} leads to its beginning`,
    async ({ owner }, sample) => {
      const page = await readList(owner, sample, { limit: 7, offset: 14 })

      const first = link(page.reply, 'first')

      holds(first.parameters.get('offset') === '0', `the link "first" of ${page.what} must have offset=0`, {
        expected: 'offset=0',
        actual: first.text,
        replies: [page.reply],
      })
      const beginning = await readList(owner, sample, { limit: 7, offset: 0 })
      const there = await followLink(owner, first)
      same(there.ids, beginning.ids, `ids of ${there.what}`, page.reply, there.reply, beginning.reply)
    },
  ),

  ...eachList(
    ids`LIST-19.resources LIST-19.bookings LIST-19.resource-bookings LIST-19.collaborators`,
    objects => `the link last of a list of ${objects} leads to a page with the final object`,
    async ({ owner }, sample) => {
      const whole = await readList(owner, sample, { limit: 0 })
      const final = whole.ids.at(-1)
      for (const query of [{}, { limit: 7 }, { limit: 5 }, { limit: 24 }, { limit: 25 }, { limit: 0 }]) {
        const page = await readList(owner, sample, query)

        const there = await followLink(owner, link(page.reply, 'last'))

        const replies = [whole.reply, page.reply, there.reply]
        holds(there.ids.at(-1) === final, `the link "last" of ${page.what} misses the final object`, {
          expected: `a page that ends with ${final}, as the whole list does`,
          actual: there.ids,
          replies,
        })
        holds(!hasNext(there.reply), `the link "last" of ${page.what} leads to a page with a link "next"`, {
          expected: 'no links.next',
          actual: there.pagination,
          replies,
        })
      }
    },
  ),

  ...eachList(
    ids`LIST-20.resources LIST-20.bookings LIST-20.resource-bookings LIST-20.collaborators`,
    objects => `the links of a list of ${objects} carry the limit in effect`,
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 7 }]) {
        const limit = String('limit' in query ? query.limit : 20)
        const page = await readList(owner, sample, query)

        for (const { name, text, parameters } of linksPresent(page.reply)) {
          const carried = parameters.get('limit')
          holds(carried === limit, `the link "${name}" of ${page.what} must have limit=${limit}`, {
            expected: `limit=${limit}`,
            actual: text,
            replies: [page.reply],
          })
        }
      }
    },
  ),
]

function hasFirstAndLast({ pagination, what, reply }: Listed) {
  for (const name of ['first', 'last']) {
    holds(typeof linksOf(reply)[name] === 'string', `${what} must have the link "${name}"`, {
      expected: 'a full URL',
      actual: pagination,
      replies: [reply],
    })
  }
}

function nextIsThere({ what, reply, pagination }: Listed, expected: boolean) {
  const { next } = linksOf(reply)
  const [has, exists] = expected ? ['no', 'a'] : ['a', 'no']
  const isRight = expected ? typeof next === 'string' : !hasNext(reply)
  holds(isRight, `${what} has ${has} link "next", and yet ${exists} further page exists`, {
    expected: expected ? 'links.next, a full URL' : 'no links.next',
    actual: expected ? pagination : next,
    replies: [reply],
  })
}
