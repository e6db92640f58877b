import type { z } from 'zod'
import type { bookingChange, bookingCreate } from './contract/booking.js'
import type { collaboratorChange, collaboratorCreate } from './contract/collaborator.js'
import type { resourceChange, resourceCreate } from './contract/resource.js'
import type { userChange } from './contract/user.js'
import type { Detail, ErrorCode } from './errors.js'
import type { Pagination } from './paging.js'

/*
 * The types of requests and responses: bodies by section 2, responses by section 1.
 */

export type NewResourceBody = z.input<typeof resourceCreate.schema>
export type ResourceBody = z.input<typeof resourceChange.schema>
export type NewBookingBody = z.input<typeof bookingCreate.schema>
export type BookingBody = z.input<typeof bookingChange.schema>
export type NewCollaboratorBody = z.input<typeof collaboratorCreate.schema>
export type CollaboratorBody = z.input<typeof collaboratorChange.schema>
export type UserBody = z.input<typeof userChange.schema>

/** A response with one object. */
export type ObjectAnswer<Value> = { success: true; data: Value }

/** A response with a list of objects. */
export type ListAnswer<Value> = { success: true; data: Value[]; pagination: Pagination }

/** The response to a create; the id of a collaborator may be a string (section 2.3). */
export type CreatedAnswer<Id extends number | string = number> = { success: true; data: [{ id: Id }] }

/** The response to an update or a deletion. */
export type DoneAnswer = { success: true }

/** The response to a refused request; the document does not show its form. */
export interface ErrorAnswer {
  success: false
  error: { code: ErrorCode; message: string; details?: Detail[] }
}
