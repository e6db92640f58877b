import { type Check, check, holds, same } from '../../runner/index.js'
import { emptyList } from '../lists/empty.js'
import { pagesFrom } from '../lists/following.js'
import { carries, carryNumbers } from '../lists/links.js'
import { followed, hasNext, link } from '../lists/links-of.js'
import { hasExactlyMembers } from '../lists/projected.js'
import { hasCount, inOrder, listed, onEachList } from '../lists/sample.js'
import { scopes, some } from '../lists/scopes.js'

/** What lazy implementations get wrong where parameters of lists meet. */
export const listInteractionChecks: readonly Check[] = [
  ...onEachList(
    'CROSS-04',
    words => `25 ids of ${words} without a limit are 20 objects, and the link next leads to the other 5`,
    {},
    async ({ owner }, sample) => {
      const named = some(sample, 0, 25)
      const page = await listed(owner, named)

      hasCount(page, 20, ': the default of limit is 20, with ids too')
      same(page.pagination.total_count, 25, `pagination.total_count of ${page.what}`, page.reply)
      const next = link(page.reply, 'next')
      carries(next, 'ids', named.ids.join(','))
      const rest = await followed(owner, next)
      const ids = inOrder([...page.ids, ...rest.ids])
      same(ids, inOrder(named.ids), 'the set of ids on both pages', page.reply, rest.reply)
    },
  ),

  ...onEachList(
    'CROSS-05',
    words => `a list of ${words} with limit=0 has links with whole numbers, and no link next`,
    {},
    async ({ owner }, sample) => {
      const page = await listed(owner, sample, { limit: 0 })

      carryNumbers(page)
      holds(!hasNext(page.reply), `${page.what} has a link "next", and yet it holds all objects`, {
        expected: 'no links.next',
        actual: page.pagination,
        replies: [page.reply],
      })
    },
  ),

  ...scopes.map(scope =>
    check(
      `CROSS-06.${scope.name}`,
      `the links of a list of no ${scope.words} at all have whole numbers, none below 0, and none is next`,
      emptyList.options(scope),
      async context => {
        const page = await emptyList.read(context, scope)

        carryNumbers(page)
        holds(!hasNext(page.reply), `${page.what} has a link "next", and yet there are no objects`, {
          expected: 'no links.next',
          actual: page.pagination,
          replies: [page.reply],
        })
      },
    ),
  ),

  ...onEachList(
    'CROSS-08',
    words => `the pages of ${words} that follow by the link next have the members of fields and no other`,
    {},
    async ({ owner }, sample) => {
      const { mark } = sample.scope
      const first = await listed(owner, sample, { limit: 10, fields: `${mark},updated_at` })

      const pages = await pagesFrom(owner, first, 4)

      for (const { items, what, reply } of pages) {
        for (const item of items) hasExactlyMembers(item, `${mark},updated_at`, what, reply)
      }
      const texts = pages.flatMap(({ items }) => items.map(item => item[mark])).sort()
      const expected = sample.objects.map(({ was }) => was[mark]).sort()
      same(texts, expected, `${mark} on all pages`, ...pages.map(({ reply }) => reply))
    },
  ),
]
