import { bookingLists, bulkDeletes, bulkPuts, lists, singleReads } from '../alter/operation-groups.js'
import { instantIn, refuseIf } from '../alter/requests.js'
import { linkOffset, links, pagination, sentQueryAs } from '../alter/responses.js'
import { query, textMatching } from '../alter/schemas.js'
import { collection, everything, type Listed, listed, pageOf } from '../alter/stored.js'
import { type Alter, all } from '../server/parts.js'
import { variant } from './variant.js'

/** Lists the objects of a query with `ids` in the order of the ids. */
const inOrderOfIds = (kind: Listed): Alter =>
  collection(kind, usual => ({
    async list({ ids, ...selection }, slice) {
      if (!ids) return usual.list(selection, slice) as never
      const found = await usual.list({ ...selection, ids }, everything)
      const inOrder = [...found].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      return pageOf(inOrder, slice) as never
    },
  }))

/** Treats empty query parameters as absent. */
const emptyIgnored = (name: string): Alter =>
  sentQueryAs(lists, query => {
    if (query.get(name) === '') query.delete(name)
  })

/** Uses the first or the last value of a repeated query parameter. */
const ofSeveral = (which: 0 | -1): Alter =>
  sentQueryAs('everything', query => {
    for (const name of new Set(query.keys())) {
      const values = query.getAll(name)
      if (values.length > 1) query.set(name, values.at(which) ?? '')
    }
  })

const withIds = [...lists, ...bulkPuts, ...bulkDeletes] as const
const mostIds = 100

/** Choices about order, links and unusual parameters (section 2.5). */
export const listVariants = [
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
  variant('pagination-by-pages', 'shows the greatest limit as limit, and the number of the page as offset', {
    warns: ['LIST-09.values'],
    alter: pagination(lists, ({ limit, offset }) => ({
      limit: 100,
      offset: limit ? 1 + Math.floor(offset / limit) : 1,
    })),
  }),
  variant('unknown-fields-ignored', 'ignores names in fields that it does not know', {
    alter: query([...lists, ...singleReads, 'readMe'], {
      fields: textMatching(/^/).transform(list => new Set(String(list).split(','))),
    }),
  }),
  variant('ids-in-their-order', 'lists objects in the order of ids', {
    alter: all(...listed.map(inOrderOfIds)),
  }),
  variant('repeated-ids-refused', 'refuses ids that are listed twice', {
    warns: ['LIST-23.*', 'BULK-18.*', 'UNIQ-06'],
    alter: refuseIf(withIds, ({ sentQuery }) => {
      const [, sent = ''] = sentQuery.find(([name]) => name === 'ids') ?? []
      const ids = sent.split(',')
      return new Set(ids).size < ids.length
    }),
  }),
  variant('many-ids-refused', `refuses more than ${mostIds} ids`, {
    alter: refuseIf(withIds, ({ query: { ids } }) => (ids?.length ?? 0) > mostIds, 'bad_query'),
  }),
  variant('blanks-in-lists-ignored', 'ignores blanks around commas in ids and fields', {
    alter: sentQueryAs('everything', query => {
      for (const name of ['ids', 'fields']) {
        const list = query.get(name)
        if (list?.includes(' ')) query.set(name, list.replace(/\s+/g, ''))
      }
    }),
  }),
  variant('empty-fields-ignored', 'returns whole objects where fields is empty', {
    alter: emptyIgnored('fields'),
  }),
  variant('empty-ids-ignored', 'lists all objects where ids is empty', { alter: emptyIgnored('ids') }),
  variant('empty-ids-list-nothing', 'lists no object where ids is empty', {
    excludes: ['empty-ids-ignored'],
    alter: sentQueryAs(lists, query => {
      if (query.get('ids') === '') query.set('ids', '0')
    }),
  }),
  variant('limit-below-0-is-all', 'returns all objects where limit is -1', {
    excludes: ['numbers-corrected'],
    alter: sentQueryAs(lists, query => {
      if (query.get('limit') === '-1') query.set('limit', '0')
    }),
  }),
  variant('limit-capped-low', 'returns 25 objects at most where a limit is given', {
    excludes: ['limit-capped', 'limit-refused'],
    alter: sentQueryAs(lists, query => {
      if (Number(query.get('limit')) > 25) query.set('limit', '25')
    }),
  }),
  variant('limit-refused-low', 'refuses a limit above 25', {
    excludes: ['limit-capped', 'limit-refused', 'limit-capped-low', 'another-database', 'strict-service'],
    alter: refuseIf(lists, ({ query: { limit } }) => Number(limit) > 25, 'bad_query'),
  }),
  variant('last-is-the-final-object', 'has a link last that leads to the final object alone', {
    excludes: ['last-page-full'],
    alter: linkOffset(lists, 'last', ({ total_count, limit }) =>
      limit > 0 ? Math.max(0, total_count - 1) : undefined,
    ),
  }),
  variant('first-of-several-parameters', 'uses the first value of a parameter that is sent twice', {
    alter: ofSeveral(0),
  }),
  variant('last-of-several-parameters', 'uses the last value of a parameter that is sent twice', {
    excludes: ['first-of-several-parameters'],
    alter: ofSeveral(-1),
  }),
  variant('parameters-without-letter-case', 'takes no notice of letter case in names of parameters', {
    alter: sentQueryAs('everything', query => {
      for (const [name, value] of [...query]) {
        if (name === name.toLowerCase()) continue
        query.delete(name)
        query.append(name.toLowerCase(), value)
      }
    }),
  }),
  variant('links-with-more-parameters', 'adds a parameter of its own to links, and takes it back', {
    alter: all(
      sentQueryAs(lists, query => query.delete('page_token')),
      links(lists, url => {
        url.searchParams.append('page_token', 'b2Zmc2V0')
        return url
      }),
    ),
  }),
  variant('links-escaped', 'escapes in links all that may be escaped', {
    alter: links(lists, url => url.href.replace(/(?<=\?.*)[,:]/g, encodeURIComponent).replaceAll('+', '%20')),
  }),
  variant('links-in-own-words', 'writes ids and fields into links in order, and times in UTC', {
    // If ids determines the order of the list, its links would lead to pages in another order.
    excludes: ['ids-in-their-order'],
    alter: links(lists, (url, _name, _usual, { query }) => {
      for (const name of ['ids', 'fields']) {
        const values = query.get(name)?.split(',')
        if (values) url.searchParams.set(name, values.sort().join(','))
      }
      for (const name of ['time_min', 'time_max']) {
        const time = query.get(name) ?? ''
        if (/(?:Z|[+-]\d\d:\d\d)$/.test(time)) url.searchParams.set(name, new Date(time).toISOString())
      }
      return url
    }),
  }),
  variant('backward-windows-refused', 'refuses a time_min after time_max', {
    alter: refuseIf(
      bookingLists,
      ({ query: { time_min, time_max }, user: { timezone } }) =>
        typeof time_min === 'string' &&
        typeof time_max === 'string' &&
        instantIn(time_min, timezone) > instantIn(time_max, timezone),
      'bad_query',
    ),
  }),
]
