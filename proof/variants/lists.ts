import type { Selection, Slice } from '../../server/core/index.js'
import { lists, singleReads } from '../alter/operation-groups.js'
import { queryAs, run } from '../alter/requests.js'
import {
  linkOffset,
  links,
  pagination,
  refused,
  reply,
  sentQueryAs,
  withParameter,
} from '../alter/responses.js'
import { query, textMatching } from '../alter/schemas.js'
import { collection, everything, pageOf } from '../alter/stored.js'
import { all } from '../server/parts.js'
import { variant } from './variant.js'

type Kind = 'resources' | 'bookings' | 'collaborators'
type Kept = { id: number; json: string }

/** Changes the order of a list. */
const ordered = (kind: Kind, compare: (one: Kept, other: Kept) => number) =>
  collection(kind, usual => ({
    async list(selection: Selection, slice: Slice) {
      const found: Kept[] = [...(await usual.list(selection, everything))]
      return pageOf(found.sort(compare), slice) as never
    },
  }))

const newestFirst = (one: Kept, other: Kept) => other.id - one.id
const member = (name: string) => (one: Kept, other: Kept) => {
  const [first, second] = [one, other].map(({ json }) => String(JSON.parse(json)[name]))
  return (first ?? '') < (second ?? '') ? -1 : first === second ? one.id - other.id : 1
}

const most = 100

/** Choices about order, links and unusual parameters (section 2.5). */
export const listVariants = [
  variant('newest-first', 'lists the newest objects first', {
    alter: all(
      ...(['resources', 'bookings', 'collaborators'] as const).map(kind => ordered(kind, newestFirst)),
    ),
  }),
  variant('ordered-by-content', 'lists resources by name, bookings by start and collaborators by address', {
    excludes: ['newest-first'],
    alter: all(
      ordered('resources', member('name')),
      ordered('bookings', member('start_utc')),
      ordered('collaborators', member('email')),
    ),
  }),
  variant('last-page-full', 'has the link last lead to as many objects as the limit says', {
    alter: linkOffset(lists, 'last', ({ total_count, limit }) =>
      limit > 0 ? Math.max(0, total_count - limit) : undefined,
    ),
  }),
  variant('links-self-and-prev', 'has links to the page itself and to the one before it', {
    alter: pagination(lists, ({ limit, offset, links }) => {
      const self = withParameter(new URL(links.first ?? ''), 'offset', offset).href
      const prev = withParameter(new URL(self), 'offset', Math.max(0, offset - limit)).href
      return { links: { self, prev, ...links } }
    }),
  }),
  variant('links-sorted', 'sorts the parameters in its links', {
    alter: links(lists, url => {
      url.searchParams.sort()
      return url
    }),
  }),
  variant('pagination-has-more', 'tells more in pagination', {
    alter: pagination(lists, ({ links }) => ({ has_more: 'next' in links, pages: 3 })),
  }),
  variant('page-count-counts-pages', 'counts in page_count the pages and not their objects', {
    warns: ['LIST-10'],
    alter: pagination(lists, ({ limit, total_count }) => ({
      page_count: Math.ceil(total_count / (limit || Math.max(1, total_count))),
    })),
  }),
  variant('limit-capped', 'returns 100 objects at most where a limit is given', {
    alter: queryAs(lists, query => ({ ...query, limit: Math.min(Number(query.limit), most) })),
  }),
  variant('limit-refused', 'refuses a limit above 100', {
    excludes: ['limit-capped'],
    alter: sentQueryAs(lists, query => {
      if (Number(query.get('limit')) > most) query.set('limit', 'too much')
    }),
  }),
  variant('offset-past-the-end-refused', 'refuses an offset past the end of a list', {
    warns: ['LIST-06'],
    alter: run(lists, async ({ query }, usual) => {
      const answer = await usual()
      const { total_count } = JSON.parse(answer.body).pagination
      return Number(query.offset) > 0 && Number(query.offset) >= total_count ? refused(400) : answer
    }),
  }),
  variant('unknown-parameters-ignored', 'ignores query parameters that it does not know', {
    alter: sentQueryAs('everything', query => {
      const known = ['limit', 'offset', 'fields', 'ids', 'time_min', 'time_max', 'all', 'me']
      for (const name of [...query.keys()]) if (!known.includes(name)) query.delete(name)
    }),
  }),
  variant('numbers-corrected', 'treats a malformed limit or offset as absent', {
    alter: sentQueryAs(lists, query => {
      for (const name of ['limit', 'offset']) if (!/^\d*$/.test(query.get(name) ?? '')) query.delete(name)
    }),
  }),
  variant('unknown-fields-ignored', 'ignores names in fields that it does not know', {
    alter: query([...lists, ...singleReads, 'readMe'], {
      fields: textMatching(/^/).transform(list => new Set(String(list).split(','))),
    }),
  }),
  variant('no-fields-on-me', 'accepts no fields for the user', {
    alter: reply('readMe', (_, { query }) => (query.has('fields') ? refused(400) : {})),
  }),
  variant('limit-0-shown-as-total', 'says in pagination how many objects limit=0 was', {
    alter: pagination(lists, ({ limit, total_count }) => ({ limit: limit || total_count })),
  }),
]
