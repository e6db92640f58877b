import {
  asUsual,
  extra,
  isOneOf,
  lists,
  type Members,
  membersOf,
  type Pagination,
  paginations,
  queryOf,
  refusing,
  withJson,
  withQuery,
} from './alterations.js'
import { type Manner, right, type World } from './world.js'

/** Computes the current pagination of a list: other clients may have written since another page was read. */
function paginationOf(
  { limit, offset, links }: Pagination,
  total_count: number,
  page_count: number,
): Pagination {
  const at = (start: number) => {
    const url = new URL(links.first)
    url.searchParams.set('offset', String(start))
    // As in the links of the service.
    return url.href.replaceAll('%2C', ',').replaceAll('%3A', ':')
  }
  const last = limit === 0 || total_count === 0 ? 0 : Math.floor((total_count - 1) / limit) * limit
  const next = limit > 0 && offset + limit < total_count ? { next: at(offset + limit) } : {}
  return { limit, offset, page_count, total_count, links: { first: at(0), last: at(last), ...next } }
}

/** Answers lists in another order: reads the whole list, sorts it and cuts out the page. */
const ordered =
  (compare: (one: Members, other: Members) => number): Manner =>
  async ({ call, usual, operation }) => {
    const reply = await usual(call)
    const page = membersOf(reply)
    if (!page || !isOneOf(lists, operation)) return reply
    const all = membersOf(
      await usual(extra(withQuery(call, { limit: '0', offset: undefined, fields: undefined }))),
    )
    if (!all) return reply
    const pagination = page.pagination as Pagination
    const { limit: shown, offset } = pagination
    const fields = queryOf(call).get('fields')?.split(',')
    const objects = all.data as Members[]
    // When limit=0 is shown as a number, other clients may have created objects since they were counted.
    const limit = shown > 0 && queryOf(call).get('limit') === '0' ? objects.length : shown
    const data = objects
      .sort(compare)
      .slice(offset, limit === 0 ? undefined : offset + limit)
      .map(object =>
        fields
          ? Object.fromEntries(Object.entries(object).filter(([name]) => fields.includes(name)))
          : object,
      )
    return withJson(reply, {
      ...page,
      data,
      pagination: paginationOf({ ...pagination, limit }, objects.length, data.length),
    })
  }

const byContent = ({ name, start_utc, email, id }: Members) => `${name ?? start_utc ?? email} ${id}`

const recency = ({ updated_at, id }: Members) => `${updated_at} ${String(id).padStart(12, '0')}`

const most = 100

/** Choices about order, pages and links (sections 2.5 and 8). */
export const listWorlds = [
  right(
    'newest-first',
    'lists the newest objects first',
    'section 2.5 names no order of a list',
    ordered((one, other) => Number(other.id) - Number(one.id)),
  ),
  right(
    'ordered-by-content',
    'lists resources by name, bookings by start and collaborators by address',
    'section 2.5 names no order of a list',
    ordered((one, other) => (byContent(one) < byContent(other) ? -1 : 1)),
  ),
  right(
    'last-changed-first',
    'lists the objects that were changed last first',
    'section 2.5 names no order of a list',
    ordered((one, other) => (recency(one) > recency(other) ? -1 : 1)),
  ),
  right(
    'page-count-counts-pages',
    'counts in page_count the pages and not their objects',
    'section 2.5 gives page_count no definition',
    paginations(({ limit, total_count }) => ({
      page_count: Math.ceil(total_count / (limit || Math.max(1, total_count))),
    })),
  ),
  right(
    'offset-past-the-end-refused',
    'refuses an offset past the end of a list',
    'section 2.5 leaves such an offset open',
    async visit => {
      const reply = await asUsual(visit)
      const { total_count = 0 } = (membersOf(reply)?.pagination ?? {}) as Partial<Pagination>
      const offset = Number(queryOf(visit.call).get('offset'))
      const isPast = isOneOf(lists, visit.operation) && reply.status === 200 && offset >= total_count
      return isPast && offset > 0 ? refusing(400, 'bad_query', 'offset is past the end') : reply
    },
  ),
  right(
    'unknown-ids-refused',
    'refuses to list ids that are not there',
    'section 2.5 leaves parameters open that name nothing that exists',
    async visit => {
      const reply = await asUsual(visit)
      const query = queryOf(visit.call)
      // With a time range, ids outside of it may still exist.
      const ids = query.has('time_min') || query.has('time_max') ? null : query.get('ids')
      const { total_count } = (membersOf(reply)?.pagination ?? {}) as Partial<Pagination>
      const isShort = ids !== null && total_count !== undefined && total_count < new Set(ids.split(',')).size
      return isShort ? refusing(404, 'not_found', 'Some of the ids are not there') : reply
    },
  ),
  right(
    'last-page-full',
    'has the link last lead to as many objects as the limit says',
    'section 2.5 does not say where the last page begins',
    paginations(({ limit, total_count, links }) => {
      const last = new URL(links.last)
      if (limit > 0) last.searchParams.set('offset', String(Math.max(0, total_count - limit)))
      return { links: { ...links, last: last.href } }
    }),
  ),
  right(
    'links-self-and-prev',
    'has links to the page itself and to the one before it',
    'section 2.5 forbids no other links',
    paginations(({ limit, offset, links }) => {
      const at = (start: number) => {
        const url = new URL(links.first)
        url.searchParams.set('offset', String(start))
        return url.href
      }
      return { links: { self: at(offset), prev: at(Math.max(0, offset - limit)), ...links } }
    }),
  ),
  right(
    'links-sorted',
    'sorts the parameters in its links',
    'section 2.5 names no order of parameters',
    paginations(({ links }) => ({
      links: Object.fromEntries(
        Object.entries(links).map(([name, link]) => {
          const url = new URL(link)
          url.searchParams.sort()
          return [name, url.href]
        }),
      ),
    })),
  ),
  right(
    'pagination-has-more',
    'tells more in pagination',
    'section 2.5 forbids nothing more',
    paginations(({ links }) => ({ has_more: links.next !== undefined, pages: 3 })),
  ),
  right(
    'limit-capped',
    `returns ${most} objects at most where a limit is given`,
    'section 8 leaves the upper bound of a limit open; the links lead to the rest',
    visit => {
      const { call, usual, operation } = visit
      const limit = queryOf(call).get('limit')
      const isHigh = Number(limit) > most
      return isOneOf(lists, operation) && isHigh
        ? usual(withQuery(call, { limit: String(most) }))
        : asUsual(visit)
    },
  ),
  right(
    'limit-refused',
    `refuses a limit above ${most}`,
    'section 8 leaves the upper bound of a limit open',
    visit => {
      const { call, operation } = visit
      const isHigh = isOneOf(lists, operation) && Number(queryOf(call).get('limit')) > most
      return isHigh ? refusing(400, 'bad_query', `limit must be at most ${most}`) : asUsual(visit)
    },
  ),
  right(
    'limit-0-shown-as-total',
    'says in pagination how many objects limit=0 was',
    'section 2.5 does not say how a limit of 0 is shown',
    paginations(({ limit, total_count }) => ({ limit: limit || total_count })),
  ),
] as const satisfies readonly World[]
