import { holds, same } from '../../check/assertions.js'
import type { Check } from '../../check/check.js'
import { ids } from '../../check/ids.js'
import { some } from '../collections.js'
import {
  carries,
  carryNumbers,
  emptyList,
  emptyOptions,
  followLink,
  hasNext,
  link,
  pagesFrom,
} from '../lists/link.js'
import {
  eachCollection,
  eachList,
  hasCount,
  hasExactlyMembers,
  hasTotal,
  type Listed,
  readList,
  together,
} from '../lists/listed.js'

const hasNoNext = ({ what, pagination, reply }: Listed, reason: string) =>
  holds(!hasNext(reply), `${what} has a link "next", and yet ${reason}`, {
    expected: 'no links.next',
    actual: pagination,
    replies: [reply],
  })

/** Combinations of list parameters that careless implementations get wrong. */
export const listInteractionChecks: readonly Check[] = [
  ...eachList(
    ids`CROSS-04.resources CROSS-04.bookings CROSS-04.resource-bookings CROSS-04.collaborators`,
    objects => `25 ids of ${objects} without a limit are 20 objects, and the link next leads to the other 5`,
    async ({ owner }, sample) => {
      const named = some(sample, 0, 25)
      const page = await readList(owner, named)

      hasCount(page, 20, ': the default of limit is 20, with ids too')
      hasTotal(page, 25)
      const next = link(page.reply, 'next')
      carries(next, 'ids', named.ids.join(','))
      const rest = await followLink(owner, next)
      together([page, rest], named.ids, 'both pages')
    },
  ),

  ...eachList(
    ids`CROSS-05.resources CROSS-05.bookings CROSS-05.resource-bookings CROSS-05.collaborators`,
    objects => `a list of ${objects} with limit=0 has links with whole numbers, and no link next`,
    async ({ owner }, sample) => {
      const page = await readList(owner, sample, { limit: 0 })

      carryNumbers(page)
      hasNoNext(page, 'it holds all objects')
    },
  ),

  ...eachCollection(
    ids`CROSS-06.resources CROSS-06.bookings CROSS-06.resource-bookings CROSS-06.collaborators`,
    objects => `the links of a list without ${objects} have whole numbers of 0 or more, and there is no next`,
    emptyOptions,
    async (context, collection) => {
      const page = await emptyList(context, collection)

      carryNumbers(page)
      hasNoNext(page, 'there are no objects')
    },
  ),

  ...eachList(
    ids`CROSS-08.resources CROSS-08.bookings CROSS-08.resource-bookings CROSS-08.collaborators`,
    objects => `the pages of ${objects} that follow by the link next have the members of fields and no other`,
    async ({ owner }, sample) => {
      const { mark } = sample.collection
      const first = await readList(owner, sample, { limit: 10, fields: `${mark},updated_at` })

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
