import type { Actor } from '../../run/context.js'
import { isObject } from '../../run/json.js'
import { accepted, holds, same } from '../../run/judge.js'
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
  const links = isObject(pagination.links) ? pagination.links : {}
  const names = [...namesIn(reply, filtered)]
  same(pagination.total_count, 2, `total_count of ${what}`, reply)

  for (const name of ['next', 'last', 'first']) {
    const link = links[name]
    holds(typeof link === 'string', `${what} and limit=1 has no link ${name}, and two pages`, {
      expected: 'a full URL',
      actual: links,
      replies: [reply],
    })
    const page = await as.follow(link)
    accepted(page, `following the link ${name} of ${what}`)
    const { pagination: followed } = page
    const total = isObject(followed) ? followed.total_count : undefined
    holds(total === 2, `the link ${name} of ${what} filters by other times`, {
      expected: { total_count: 2, link },
      actual: { total_count: total ?? null, link },
      replies: [reply, page],
    })
    names.push(...namesIn(page, filtered))
  }

  same([...new Set(names)].sort(), [...expected], `what the links of ${what} lead to, page by page,`)
}
