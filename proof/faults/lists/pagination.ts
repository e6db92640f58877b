import { lists } from '../../alter/operation-groups.js'
import { isSent, queryAs, run } from '../../alter/requests.js'
import { linkOffset, links, pagination, without, withParameter } from '../../alter/responses.js'
import { collection, pageBeforeFilters } from '../../alter/stored.js'
import { fault } from '../fault.js'

/** The objects of a page and its `pagination`. */
export const pageFaults = [
  fault('offset-of-page-1-by-default', 'begins with the second page where a limit and no offset is given', {
    breaks: { 'LIST-02': /set of ids in the list of 25 collaborators with limit=25/ },
    touches: ['LIST-*.collaborators', 'CROSS-08.collaborators'],
    alter: queryAs('listCollaborators', (query, asked) =>
      isSent(asked, 'offset') ? query : { ...query, offset: isSent(asked, 'limit') ? query.limit : 0 },
    ),
  }),
  fault('offset-shown-of-the-next-page', 'shows as offset where the next page would begin', {
    breaks: { 'LIST-09.values': /offset in the pagination should be/ },
    alter: pagination('listCollaborators', ({ offset, page_count }) => ({ offset: offset + page_count })),
  }),
  fault('limit-shown-as-text', 'shows limit and offset as the texts that were sent', {
    breaks: { 'LIST-09.bookings': /pagination\.limit of .* with limit=1 is not a count/ },
    alter: pagination('listBookings', (usual, { query }) => ({
      limit: query.get('limit') ?? usual.limit,
      offset: query.get('offset') ?? usual.offset,
    })),
  }),
  fault('total-as-text', 'shows total_count as a text, as a driver of a database gives it', {
    breaks: { 'LIST-09.resources': /pagination\.total_count of .* is not a count/ },
    touches: ['LIST-*.resources', 'CROSS-04.resources'],
    alter: pagination('listResources', ({ total_count }) => ({ total_count: String(total_count) })),
  }),
  fault('page-count-missing', 'shows no page_count', {
    breaks: { 'LIST-09.collaborators': /pagination\.page_count of .* is not a count/ },
    touches: ['LIST-10.collaborators'],
    alter: pagination('listCollaborators', () => ({ page_count: undefined })),
  }),
  fault('links-as-array', 'shows the links as an array', {
    breaks: { 'LIST-09.resource-bookings': /pagination\.links of .* is not an object/ },
    touches: ['LIST-*.resource-bookings', 'FILT-11', 'CROSS-*.resource-bookings', 'CROSS-09'],
    alter: pagination('listResourceBookings', ({ links }) => ({
      links: Object.entries(links).map(([rel, href]) => ({ rel, href })),
    })),
  }),
  fault('page-count-of-pages', 'shows the number of pages as page_count', {
    breaks: { 'LIST-10': /pagination\.page_count of .* must be 20, but is 2/ },
    alter: pagination('listResources', ({ limit, total_count }) => ({
      page_count: limit ? Math.ceil(total_count / limit) : 1,
    })),
  }),
  fault('page-count-is-the-limit', 'shows the limit as page_count on the last page too', {
    breaks: { 'LIST-10': /offset=21 must be 4, but is 7/ },
    alter: pagination('listBookings', ({ limit, page_count }) => ({ page_count: limit || page_count })),
  }),
  fault('offset-past-the-end-is-the-last-page', 'shows the last page where the offset is past the end', {
    breaks: { 'LIST-06': /with limit=7&offset=25 returns 4 objects instead of 0/ },
    alter: run('listCollaborators', async ({ query }, usual) => {
      const answer = await usual()
      const { total_count, limit, offset } = JSON.parse(answer.body).pagination
      if (offset < total_count || limit === 0 || total_count === 0) return answer
      return usual({ query: { ...query, offset: Math.floor((total_count - 1) / limit) * limit } })
    }),
  }),
  fault('total-lost-past-the-end', 'counts the total in the rows of the page: none on an empty page', {
    breaks: { 'LIST-06': /pagination\.total_count of .*offset=25 must be 25, but is 0/ },
    alter: pagination('listResources', ({ page_count }) => (page_count === 0 ? { total_count: 0 } : {})),
  }),
  fault('order-other-without-limit', 'lists collaborators the other way round where limit is 0', {
    breaks: { 'LIST-08.collaborators': /ids of .* with limit=1&offset=1, in their order/ },
    touches: ['LIST-19.collaborators'],
    alter: collection('collaborators', usual => ({
      list: async (selection, slice) => {
        const found = await usual.list(selection, slice)
        return slice.limit === 0 ? [...found].reverse() : found
      },
    })),
  }),
  fault('times-forgotten-with-ids', 'forgets time_min and time_max where ids are given', {
    breaks: { 'LIST-33.resource-bookings': /pagination\.total_count|returns 7 objects instead of/ },
    touches: ['LIST-11.filtered.resource-bookings'],
    alter: queryAs('listResourceBookings', query =>
      query.ids ? without(query, 'time_min', 'time_max') : query,
    ),
  }),
  fault('page-before-filters', 'cuts the page first, and then drops what the filters exclude', {
    breaks: { 'LIST-33.bookings': /returns 3 objects instead of 7/ },
    touches: ['FILT-*', 'LIST-33.resource-bookings', 'CROSS-09'],
    alter: pageBeforeFilters,
  }),
  // Which links exist, their parameters and their targets.
  fault('links-none-on-one-page', 'has no links where everything is on one page', {
    breaks: { 'LIST-12.collaborators': /with limit=25 must have the link "first"/ },
    touches: ['LIST-12.empty.collaborators'],
    alter: pagination('listCollaborators', ({ page_count, total_count }) =>
      page_count === total_count ? { links: {} } : {},
    ),
  }),
  fault('links-none-when-empty', 'has no links where nothing is listed', {
    breaks: { 'LIST-12.empty.bookings': /must have the link "first"/ },
    touches: ['LIST-12.empty.*'],
    alter: pagination(lists, ({ total_count }) => (total_count === 0 ? { links: {} } : {})),
  }),
  fault('link-last-missing-without-limit', 'has no link last where limit is 0', {
    breaks: { 'LIST-12.resources': /with limit=0 must have the link "last"/ },
    alter: links('listResources', (url, name, { limit }) =>
      name === 'last' && limit === 0 ? undefined : url,
    ),
  }),
  fault('link-next-after-full-pages', 'has a link next wherever the page is full', {
    breaks: { 'LIST-13.bookings': /offset=5 has a link "next", and yet no further page/ },
    touches: ['LIST-19.bookings'],
    alter: pagination('listBookings', ({ limit, offset, page_count, links }) => {
      const isFull = limit > 0 && page_count === limit
      const next = withParameter(new URL(links.first ?? ''), 'offset', offset + limit).href
      return isFull ? { links: { ...links, next } } : {}
    }),
  }),
  fault('link-next-to-full-pages', 'has no link next where the last page is not a full one', {
    breaks: {
      'LIST-13.resources': /has no link "next", and yet a further page exists/,
      'LIST-17.resources': /set of ids on .* and the pages that follow/,
    },
    touches: ['CROSS-08.resources'],
    alter: links('listResources', (url, name, { offset, limit, total_count }) =>
      name === 'next' && offset + 2 * limit > total_count ? undefined : url,
    ),
  }),
  fault('links-without-offset-0', 'leaves an offset of 0 out of its links', {
    breaks: { 'LIST-15.resources': /link "first" of .* must carry offset as one whole number/ },
    touches: ['LIST-18.resources', 'LIST-15.pages.resources', 'CROSS-05.resources', 'CROSS-06.resources'],
    alter: links('listResources', url =>
      url.searchParams.get('offset') === '0' ? withParameter(url, 'offset', undefined) : url,
    ),
  }),
  fault('links-without-default-limit', 'has a limit in its links only where one was sent', {
    breaks: { 'LIST-15.collaborators': /link "first" of .* must carry limit as one whole number/ },
    touches: ['LIST-20.collaborators', 'LIST-15.pages.collaborators', 'CROSS-06.collaborators'],
    alter: links('listCollaborators', (url, _name, _usual, { query }) =>
      query.has('limit') ? url : withParameter(url, 'limit', undefined),
    ),
  }),
  fault('links-offset-twice', 'adds the offset of a link to that of the request', {
    breaks: { 'LIST-15.pages.bookings': /must carry offset as one whole number/ },
    touches: ['LIST-17.bookings', 'LIST-18.bookings', 'CROSS-08.bookings'],
    alter: links('listBookings', (url, _name, _usual, { query }) =>
      query.has('offset') ? `${url}&offset=${query.get('offset')}` : url,
    ),
  }),
  fault('link-last-before-the-beginning', 'has the link last begin a page before an empty list', {
    breaks: {
      'LIST-15.resource-bookings': /link "last" of .* must carry offset as one whole number/,
      'CROSS-06': /link "last"/,
    },
    alter: linkOffset(lists, 'last', ({ total_count, limit }) => (total_count === 0 ? -limit : undefined)),
  }),
  fault('link-next-shows-the-last-again', 'has the link next begin with the last object of the page', {
    breaks: { 'LIST-17.bookings': /the pages that follow by its links|never ends/ },
    touches: ['CROSS-04.bookings', 'CROSS-08.bookings'],
    alter: linkOffset('listBookings', 'next', ({ offset, limit }) => offset + Math.max(1, limit - 1)),
  }),
  fault('link-next-skips-one', 'has the link next leave out one object', {
    breaks: { 'LIST-17.collaborators': /the pages that follow by its links/ },
    touches: ['CROSS-04.collaborators', 'CROSS-08.collaborators'],
    alter: linkOffset('listCollaborators', 'next', ({ offset, limit }) => offset + limit + 1),
  }),
  fault('link-first-is-the-page', 'has the link first lead to the page itself', {
    breaks: { 'LIST-18': /link "first" of .* must have offset=0/ },
    alter: linkOffset(lists, 'first', ({ offset }) => offset),
  }),
  fault('link-last-past-the-end', 'has the link last lead past the end where the last page is full', {
    breaks: { 'LIST-19': /link "last" of .* with limit=5 misses the final object/ },
    alter: linkOffset(lists, 'last', ({ total_count, limit }) =>
      limit > 0 ? Math.floor(total_count / limit) * limit : undefined,
    ),
  }),
  fault('link-last-a-page-early', 'has the link last lead to the last full page', {
    breaks: { 'LIST-19': /link "last" of .* with no limit and no offset misses/ },
    alter: linkOffset('listResourceBookings', 'last', ({ total_count, limit }) =>
      limit > 0 ? Math.max(0, Math.floor(total_count / limit) - 1) * limit : undefined,
    ),
  }),
  fault('links-limit-20', 'has limit=20 in its links, whatever was sent', {
    breaks: { 'LIST-20': /of .* with limit=7 must have limit=7/ },
    touches: ['LIST-18.resources', 'LIST-19.resources'],
    alter: links('listResources', url => withParameter(url, 'limit', 20)),
  }),
]
