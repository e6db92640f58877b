import { objects, pagination, queryAs, success } from '../../alter/index.js'
import { fault } from '../fault.js'

type Members = Record<string, unknown>

const emptyAsNull = (object: Members) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, value === '' ? null : value]))

/** What `fields` does beside leaving members out. */
export const fieldsFaults = [
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
    alter: success('readBooking', (body, { query }) =>
      query.has('fields') ? { ...body, data: emptyAsNull(body.data as Members) } : body,
    ),
  }),
  fault('fields-list-distinct-rows', 'lists objects that are alike in the fields asked for once', {
    breaks: { 'LIST-26.collaborators': /returns 1 objects instead of 2/ },
    touches: ['LIST-28.collaborators'],
    alter: success('listCollaborators', (body, { query }) => {
      const texts = (body.data as Members[]).map(object => JSON.stringify(object))
      return query.has('fields') ? { ...body, data: [...new Set(texts)].map(text => JSON.parse(text)) } : body
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
    alter: pagination('listCollaborators', (usual, { query }) =>
      query.has('fields') ? { ...usual, total_count: usual.page_count } : { ...usual },
    ),
  }),
]
