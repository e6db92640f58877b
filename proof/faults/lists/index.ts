import {
  anything,
  collection,
  links,
  lists,
  pagination,
  query,
  queryAs,
  selecting,
  stateful,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { fieldsFaults } from './fields.js'
import { idsFaults } from './ids.js'
import { linkFaults } from './links.js'
import { pageFaults } from './pages.js'

export const listFaults = [
  fault('limit-25-by-default', 'returns 25 objects where no limit is given', {
    breaks: { 'LIST-01': /must be 20, and is 25/ },
    touches: ['LIST-20', 'LIST-05', 'LIST-13', 'CROSS-04'],
    alter: queryAs('listResources', (query, { sentQuery }) =>
      sentQuery.some(([name]) => name === 'limit') ? query : { ...query, limit: 25 },
    ),
  }),
  fault('limit-0-is-20', 'takes limit=0 for no limit given', {
    breaks: { 'LIST-04': /20 objects instead of 25/ },
    touches: ['LIST-*', 'CROSS-05'],
    alter: queryAs(lists, query => ({ ...query, limit: query.limit || 20 })),
  }),
  fault('limit-1-is-all', 'returns one object more than the limit says', {
    breaks: { 'LIST-03': /2 objects instead of 1/ },
    touches: ['LIST-*', 'CROSS-04', 'CROSS-08'],
    alter: collection('collaborators', usual => ({
      list: (selection, { offset, limit }) => usual.list(selection, { offset, limit: limit && limit + 1 }),
    })),
  }),
  fault('offset-in-pages', 'counts the offset in pages', {
    breaks: { 'LIST-05': /with limit=26&offset=1/ },
    touches: ['LIST-*', 'CROSS-04', 'CROSS-08'],
    alter: collection('bookings', usual => ({
      list: (selection, { offset, limit }) => usual.list(selection, { offset: offset * (limit || 1), limit }),
    })),
  }),
  fault('total-of-the-page', 'gives the number of objects of the page as total_count', {
    breaks: { 'LIST-11': /total_count/ },
    touches: ['LIST-33', 'LIST-06', 'CROSS-04'],
    alter: pagination('listCollaborators', usual => ({ ...usual, total_count: usual.page_count })),
  }),
  fault('links-relative', 'gives links without scheme and host', {
    breaks: { 'LIST-14': /not the full URL/ },
    alter: links('listResources', ({ pathname, search }) => `${pathname}${search}`),
  }),
  fault('links-next-always', 'has a link next on the last page too', {
    breaks: { 'LIST-13': /no further page exists/ },
    touches: ['LIST-17', 'LIST-19', 'CROSS-05', 'CROSS-06', 'CROSS-08'],
    alter: pagination('listBookings', usual => ({
      ...usual,
      links: { next: usual.links.last, ...usual.links },
    })),
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
    touches: ['CROSS-07', 'CROSS-08'],
    alter: queryAs('listBookings', ({ fields, ...query }) => ({
      ...query,
      fields: fields && new Set([...(fields as Set<string>), 'id']),
    })),
  }),
  fault('fields-not-in-single-reads', 'ignores fields in single reads', {
    breaks: { 'LIST-27': /must have exactly the members/ },
    touches: ['LIST-30'],
    alter: queryAs('readResource', () => ({})),
  }),
  fault('order-of-no-kind', 'lists resources in another order each time', {
    breaks: { 'LIST-07': /four pages/ },
    touches: ['LIST-*', 'CROSS-*'],
    alter: stateful(() => {
      let turned = false
      return collection('resources', usual => ({
        async list(selection, { offset, limit }) {
          const found = await usual.list(selection, { offset: 0, limit: 0 })
          turned = !turned
          return (turned ? found.reverse() : found).slice(offset, limit ? offset + limit : undefined)
        },
      }))
    }),
  }),
  ...pageFaults,
  ...linkFaults,
  ...idsFaults,
  ...fieldsFaults,
]
