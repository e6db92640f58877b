import { collection, pagination, queryAs, run, without } from '../../alter/index.js'
import { fault } from '../fault.js'

const givenLimit = (sent: readonly (readonly [string, string])[]) =>
  Number(sent.find(([name]) => name === 'limit')?.[1] ?? 0)

/** Which objects a page has, and what `pagination` says of it. */
export const pageFaults = [
  fault('offset-of-page-1-by-default', 'begins with the second page where a limit and no offset is given', {
    breaks: { 'LIST-02': /set of ids in the list of 25 collaborators with limit=25/ },
    touches: ['LIST-*.collaborators', 'CROSS-08.collaborators'],
    alter: queryAs('listCollaborators', (query, { sentQuery }) =>
      sentQuery.some(([name]) => name === 'offset') ? query : { ...query, offset: givenLimit(sentQuery) },
    ),
  }),
  fault('offset-shown-of-the-next-page', 'shows as offset where the next page would begin', {
    breaks: { 'LIST-02': /pagination\.offset of .* must be 0, and is 25/ },
    touches: ['LIST-05.collaborators'],
    alter: pagination('listCollaborators', usual => ({ ...usual, offset: usual.offset + usual.page_count })),
  }),
  fault('limit-shown-as-text', 'shows limit and offset as the texts that were sent', {
    breaks: { 'LIST-09.bookings': /pagination\.limit of .* with limit=1 is no count/ },
    touches: ['LIST-03.bookings', 'LIST-05.bookings'],
    alter: pagination('listBookings', (usual, { query }) => ({
      ...usual,
      limit: query.get('limit') ?? usual.limit,
      offset: query.get('offset') ?? usual.offset,
    })),
  }),
  fault('total-as-text', 'shows total_count as a text, as a driver of a database gives it', {
    breaks: { 'LIST-09.resources': /pagination\.total_count of .* is no count/ },
    touches: ['LIST-*.resources', 'CROSS-04.resources'],
    alter: pagination('listResources', usual => ({ ...usual, total_count: String(usual.total_count) })),
  }),
  fault('page-count-missing', 'shows no page_count', {
    breaks: { 'LIST-09.collaborators': /pagination\.page_count of .* is no count/ },
    touches: ['LIST-10.collaborators'],
    alter: pagination('listCollaborators', usual => without({ ...usual }, 'page_count')),
  }),
  fault('links-as-array', 'shows the links as an array', {
    breaks: { 'LIST-09.resource-bookings': /pagination\.links of .* is no object/ },
    touches: ['LIST-*.resource-bookings', 'FILT-11', 'CROSS-*.resource-bookings', 'CROSS-09'],
    alter: pagination('listResourceBookings', usual => ({
      ...usual,
      links: Object.entries(usual.links).map(([rel, href]) => ({ rel, href })),
    })),
  }),
  fault('page-count-of-pages', 'takes page_count for the number of pages', {
    breaks: { 'LIST-10': /pagination\.page_count of .* must be 20, and is 2/ },
    alter: pagination('listResources', usual => ({
      ...usual,
      page_count: usual.limit ? Math.ceil(usual.total_count / usual.limit) : 1,
    })),
  }),
  fault('page-count-is-the-limit', 'shows the limit as page_count on the last page too', {
    breaks: { 'LIST-10': /offset=21 must be 4, and is 7/ },
    touches: ['FILT-10'],
    alter: pagination('listBookings', usual => ({ ...usual, page_count: usual.limit || usual.page_count })),
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
    breaks: { 'LIST-06': /pagination\.total_count of .*offset=25 must be 25, and is 0/ },
    alter: pagination('listResources', usual =>
      usual.page_count === 0 ? { ...usual, total_count: 0 } : { ...usual },
    ),
  }),
  fault('order-other-without-limit', 'lists collaborators the other way round where limit is 0', {
    breaks: { 'LIST-08.collaborators': /ids of .* with limit=1&offset=1, in their order/ },
    touches: ['LIST-19.collaborators'],
    alter: collection('collaborators', usual => ({
      list: async (selection, stretch) => {
        const found = await usual.list(selection, stretch)
        return stretch.limit === 0 ? [...found].reverse() : found
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
    alter: collection('bookings', usual => ({
      async list({ time_min = -Infinity, time_max = Infinity, ...selection }, stretch) {
        const page = await usual.list(selection, stretch)
        return page.filter(({ start, end }) => start >= time_min && end < time_max)
      },
    })),
  }),
]
