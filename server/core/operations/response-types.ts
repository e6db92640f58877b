import type { Pagination } from '../lists/paging.js'
import type { Detail, ErrorCode } from '../wire/errors.js'

/*
 * The types of requests and responses: bodies as in section 2, responses as in section 1.
 */

export type { BookingBody, NewBookingBody } from '../contract/object-types/booking.js'
export type { CollaboratorBody, NewCollaboratorBody } from '../contract/object-types/collaborator.js'
export type { NewResourceBody, ResourceBody } from '../contract/object-types/resource.js'
export type { UserBody } from '../contract/object-types/user.js'

/** The response to an update or a deletion. */
export type DoneAnswer = {
  /** Distinguishes it from an `ErrorAnswer`. */
  success: true
}

/** A response with one object. */
export type ObjectAnswer<Value> = DoneAnswer & {
  /** The object. */
  data: Value
}

/** A response with a list of objects. */
export type ListAnswer<Value> = DoneAnswer & {
  /** The objects of this page. */
  data: Value[]
  /** The position of this page in the list, and links to other pages. */
  pagination: Pagination
}

/** The response to a create; the id of a collaborator may be a string (section 2.3). */
export type CreatedAnswer<Id extends number | string = number> = DoneAnswer & {
  /** The id of the new object. */
  data: [
    {
      /** Identifies the new object. */
      id: Id
    },
  ]
}

/** The response to a refused request; the document does not specify its form. */
export interface ErrorAnswer {
  /** Distinguishes it from other responses. */
  success: false
  /** What went wrong. */
  error: {
    /** The kind of error, for programs. */
    code: ErrorCode
    /** What went wrong and what to do, for people. */
    message: string
    /** The invalid values. */
    details?: Detail[]
  }
}
