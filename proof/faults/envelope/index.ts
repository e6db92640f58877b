import { ids } from '../../../conformance/check/ids.js'
import {
  bookingLists,
  bulkDeletes,
  bulkPuts,
  creates,
  singleDeletes,
  singlePuts,
} from '../../alter/operation-groups.js'
import {
  created,
  dataAs,
  objects,
  objectTexts,
  refusal,
  reply,
  success,
  without,
} from '../../alter/responses.js'
import { fault } from '../fault.js'
import { envelopeRefusalFaults } from './refusals.js'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export const envelopeFaults = [
  ...envelopeRefusalFaults,
  fault('success-as-text', 'says success as the text "true" in answers to deletions', {
    breaks: { 'ENV-03': /boolean/ },
    touches: ['ENV-04', 'ENV-14', 'UNIQ-10', 'RES-38.answers', 'BKG-28.answers', 'COL-21.answers'],
    alter: success(singleDeletes, () => ({ success: 'true' })),
  }),
  fault('deletion-without-body', 'answers bulk deletions with the status 204 and no body', {
    breaks: { 'ENV-02': /JSON object/ },
    touches: ['ENV-*', 'BULK-*', 'PERM-*', 'COL-21'],
    alter: reply(bulkDeletes, ({ status }) => (status === 200 ? { status: 204, body: '' } : {})),
  }),
  fault('created-object', 'answers a create with the whole object that was sent', {
    breaks: { 'ENV-08': /what the one object in data/ },
    alter: created('createResource', (object, { body }) => ({ ...body, ...object })),
  }),
  fault('created-without-array', 'answers a create with an object under data', {
    breaks: { 'ENV-08': /an array with one object/ },
    touches: ['ENV-09'],
    alter: dataAs(creates, (data: object[]) => data[0]),
  }),
  fault('single-read-in-array', 'answers a single read of a booking with an array of one', {
    breaks: { 'ENV-06': /no object under data/ },
    touches: ['BKG-*', 'PERM-*'],
    alter: dataAs('readBooking', data => [data]),
  }),
  fault('empty-list-null', 'answers an empty list with null under data', {
    breaks: { 'ENV-07': /must be an array/ },
    touches: ['BKG-40'],
    alter: dataAs(bookingLists, (data: []) => (data.length === 0 ? null : data)),
  }),
  fault('update-tells-count', 'tells in the answer to a bulk update how many objects it was about', {
    breaks: { 'ENV-10': /the answer to PUT/ },
    alter: success(bulkPuts, body => ({ ...body, updated: 1 })),
  }),
  fault('deletion-tells-id', 'tells in the answer to a deletion what was deleted', {
    breaks: { 'ENV-11': /the answer to DELETE/ },
    alter: success(singleDeletes, (body, { params }) => ({ ...body, data: params })),
  }),
  fault('refusal-says-success', 'says success = true with the status 422 if a value is wrong', {
    breaks: { 'ENV-05': /must be refused, but was accepted/ },
    touches: ['RES-*', 'BKG-*', 'TIME-*', 'COL-10', 'CROSS-*', 'ENV-14'],
    alter: refusal(singlePuts, ({ status, body }) =>
      status === 422 ? { body: JSON.stringify({ ...JSON.parse(body), success: true }) } : {},
    ),
  }),
  fault('list-shorter-than-read', 'leaves the note out of the objects of a list', {
    breaks: { 'ENV-13.resource': /differs/ },
    touches: ['RES-01', 'LIST-*', 'CROSS-03', 'ENV-18'],
    alter: objects('listResources', object => without(object, 'note')),
  }),
  fault('text-escaped', 'escapes texts for HTML when it reads them', {
    breaks: { 'ENV-16.quotes': /&quot;/ },
    touches: ['ENV-16'],
    alter: objectTexts('resource', 'description', escaped),
  }),
  fault('refusal-500', 'answers 500 where a value is wrong', {
    breaks: { 'ENV-14.refusal': /should have a 4xx status/ },
    touches: ['CROSS-37'],
    alter: refusal('everything', ({ status }) => (status === 422 ? { status: 500 } : {})),
  }),
  fault('list-redirected-to-slash', 'redirects the list of bookings without a query to a final slash', {
    breaks: { 'ENV-01': /bookings.* must be accepted/ },
    touches: ['LIST-*.bookings', 'FILT-12', 'PERM-09', 'PERM-13', 'ENV-04', 'ENV-14'],
    alter: reply('listBookings', (usual, { call, query }) =>
      query.size > 0 ? usual : { status: 308, headers: { location: `${call.target}/` }, body: '' },
    ),
  }),
  fault('account-deleted-204', 'answers the deletion of an account with the status 204 and no body', {
    breaks: { 'ENV-02.delete-me': /must be answered with a JSON object/ },
    touches: ids`
      ENV-03.delete-me ENV-11.delete-me ENV-05.account ENV-04 ENV-14.refusal USER-44 USER-45`,
    alter: reply('deleteMe', ({ status }) => (status === 200 ? { status: 204, body: '' } : {})),
  }),
  fault('created-id-coded', 'answers the create of a collaborator with a text that is no number', {
    breaks: { 'COL-03': /the id that creating a collaborator answers is no integer/ },
    // With such an id, no collaborator can be read or deleted.
    touches: ['ENV-09', 'COL-12', 'COL-21', 'PERM-03', 'PERM-20'],
    alter: created('createCollaborator', ({ id }) => ({ id: `col_${id}` })),
  }),
  fault('success-as-number', 'says success as the number 1 in lists of bookings', {
    breaks: { 'ENV-03.get-bookings': /"success": true, the JSON boolean/ },
    touches: ['ENV-03', 'ENV-04', 'ENV-14.refusal'],
    alter: success(bookingLists, body => ({ ...body, success: 1 })),
  }),
  fault('user-in-array', 'answers a read of the user with an array of one', {
    breaks: { 'ENV-06.me': /data of a read of the user must be an object/ },
    touches: ['AUTH-*', 'USER-*', 'LIMIT-*'],
    alter: dataAs('readMe', data => [data]),
  }),
  fault('list-of-one-bare', 'answers a list of one booking with the booking itself under data', {
    breaks: { 'ENV-07.booking': /data of a list with one booking must be an array/ },
    touches: ['PERM-12', 'PERM-14', 'PERM-15'],
    alter: dataAs(bookingLists, (data: object[]) => (data.length === 1 ? data[0] : data)),
  }),
  fault('list-of-none-without-pagination', 'leaves pagination out of an empty list of bookings', {
    breaks: { 'ENV-07.empty': /must have pagination, an object/ },
    touches: ['ENV-07.booking'],
    alter: success(bookingLists, ({ pagination, ...rest }) =>
      (rest.data as []).length === 0 ? rest : { ...rest, pagination },
    ),
  }),
  fault('created-ids-as-text', 'answers the create of resources and bookings with a text as the id', {
    breaks: { 'ENV-09.resource': /has a wrong type/, 'ENV-09.booking': /has a wrong type/ },
    touches: ['CROSS-39'],
    alter: created(['createResource', 'createBooking'], ({ id }) => ({ id: String(id) })),
  }),
  fault('created-beside-status', 'adds to the create of a booking whether others overlap with it', {
    breaks: { 'ENV-08.booking': /what the one object in data of a create holds/ },
    touches: ['BKG-28.answers'],
    alter: created('createBooking', object => ({ ...object, overlaps: false })),
  }),
  fault('update-returns-object', 'answers a single update with the object that was sent', {
    breaks: { 'ENV-10.put-booking': /the answer to PUT/ },
    touches: ['ENV-10'],
    alter: success(singlePuts, (answer, { body }) => ({ ...answer, data: body })),
  }),
  fault('password-change-says-so', 'adds a message to the answer where the password was changed', {
    breaks: { 'ENV-10.put-me.password': /the answer to PUT/ },
    alter: success('changeMe', (answer, { body }) =>
      'new_password' in body ? { ...answer, message: 'Your password was changed' } : answer,
    ),
  }),
  fault('deletion-with-null', 'has an empty data in the answers to deletions', {
    breaks: { 'ENV-11.delete-collaborator': /the answer to DELETE/ },
    touches: ['ENV-11'],
    alter: success([...singleDeletes, 'deleteMe'], answer => ({ ...answer, data: null })),
  }),
  fault('user-id-as-number', 'reads the id of the user as a number', {
    breaks: { 'ENV-12.me': /the id of the user must be a string/, 'USER-01': /id of the user object/ },
    // All accounts have the same id, so an id does not identify an account.
    touches: ['USER-*', 'BKG-29', 'LIMIT-01', 'TIME-12'],
    alter: objects('user', object => ({ ...object, id: 4711 })),
  }),
  fault('booking-ids-as-text', 'reads the id of a single booking as a text', {
    breaks: { 'ENV-12.booking': /must be an integer in a single read/ },
    touches: ['ENV-09.booking', 'ENV-13.booking', 'BKG-01', 'BKG-24'],
    alter: objects('readBooking', object => ({ ...object, id: String(object.id) })),
  }),
  fault('listed-ids-as-text', 'has the ids of collaborators as texts in lists alone', {
    breaks: { 'ENV-12.collaborator': /the ids in/ },
    touches: ['ENV-13', 'LIST-*.collaborators', 'COL-01', 'COL-02', 'COL-03', 'CROSS-04'],
    alter: objects('listCollaborators', object => ({ ...object, id: String(object.id) })),
  }),
  fault('list-with-other-person', 'leaves the user out where it lists collaborators', {
    breaks: { 'ENV-13.registered': /differs from what it must be/ },
    touches: ['ENV-17', 'COL-16', 'COL-18'],
    alter: objects('listCollaborators', object => without(object, 'user')),
  }),
]
