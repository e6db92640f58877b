import { accepted, holds, same } from '../../check/assertions.js'
import type { Context } from '../../check/context.js'
import type { Reply } from '../../http/exchange.js'
import { isObject } from '../../http/json.js'
import type { Query } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { followLink, link } from '../lists/link.js'

/** Three bookings of one resource on a day of their own, half an hour each, starting on the hour. */
export type Filtered = Awaited<ReturnType<typeof threeBookings>>

/** `2023-09-12T11:30:00Z` for `11:30`. */
export const at = (time: string) => `2023-09-12T${time}:00Z`

const hours = ['10', '11', '12']

/**
 * F1 from 10:00Z to 10:30Z, F2 from 11:00Z to 11:30Z, F3 from 12:00Z to 12:30Z. `must` is the level of the rule that
 * filters keep the right ones.
 */
export async function threeBookings({ given }: Pick<Context, 'given'>, must: 'must' | 'should' = 'must') {
  const resource = await given.bookable()
  const bookings = await given.bookings(resource, 3, index => ({
    title: `F${index + 1}, ${hours[index]}:00Z to ${hours[index]}:30Z`,
    start: at(`${hours[index]}:00`),
    end: at(`${hours[index]}:30`),
  }))
  return { resource, bookings, must }
}

/** Returns which of the three bookings a response lists: `F1`, `F2`, `F3`. */
export function namesIn(reply: Reply, { bookings }: Filtered): readonly string[] {
  const ids = [reply.data].flat().map(item => isObject(item) && Number(item.id))
  return bookings.flatMap(({ id }, index) => (ids.includes(id) ? `F${index + 1}` : []))
}

/** Asserts that a list with a filter has exactly these of the three bookings: in the schedule, by ids, and in the resource. */
export async function keeps(
  as: Actor,
  filtered: Filtered,
  filter: Readonly<Record<string, string>>,
  ...expected: readonly string[]
): Promise<void> {
  const { resource, bookings, must } = filtered
  const ids = bookings.map(({ id }) => id)
  const scopes: readonly (readonly [string, Exclude<Query, string>])[] = [
    [resource.schedule.bookings, { ids }],
    [resource.bookings, {}],
  ]
  const asked = Object.entries(filter)
    .map(([name, value]) => `${name}=${value}`)
    .join(' and ')
  await as.each(scopes, async ([path, scope]) => {
    const reply = await as.get(path, { ...scope, ...filter })
    accepted(reply, `a booking list with ${asked}`)
    const actual = all(namesIn(reply, filtered))
    holds(
      actual === all(expected),
      `with ${asked}, of bookings from 10:00Z to 10:30Z (F1), 11:00Z to 11:30Z (F2) and 12:00Z to 12:30Z (F3), a list ` +
        `${must} hold ${all(expected)}, and holds ${actual}`,
      { expected: all(expected), actual, replies: [reply] },
    )
  })
}

const all = (names: readonly string[]) => names.join(' and ') || 'none'

/**
 * Asserts that the links of pages with one booking each lead to exactly these two of three bookings, all filtered alike. It
 * judges not how a link is written, but what it leads to.
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

  await as.each(['next', 'last', 'first'] as const, async name => {
    const to = link(reply, name)
    const page = await followLink(as, to)
    const total = page.pagination.total_count ?? null
    holds(total === 2, `the link ${name} of ${what} filters by different times`, {
      expected: { total_count: 2 },
      actual: { total_count: total },
      replies: [reply, page.reply],
    })
    names.push(...namesIn(page.reply, filtered))
  })

  same([...new Set(names)].sort(), [...expected], `what the links of ${what} lead to, page by page,`)
}
