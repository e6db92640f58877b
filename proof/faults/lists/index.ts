import { rows } from '../../../conformance/check/ids.js'
import { lists, readsOf } from '../../alter/operation-groups.js'
import { isSent, queryAs, run } from '../../alter/requests.js'
import { dataAs, emptyAsNull, links, objects, pagination, sentQueryAs } from '../../alter/responses.js'
import { anything, query } from '../../alter/schemas.js'
import { collection, everything, pageOf, selecting } from '../../alter/stored.js'
import { fault } from '../fault.js'
import { pageFaults } from './pagination.js'

const listsAndReads = [
  ...new Set([...lists, ...readsOf.resource, ...readsOf.booking, ...readsOf.collaborator]),
]

/** Keeps only the first of several values separated by an escaped comma. */
const cutAtEscapedComma = (which: Parameters<typeof queryAs>[0], parameter: string) =>
  sentQueryAs(which, (query, { call }) => {
    const sent = new RegExp(`[?&]${parameter}=([^&]*)`).exec(call.target)?.[1] ?? ''
    const [first = ''] = sent.split(/%2c/i)
    if (first !== sent) query.set(parameter, decodeURIComponent(first))
  })

export const listFaults = [
  fault('limit-25-by-default', 'returns 25 objects where no limit is given', {
    breaks: { 'LIST-01': /returns 21 objects instead of 20/ },
    touches: ['LIST-20', 'LIST-05', 'LIST-13', 'CROSS-04'],
    alter: queryAs('listResources', (query, asked) =>
      isSent(asked, 'limit') ? query : { ...query, limit: 25 },
    ),
  }),
  fault('limit-0-is-20', 'treats limit=0 as no limit given', {
    breaks: { 'LIST-04': /20 objects instead of 25/ },
    touches: ['PERM-14', 'LIST-*', 'CROSS-05', 'RES-43', 'UNIQ-01'],
    alter: queryAs(lists, query => ({ ...query, limit: query.limit || 20 })),
  }),
  fault('window-without-a-limit', 'returns all bookings of a window if no limit is sent', {
    breaks: { 'LIST-11.filtered': /returns 24 objects instead of 20/ },
    touches: ['LIST-01'],
    alter: queryAs(['listBookings', 'listResourceBookings'], (query, asked) =>
      (isSent(asked, 'time_min') || isSent(asked, 'time_max')) && !isSent(asked, 'limit')
        ? { ...query, limit: 0 }
        : query,
    ),
  }),
  fault('pages-of-the-owner-alone', 'ignores limit and offset unless the owner reads', {
    breaks: { 'PERM-14.all': /from offset 21, read by a viewer, returns 25 objects instead of 4/ },
    alter: queryAs([...readsOf.resource, ...readsOf.booking], (query, { membership }) =>
      membership?.role === 'owner' ? query : { ...query, limit: 0, offset: 0 },
    ),
  }),
  fault('limit-0-is-20-for-collaborators', 'returns more than 20 bookings of a resource to the owner alone', {
    breaks: { 'PERM-14.all': /read by a viewer, returns 20 objects instead of 25/ },
    touches: ['BKG-28', 'LIST-11'],
    alter: queryAs('listResourceBookings', (query, { membership }) =>
      membership?.role === 'owner' ? query : { ...query, limit: query.limit || 20 },
    ),
  }),
  ...rows(['editor', 'LIST-35.editor', 'editors'], ['viewer', 'LIST-35.viewer', 'viewers']).map(
    ([role, id, words]) =>
      fault(`fields-ignored-for-${words}`, `ignores fields for ${words}`, {
        breaks: { [id]: /must have exactly the members (?:name|title),created_at/ },
        touches: ['LIST-26.answers', 'LIST-27.answers'],
        alter: queryAs([...readsOf.resource, ...readsOf.booking], (query, { membership }) =>
          membership?.role === role ? { ...query, fields: undefined } : query,
        ),
      }),
  ),
  fault('fields-of-ten-names', 'ignores fields with more than ten names', {
    breaks: { 'LIST-26': /must have exactly the members/, 'LIST-27': /must have exactly the members/ },
    touches: ['LIST-28'],
    alter: queryAs([...lists, ...readsOf.resource, ...readsOf.booking], query =>
      query.fields && query.fields.size > 10 ? { ...query, fields: undefined } : query,
    ),
  }),
  fault('limit-1-is-all', 'returns one object more than the limit says', {
    breaks: { 'LIST-03': /2 objects instead of 1/ },
    touches: ['LIST-*', 'CROSS-04', 'CROSS-08'],
    alter: collection('collaborators', usual => ({
      list: (selection, { offset, limit }) => usual.list(selection, { offset, limit: limit && limit + 1 }),
    })),
  }),
  fault('offset-in-pages', 'counts the offset in pages', {
    breaks: { 'LIST-05': /with limit=25&offset=1/ },
    touches: ['LIST-*', 'CROSS-04', 'CROSS-08'],
    alter: collection('bookings', usual => ({
      list: (selection, { offset, limit }) => usual.list(selection, { offset: offset * (limit || 1), limit }),
    })),
  }),
  fault('offset-in-32-bits', 'keeps 32 bits of an offset', {
    breaks: { 'LIST-06': /the objects of the list with offset=4294967296/ },
    touches: ['LIST-05.answers', 'LIST-09.values'],
    alter: queryAs(lists, query => ({ ...query, offset: Number(query.offset) >>> 0 })),
  }),
  fault('nothing-is-an-array', 'answers with an array where fields leave no member', {
    breaks: { 'ENV-06.nothing': /which it does not have, must be an object/ },
    touches: ['ENV-06.answers', 'ENV-07.answers', 'LIST-26', 'LIST-27', 'LIST-29'],
    alter: dataAs(readsOf.collaborator, (data: object | object[]) => {
      const asArray = (object: object) => (Object.keys(object).length === 0 ? [] : object)
      return Array.isArray(data) ? data.map(asArray) : asArray(data)
    }),
  }),
  fault('total-of-the-page', 'gives the number of objects of the page as total_count', {
    breaks: { 'LIST-11': /total_count/ },
    touches: ['LIST-33', 'LIST-06', 'CROSS-04'],
    alter: pagination('listCollaborators', ({ page_count }) => ({ total_count: page_count })),
  }),
  fault('links-relative', 'gives links without scheme and host', {
    breaks: { 'LIST-14': /not the full URL/ },
    alter: links('listResources', ({ pathname, search }) => `${pathname}${search}`),
  }),
  fault(
    'links-with-the-port-behind-a-proxy',
    'writes the port that it listens on behind a proxy into links',
    {
      breaks: { 'LIST-14.port': /should have the port of the service/ },
      alter: links(lists, url => Object.assign(url, { port: '8080' })),
    },
  ),
  fault('links-next-always', 'has a link next on the last page too', {
    breaks: { 'LIST-13': /no further page exists/ },
    touches: ['LIST-17', 'LIST-19', 'CROSS-05', 'CROSS-06', 'CROSS-08'],
    alter: pagination('listBookings', ({ links }) => ({ links: { next: links.last, ...links } })),
  }),
  fault('ids-ignored', 'ignores ids in lists of collaborators', {
    breaks: { 'LIST-21': /objects that ids does not name/ },
    touches: ['LIST-*', 'ENV-12', 'ENV-13', 'COL-*', 'PERM-*', 'CROSS-08', 'CROSS-24'],
    alter: query('listCollaborators', { ids: anything.transform(() => undefined) }),
  }),
  fault('ids-leave-the-resource', 'forgets the resource of the path where ids are given', {
    breaks: { 'LIST-25.resource-bookings': /not in this list/ },
    touches: ['BULK-*', 'CROSS-18'],
    alter: selecting('bookings', ({ resource_id, ...selection }) =>
      selection.ids || resource_id === undefined ? selection : { ...selection, resource_id },
    ),
  }),
  fault('fields-with-id', 'always shows the id, whatever fields names', {
    breaks: { 'LIST-26': /must have exactly the members/ },
    touches: ['LIST-35', 'CROSS-07', 'CROSS-08'],
    alter: queryAs('listBookings', ({ fields, ...query }) => ({
      ...query,
      fields: fields && new Set([...fields, 'id']),
    })),
  }),
  fault('fields-not-in-single-reads', 'ignores fields in single reads', {
    breaks: { 'LIST-27': /must have exactly the members/ },
    touches: ['LIST-35', 'LIST-30'],
    alter: queryAs('readResource', () => ({})),
  }),
  fault('order-of-no-kind', 'lists resources in another order each time', {
    breaks: { 'LIST-07': /four pages|by another page of the same list/ },
    touches: ['LIST-*', 'CROSS-*'],
    alter: collection('resources', usual => {
      let turned = false
      return {
        async list(selection, slice) {
          const found = await usual.list(selection, everything)
          turned = !turned
          return pageOf(turned ? found.reverse() : found, slice)
        },
      }
    }),
  }),
  fault(
    'order-of-one-time',
    'orders bookings that begin at the same time in another way for every second page',
    {
      breaks: { 'LIST-07.same-time': /four pages of 1 of 4 bookings/ },
      touches: ['LIST-*', 'CROSS-*'],
      alter: collection('bookings', usual => ({
        async list(selection, slice) {
          const found = await usual.list(selection, everything)
          const rows = slice.offset % 2 === 0 ? found : found.toReversed()
          return pageOf(
            rows.sort((one, other) => one.start - other.start),
            slice,
          )
        },
      })),
    },
  ),
  ...pageFaults,
  // Side effects of `fields`.
  fault('fields-with-numbers-for-booleans', 'shows text_bold as 1 or 0 where fields is given', {
    breaks: {
      'LIST-28.resources': /text_bold with fields=text_bold differs/,
      'LIST-28.single.resource': /text_bold with fields=text_bold differs/,
    },
    alter: objects('resource', (object, { query }) =>
      query.has('fields') && 'text_bold' in object
        ? { ...object, text_bold: Number(object.text_bold) }
        : object,
    ),
  }),
  fault('fields-with-null-for-empty', 'shows null for an empty text in a single read with fields', {
    breaks: { 'LIST-28.single.booking': /with fields=.* differs/ },
    alter: objects('readBooking', (object, { query }) =>
      query.has('fields') ? emptyAsNull(object) : object,
    ),
  }),
  fault('fields-all-day-without-start', 'shows all_day_display as false where fields leaves start out', {
    breaks: {
      'LIST-28.bookings': /all_day_display with fields=all_day_display differs/,
      'LIST-28.single.booking': /all_day_display with fields=all_day_display differs/,
    },
    touches: ['LIST-28.resource-bookings'],
    alter: objects('booking', object =>
      'all_day_display' in object && !('start' in object) ? { ...object, all_day_display: false } : object,
    ),
  }),
  fault('fields-list-distinct-rows', 'lists objects that are alike in the fields asked for once', {
    breaks: { 'LIST-26.collaborators': /returns 1 objects instead of 2/ },
    touches: ['LIST-28.collaborators'],
    alter: dataAs('listCollaborators', (data: object[], { query }) => {
      const texts = new Set(data.map(object => JSON.stringify(object)))
      return query.has('fields') ? [...texts].map(text => JSON.parse(text)) : data
    }),
  }),
  fault('fields-forget-the-offset', 'begins with the first object where fields is given', {
    breaks: { 'LIST-29.resources': /pagination\.offset|number without fields/ },
    touches: ['LIST-33.resources', 'CROSS-08.resources'],
    alter: queryAs('listResources', query => (query.fields ? { ...query, offset: 0 } : query)),
  }),
  fault('fields-forget-the-limit', 'lists everything where fields is given', {
    breaks: { 'LIST-29.bookings': /the number without fields/ },
    touches: ['LIST-33.bookings', 'LIST-16.bookings'],
    alter: queryAs('listBookings', query => (query.fields ? { ...query, limit: 0 } : query)),
  }),
  fault('fields-total-of-the-page', 'returns the size of the page as total_count if fields is sent', {
    breaks: { 'LIST-29.collaborators': /pagination\.total_count/ },
    touches: ['LIST-33.collaborators'],
    alter: pagination('listCollaborators', ({ page_count }, { query }) =>
      query.has('fields') ? { total_count: page_count } : {},
    ),
  }),
  // How `ids` and `fields` are parsed.
  fault('ids-cut-at-escaped-comma', 'parts ids before it decodes them', {
    breaks: { 'LIST-22': /set of ids in a list with ids separated by %2C/ },
    alter: cutAtEscapedComma(lists, 'ids'),
  }),
  fault('fields-cut-at-escaped-comma', 'parts fields before it decodes them', {
    breaks: { 'LIST-30': /answer to fields=id%2C\w+ must have exactly the members/ },
    alter: cutAtEscapedComma(listsAndReads, 'fields'),
  }),
  fault('fields-twice-refused', 'refuses fields that name a member twice', {
    breaks: { 'LIST-30.resources': /fields=id,name,id must be accepted/ },
    alter: sentQueryAs(readsOf.resource, query => {
      const names = (query.get('fields') ?? '').split(',')
      if (new Set(names).size < names.length) query.set('fields', 'named twice')
    }),
  }),
  fault('ids-twice-listed-twice', 'lists an object as often as ids names it', {
    breaks: { 'LIST-23': /set of ids in a list with ids=/ },
    alter: dataAs('listResources', (data: { id: number }[], { query }) => {
      const ids = (query.get('ids') ?? '').split(',').map(Number)
      const again = ids
        .filter((id, index) => ids.indexOf(id) !== index)
        .flatMap(id => data.find(object => object.id === id) ?? [])
      return [...data, ...again]
    }),
  }),
  fault('ids-only-ascending', 'loses the ids that are lower than the one before', {
    breaks: { 'LIST-23': /set of ids in a list with ids=/ },
    alter: sentQueryAs('listBookings', query => {
      let last = 0
      const ascending = query
        .get('ids')
        ?.split(',')
        .filter(id => {
          const isNext = Number(id) >= last
          if (isNext) last = Number(id)
          return isNext
        })
      if (ascending) query.set('ids', ascending.join(','))
    }),
  }),
  fault('ids-of-nothing-is-all', 'lists everything where ids names nothing that exists', {
    breaks: { 'LIST-24.resource-bookings': /set of ids in a list with ids=\d+/ },
    touches: ['CROSS-18', 'LIST-21'],
    alter: run('listResourceBookings', async ({ query }, usual) => {
      const answer = await usual()
      const { total_count } = JSON.parse(answer.body).pagination
      return query.ids && total_count === 0 ? usual({ query: { ...query, ids: undefined } }) : answer
    }),
  }),
  fault('ids-unknown-as-null', 'lists null in the place of an id that does not exist', {
    breaks: { 'LIST-24.collaborators': /null|not an object/ },
    alter: dataAs('listCollaborators', (data: object[], { query }) => {
      const ids = query.get('ids')?.split(',').map(Number) ?? []
      const unknown = query.has('fields') ? [] : ids.filter(id => id > 2_000_000_000)
      return [...data, ...unknown.map(() => null)]
    }),
  }),
]
