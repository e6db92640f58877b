import type { OperationId } from '../../server/core/index.js'

const group = <const Ids extends readonly OperationId[]>(...ids: Ids): Ids => ids

/** The operations of section 4, grouped by what they do, to alter several at once. */
export const lists = group('listResources', 'listBookings', 'listResourceBookings', 'listCollaborators')
/** Without `readMe`. */
export const singleReads = group('readResource', 'readBooking', 'readCollaborator')
export const creates = group('createResource', 'createBooking', 'createCollaborator')
/** Without `changeMe`. */
export const singlePuts = group('changeResource', 'changeBooking', 'changeCollaborator')
/** Without `deleteMe`. */
export const singleDeletes = group('deleteResource', 'deleteBooking', 'deleteCollaborator')

export const bulkPuts = group(
  'changeResources',
  'changeBookings',
  'changeResourceBookings',
  'changeCollaborators',
)
export const bulkDeletes = group(
  'deleteResources',
  'deleteBookings',
  'deleteResourceBookings',
  'deleteCollaborators',
)
export const bookingLists = group('listBookings', 'listResourceBookings')
export const bookingBulkPuts = group('changeBookings', 'changeResourceBookings')

/** The single reads and lists of each kind of object. */
export const readsOf = {
  resource: ['listResources', 'readResource'],
  booking: ['listBookings', 'listResourceBookings', 'readBooking'],
  collaborator: ['listCollaborators', 'readCollaborator'],
  user: ['readMe'],
} as const satisfies Record<string, OperationId[]>

export const changesOf = {
  resource: ['changeResource', 'changeResources'],
  booking: ['changeBooking', 'changeBookings', 'changeResourceBookings'],
  collaborator: ['changeCollaborator', 'changeCollaborators'],
  user: ['changeMe'],
} as const satisfies Record<string, OperationId[]>

/** The operations that create or change objects of a kind. */
export const writesOf = {
  resource: ['createResource', ...changesOf.resource],
  booking: ['createBooking', ...changesOf.booking],
} as const satisfies Record<string, OperationId[]>

/** One operation or several. */
export type Which = OperationId | readonly OperationId[]

export const isOneOf = (which: Which, id: OperationId | undefined): boolean =>
  id !== undefined && (typeof which === 'string' ? which === id : which.includes(id))

/** The repository that an operation works on; not for operations on an account. */
export const collectionOf = (id: OperationId): 'bookings' | 'collaborators' | 'resources' =>
  /Booking/.test(id) ? 'bookings' : /Collaborator/.test(id) ? 'collaborators' : 'resources'
