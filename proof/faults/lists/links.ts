import { links, lists, pagination } from '../../alter/index.js'
import { fault } from '../fault.js'

const withOffset = (url: URL, offset: number) => {
  url.searchParams.set('offset', String(offset))
  return url
}

/** Where links are, what they carry and where they lead. */
export const linkFaults = [
  fault('links-none-on-one-page', 'has no links where everything is on one page', {
    breaks: { 'LIST-12.collaborators': /with limit=26 must have the link "first"/ },
    touches: ['LIST-12.empty.collaborators'],
    alter: pagination('listCollaborators', usual => ({
      ...usual,
      links: usual.page_count === usual.total_count ? {} : usual.links,
    })),
  }),
  fault('links-none-when-empty', 'has no links where nothing is listed', {
    breaks: { 'LIST-12.empty.bookings': /must have the link "first"/ },
    touches: ['LIST-12.empty.*'],
    alter: pagination(lists, usual => ({ ...usual, links: usual.total_count === 0 ? {} : usual.links })),
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
    alter: pagination('listBookings', usual => {
      const { limit, offset, page_count } = usual
      const isFull = limit > 0 && page_count === limit
      const next = withOffset(new URL(usual.links.first ?? ''), offset + limit).href
      return isFull ? { ...usual, links: { ...usual.links, next } } : { ...usual }
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
    alter: links('listResources', url => {
      if (url.searchParams.get('offset') === '0') url.searchParams.delete('offset')
      return url
    }),
  }),
  fault('links-without-default-limit', 'has a limit in its links only where one was sent', {
    breaks: { 'LIST-15.collaborators': /link "first" of .* must carry limit as one whole number/ },
    touches: ['LIST-20.collaborators', 'LIST-15.pages.collaborators', 'CROSS-06.collaborators'],
    alter: pagination('listCollaborators', (usual, { query }) => ({
      ...usual,
      links: Object.fromEntries(
        Object.entries(usual.links).map(([name, link]) => {
          const url = new URL(link)
          if (!query.has('limit')) url.searchParams.delete('limit')
          return [name, url.href]
        }),
      ),
    })),
  }),
  fault('links-offset-twice', 'adds the offset of a link to that of the request', {
    breaks: { 'LIST-15.pages.bookings': /must carry offset as one whole number/ },
    touches: ['LIST-17.bookings', 'LIST-18.bookings', 'CROSS-08.bookings'],
    alter: pagination('listBookings', (usual, { query }) => ({
      ...usual,
      links: Object.fromEntries(
        Object.entries(usual.links).map(([name, link]) => [
          name,
          query.has('offset') ? `${link}&offset=${query.get('offset')}` : link,
        ]),
      ),
    })),
  }),
  fault('link-last-before-the-beginning', 'has the link last begin a page before an empty list', {
    breaks: {
      'LIST-15.resource-bookings': /link "last" of .* must carry offset as one whole number/,
      'CROSS-06': /link "last"/,
    },
    alter: links(lists, (url, name, { total_count, limit }) =>
      name === 'last' && total_count === 0 ? withOffset(url, -limit) : url,
    ),
  }),
  fault('link-next-shows-the-last-again', 'has the link next begin with the last object of the page', {
    breaks: { 'LIST-17.bookings': /the pages that follow by its links|does not come to an end/ },
    touches: ['CROSS-04.bookings', 'CROSS-08.bookings'],
    alter: links('listBookings', (url, name, { offset, limit }) =>
      name === 'next' ? withOffset(url, offset + Math.max(1, limit - 1)) : url,
    ),
  }),
  fault('link-next-skips-one', 'has the link next leave out one object', {
    breaks: { 'LIST-17.collaborators': /the pages that follow by its links/ },
    touches: ['CROSS-04.collaborators', 'CROSS-08.collaborators'],
    alter: links('listCollaborators', (url, name, { offset, limit }) =>
      name === 'next' ? withOffset(url, offset + limit + 1) : url,
    ),
  }),
  fault('link-first-is-the-page', 'has the link first lead to the page itself', {
    breaks: { 'LIST-18': /link "first" of .* must have offset=0/ },
    alter: links(lists, (url, name, { offset }) => (name === 'first' ? withOffset(url, offset) : url)),
  }),
  fault('link-last-past-the-end', 'has the link last lead past the end where the last page is full', {
    breaks: { 'LIST-19': /link "last" of .* with limit=5 misses the final object/ },
    alter: links(lists, (url, name, { total_count, limit }) =>
      name === 'last' && limit > 0 ? withOffset(url, Math.floor(total_count / limit) * limit) : url,
    ),
  }),
  fault('link-last-a-page-early', 'has the link last lead to the last full page', {
    breaks: { 'LIST-19': /link "last" of .* with no limit and no offset misses/ },
    alter: links('listResourceBookings', (url, name, { total_count, limit }) =>
      name === 'last' && limit > 0
        ? withOffset(url, Math.max(0, Math.floor(total_count / limit) - 1) * limit)
        : url,
    ),
  }),
  fault('links-limit-20', 'has limit=20 in its links, whatever was sent', {
    breaks: { 'LIST-20': /of .* with limit=7 must have limit=7/ },
    touches: ['LIST-18.resources', 'LIST-19.resources'],
    alter: links('listResources', url => {
      url.searchParams.set('limit', '20')
      return url
    }),
  }),
]
