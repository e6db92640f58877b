import { type Actor, type Check, holds, same } from '../../runner/index.js'
import { followed, hasNext, link, linksPresent } from './links-of.js'
import { inOrder, type Listed, listed, onEachList } from './sample.js'

/** Every page from one on, by the links; at most `most` pages. */
export async function pagesFrom(as: Actor, first: Listed, most: number): Promise<readonly Listed[]> {
  const pages = [first]
  for (let page = first; hasNext(page.reply); ) {
    holds(pages.length < most, `following the link "next" from ${first.what} does not come to an end`, {
      expected: `${most} pages at most`,
      actual: pages.map(({ ids }) => ids),
      replies: pages.map(({ reply }) => reply),
    })
    page = await followed(as, link(page.reply, 'next'))
    pages.push(page)
  }
  return pages
}

/** Where the links of a list lead (LIST-17 to LIST-20). */
export const listFollowingChecks: readonly Check[] = [
  ...onEachList(
    'LIST-17',
    words => `following the link next visits every one of the ${words} exactly once`,
    {},
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }]) {
        const first = await listed(owner, sample, query)

        const pages = await pagesFrom(owner, first, 5)

        const ids = inOrder(pages.flatMap(page => page.ids))
        const what = `the set of ids on ${first.what} and the pages that follow by its links`
        same(ids, inOrder(sample.ids), what, ...pages.map(({ reply }) => reply))
      }
    },
  ),

  ...onEachList(
    'LIST-18',
    words => `the link first of a list of ${words} leads to its beginning`,
    {},
    async ({ owner }, sample) => {
      const page = await listed(owner, sample, { limit: 7, offset: 14 })

      const first = link(page.reply, 'first')

      holds(first.parameters.get('offset') === '0', `the link "first" of ${page.what} must have offset=0`, {
        expected: 'offset=0',
        actual: first.text,
        replies: [page.reply],
      })
      const beginning = await listed(owner, sample, { limit: 7, offset: 0 })
      const there = await followed(owner, first)
      same(there.ids, beginning.ids, `ids of ${there.what}`, page.reply, there.reply, beginning.reply)
    },
  ),

  ...onEachList(
    'LIST-19',
    words => `the link last of a list of ${words} leads to a page with the final object`,
    {},
    async ({ owner }, sample) => {
      const whole = await listed(owner, sample, { limit: 0 })
      const final = whole.ids.at(-1)
      for (const query of [{}, { limit: 7 }, { limit: 5 }, { limit: 24 }, { limit: 26 }, { limit: 0 }]) {
        const page = await listed(owner, sample, query)

        const there = await followed(owner, link(page.reply, 'last'))

        const proof = { replies: [whole.reply, page.reply, there.reply] }
        holds(there.ids.at(-1) === final, `the link "last" of ${page.what} misses the final object`, {
          expected: `a page that ends with ${final}, as the whole list does`,
          actual: there.ids,
          ...proof,
        })
        holds(!hasNext(there.reply), `the link "last" of ${page.what} leads to a page with a link "next"`, {
          expected: 'no links.next',
          actual: there.pagination,
          ...proof,
        })
      }
    },
  ),

  ...onEachList(
    'LIST-20',
    words => `the links of a list of ${words} carry the limit in effect`,
    {},
    async ({ owner }, sample) => {
      for (const [query, limit] of [
        [{}, '20'],
        [{ limit: 7 }, '7'],
        [{ limit: 7, offset: 7 }, '7'],
      ] as const) {
        const page = await listed(owner, sample, query)

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
