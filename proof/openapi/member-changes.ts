import type { OperationId } from '../../server/core/index.js'

/** The operations that return each object. */
export const readOperations = {
  Resource: ['readResource', 'listResources'],
  Booking: ['readBooking', 'listBookings'],
  Collaborator: ['readCollaborator', 'listCollaborators'],
  User: ['readMe'],
} as const satisfies Record<string, readonly OperationId[]>

/** Makes a mistake about a member of an object. */
export type MemberChange = (object: Record<string, unknown>, name: string) => void

/** Mistakes about a member that has to be there, by what they are. */
export const memberChanges = {
  dropped: (object, name) => delete object[name],
  renamed(object, name) {
    object[`${name}_`] = object[name]
    delete object[name]
  },
} as const satisfies Record<string, MemberChange>
