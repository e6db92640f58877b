import { type Actor, holds, same } from '../../runner/index.js'
import { followed, link } from '../lists/link.js'
import { type Filtered, namesIn } from './filtered.js'

/**
 * The pages of one booking each that links lead to hold exactly these two of three bookings, all filtered alike. It says
 * nothing about how a link is written, only what it leads to.
 */
export async function pagesKeep(
  as: Actor,
  filtered: Filtered,
  filter: Readonly<Record<string, string>>,
  ...expected: readonly [string, string]
): Promise<void> {
  const what = `a list with ${JSON.stringify(filter)}`
  const { pagination, reply } = await as.list(filtered.resource.bookings, { ...filter, limit: 1 })
  const names = [...namesIn(reply, filtered)]
  same(pagination.total_count, 2, `total_count of ${what}`, reply)

  for (const name of ['next', 'last', 'first'] as const) {
    const to = link(reply, name)
    const page = await followed(as, to)
    const total = page.pagination.total_count ?? null
    holds(total === 2, `the link ${name} of ${what} filters by other times`, {
      expected: { total_count: 2, link: to.text },
      actual: { total_count: total, link: to.text },
      replies: [reply, page.reply],
    })
    names.push(...namesIn(page.reply, filtered))
  }

  same([...new Set(names)].sort(), [...expected], `what the links of ${what} lead to, page by page,`)
}
