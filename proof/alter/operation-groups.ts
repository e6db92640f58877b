import type { OperationId } from '../../server/core/index.js'

/** The operations of section 4 by what they do, to alter several at once. */
export const lists = [
  'listResources',
  'listBookings',
  'listResourceBookings',
  'listCollaborators',
] as const satisfies OperationId[]

/** Without `readMe`. */
export const singleReads = [
  'readResource',
  'readBooking',
  'readCollaborator',
] as const satisfies OperationId[]

export const creates = [
  'createResource',
  'createBooking',
  'createCollaborator',
] as const satisfies OperationId[]

/** Without `changeMe`. */
export const singlePuts = [
  'changeResource',
  'changeBooking',
  'changeCollaborator',
] as const satisfies OperationId[]

export const bulkPuts = [
  'changeResources',
  'changeBookings',
  'changeResourceBookings',
  'changeCollaborators',
] as const satisfies OperationId[]

/** Without `deleteMe`. */
export const singleDeletes = [
  'deleteResource',
  'deleteBooking',
  'deleteCollaborator',
] as const satisfies OperationId[]

export const bulkDeletes = [
  'deleteResources',
  'deleteBookings',
  'deleteResourceBookings',
  'deleteCollaborators',
] as const satisfies OperationId[]

export const bookingLists = ['listBookings', 'listResourceBookings'] as const satisfies OperationId[]
export const bookingBulkPuts = ['changeBookings', 'changeResourceBookings'] as const satisfies OperationId[]

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
