import {
  after,
  bodyAs,
  bookingLists,
  changesOf,
  inZone,
  links,
  lists,
  pagination,
  queryAs,
  readsOf,
  requestAs,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { bulkInteractionFaults } from './bulk.js'
import { nameInteractionFaults } from './names.js'
import { peopleInteractionFaults } from './people.js'
import { timeInteractionFaults } from './times.js'

/** The page that begins before nothing: `offset` of the last page as a formula without its special cases. */
const lastOffset = (total: number, limit: number) => (Math.ceil(total / limit) - 1) * limit

const withOffset = (url: URL, offset: number) => {
  url.searchParams.set('offset', String(offset))
  return url
}

export const interactionFaults = [
  ...bulkInteractionFaults,
  ...nameInteractionFaults,
  ...peopleInteractionFaults,
  ...timeInteractionFaults,
  fault('falsy-is-absent', 'takes false and "" in an update of a resource for absent', {
    breaks: { 'CROSS-16': /text_bold/ },
    touches: ['RES-40', 'RES-14', 'RES-27', 'BULK-03'],
    alter: bodyAs(changesOf.resource, body =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value)),
    ),
  }),
  fault('reads-touch', 'moves updated_at when a resource is read', {
    breaks: { 'CROSS-40': /updated_at/ },
    touches: ['*'],
    alter: after('readResource', async ({ rows, path, now }) => {
      const selection = { schedule_id: path.scheduleId, ids: [path.resourceId ?? 0] }
      await rows.resources.change(selection, { link_title: ' ' }, now)
      await rows.resources.change(selection, { link_title: '' }, now)
    }),
  }),
  // Where parameters of lists meet (section 2.5).
  fault('ids-without-a-page', 'lists all objects that ids names, however many', {
    breaks: { 'CROSS-04': /25 objects instead of 20/ },
    touches: ['LIST-01', 'LIST-05', 'LIST-13', 'LIST-17', 'LIST-20'],
    alter: queryAs(lists, (query, { sentQuery }) =>
      query.ids && !sentQuery.some(([name]) => name === 'limit') ? { ...query, limit: 0 } : query,
    ),
  }),
  fault('links-with-ids-of-the-page', 'has links carry 20 ids at most', {
    breaks: { 'CROSS-04': /link "next" carries another ids/ },
    touches: ['LIST-16', 'LIST-17', 'LIST-19', 'CROSS-08'],
    alter: links(lists, url => {
      const ids = url.searchParams.get('ids')
      if (ids !== null) url.searchParams.set('ids', ids.split(',').slice(0, 20).join(','))
      return url
    }),
  }),
  fault('last-page-of-no-limit', 'divides by a limit of 0 where it reckons the last page', {
    breaks: { 'CROSS-05': /link "last" .* must carry offset as one whole number/ },
    touches: ['LIST-15', 'LIST-19'],
    alter: links(lists, (url, name, { total_count, limit }) =>
      name === 'last' && limit === 0 ? withOffset(url, lastOffset(total_count, limit)) : url,
    ),
  }),
  fault('next-page-of-no-limit', 'has a link next where limit is 0', {
    breaks: {
      'CROSS-05': /has a link "next", and yet it holds all objects/,
      'LIST-13': /no further page exists/,
    },
    touches: ['LIST-19'],
    alter: pagination(lists, usual =>
      usual.limit === 0 ? { ...usual, links: { ...usual.links, next: usual.links.first } } : { ...usual },
    ),
  }),
  fault('last-page-of-nothing', 'has the last page of an empty list begin before its beginning', {
    breaks: { 'CROSS-06': /link "last" .* must carry offset as one whole number/ },
    touches: ['LIST-15'],
    alter: links(lists, (url, name, { total_count, limit }) =>
      name === 'last' && total_count === 0 ? withOffset(url, lastOffset(0, limit)) : url,
    ),
  }),
  fault('projected-times-in-utc', 'shows the times of bookings in UTC where fields are named', {
    breaks: { 'CROSS-07': /fields=start by a user in Pacific\/Kiritimati/ },
    touches: ['TIME-12'],
    alter: requestAs(readsOf.booking, asked => (asked.query.fields ? inZone(asked, 'UTC') : {})),
  }),
  fault('projected-with-its-booking', 'shows the id of a booking too where fields are named', {
    breaks: { 'CROSS-07': /fields=start/ },
    touches: ['LIST-25', 'LIST-26', 'LIST-27', 'CROSS-08'],
    alter: queryAs(bookingLists, ({ fields, ...query }) =>
      fields ? { ...query, fields: new Set([...fields, 'id']) } : query,
    ),
  }),
  fault('links-forget-fields', 'has links without the fields that were asked for', {
    breaks: { 'CROSS-08': /must have exactly the members/, 'LIST-16': /does not carry fields/ },
    alter: links(lists, url => {
      url.searchParams.delete('fields')
      return url
    }),
  }),
  fault('links-with-a-bare-plus', 'writes the + of a time into links as it stands', {
    breaks: { 'CROSS-09': /must be accepted/ },
    alter: links(bookingLists, url => String(url).replaceAll('%2B', '+')),
  }),
  fault('links-without-offset', 'cuts the offset from the times that links carry', {
    breaks: { 'CROSS-09': /filters by other times|differs from what it must be/ },
    touches: ['FILT-11'],
    alter: links(bookingLists, url => {
      const from = url.searchParams.get('time_min')
      if (from) url.searchParams.set('time_min', from.replace(/[+-]\d\d:\d\d$/, ''))
      return url
    }),
  }),
]
