import { bookingLists, objects, reply, singleDeletes, singlePuts, success } from '../../alter/index.js'
import { fault } from '../fault.js'

type Created = [{ id: number }]

export const envelopeShapeFaults = [
  fault('list-redirected-to-slash', 'redirects the list of bookings without a query to a final slash', {
    breaks: { 'ENV-01': /bookings.* must be accepted/ },
    touches: ['LIST-*.bookings', 'PERM-09', 'PERM-13', 'ENV-04', 'ENV-14'],
    alter: reply('listBookings', (usual, { call, query }) =>
      query.size > 0 ? usual : { status: 308, headers: { location: `${call.target}/` }, body: '' },
    ),
  }),
  fault('account-deleted-204', 'answers the deletion of an account with the status 204 and no body', {
    breaks: { 'ENV-02.delete-me': /must be answered with a JSON object/ },
    touches: [
      'ENV-03.delete-me',
      'ENV-11.delete-me',
      'ENV-05.account',
      'ENV-04',
      'ENV-14.refusal',
      'USER-44',
      'USER-45',
    ],
    alter: reply('deleteMe', ({ status }) => (status === 200 ? { status: 204, body: '' } : {})),
  }),
  fault('created-id-coded', 'answers the create of a collaborator with a text that is no number', {
    breaks: { 'COL-03': /the id that creating a collaborator answers is no integer/ },
    // With such an id no collaborator can be read, or deleted afterwards.
    touches: ['ENV-09', 'COL-12', 'COL-21', 'PERM-03', 'PERM-20'],
    alter: success('createCollaborator', ({ data, ...rest }) => ({
      ...rest,
      data: [{ id: `col_${(data as Created)[0].id}` }],
    })),
  }),
  fault('success-as-number', 'says success as the number 1 in lists of bookings', {
    breaks: { 'ENV-03.get-bookings': /"success": true, the JSON boolean/ },
    touches: ['ENV-03', 'ENV-04', 'ENV-14.refusal'],
    alter: success(bookingLists, body => ({ ...body, success: 1 })),
  }),
  fault('user-in-array', 'answers a read of the user with an array of one', {
    breaks: { 'ENV-06.me': /data of a read of the user must be an object/ },
    touches: ['AUTH-*', 'USER-*', 'LIMIT-*'],
    alter: success('readMe', body => ({ ...body, data: [body.data] })),
  }),
  fault('list-of-one-bare', 'answers a list of one booking with the booking itself under data', {
    breaks: { 'ENV-07.booking': /data of a list with one booking must be an array/ },
    touches: ['PERM-12', 'PERM-14', 'PERM-15'],
    alter: success(bookingLists, ({ data, ...rest }) => ({
      ...rest,
      data: (data as object[]).length === 1 ? (data as object[])[0] : data,
    })),
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
    alter: success(['createResource', 'createBooking'], ({ data, ...rest }) => ({
      ...rest,
      data: [{ id: String((data as Created)[0].id) }],
    })),
  }),
  fault('created-beside-status', 'adds to the create of a booking whether others overlap with it', {
    breaks: { 'ENV-08.booking': /what the one object in data of a create holds/ },
    alter: success('createBooking', ({ data, ...rest }) => ({
      ...rest,
      data: [{ ...(data as Created)[0], overlaps: false }],
    })),
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
    touches: ['USER-02', 'USER-40'],
    alter: objects('user', object => ({ ...object, id: 4711 })),
  }),
  fault('booking-ids-as-text', 'reads the id of a single booking as a text', {
    breaks: { 'ENV-12.booking': /must be an integer in a single read/ },
    touches: ['ENV-09.booking', 'ENV-13.booking', 'BKG-01'],
    alter: objects('booking', (object, { operation }) =>
      operation?.id === 'readBooking' ? { ...object, id: String(object.id) } : object,
    ),
  }),
  fault('listed-ids-as-text', 'has the ids of collaborators as texts in lists alone', {
    breaks: { 'ENV-12.collaborator': /the ids in/ },
    touches: ['ENV-13', 'LIST-*.collaborators', 'COL-01', 'COL-02', 'COL-03', 'CROSS-04'],
    alter: objects('collaborator', (object, { operation }) =>
      operation?.id === 'listCollaborators' ? { ...object, id: String(object.id) } : object,
    ),
  }),
  fault('list-with-other-person', 'leaves the user out where it lists collaborators', {
    breaks: { 'ENV-13.registered': /differs from what it must be/ },
    touches: ['ENV-17', 'COL-16', 'COL-18'],
    alter: objects('collaborator', ({ user, ...rest }, { operation }) =>
      operation?.id === 'listCollaborators' || user === undefined ? rest : { ...rest, user },
    ),
  }),
]
