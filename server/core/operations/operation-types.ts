import type { Booking } from '../contract/booking.js'
import type { Collaborator } from '../contract/collaborator.js'
import type { Resource } from '../contract/resource.js'
import type { User } from '../contract/user.js'
import type { OperationId, routes } from '../wire/routes.js'
import type {
  BookingBody,
  CollaboratorBody,
  CreatedAnswer,
  DoneAnswer,
  ListAnswer,
  NewBookingBody,
  NewCollaboratorBody,
  NewResourceBody,
  ObjectAnswer,
  ResourceBody,
  UserBody,
} from './response-types.js'

/** The query of a read, as strings: `fields=name,note` (section 2.5). */
export interface ReadQueryText {
  /** Names of the fields to return, separated by commas; all by default. */
  fields?: string
}

/** The query of a list, as strings (section 2.5). */
export interface ListQueryText extends ReadQueryText {
  /** The number of objects per page; `0` returns all. `20` by default. */
  limit?: string
  /** The number of objects to skip; `0` by default. */
  offset?: string
  /** Only these objects: ids separated by commas. */
  ids?: string
}

/**
 * The query of a list of bookings, as strings: ISO 8601; times without a zone are in the time zone of the user (section 4.2).
 */
export interface BookingListQueryText extends ListQueryText {
  /** Only bookings that start at this time or later. */
  time_min?: string
  /** Only bookings that end before this time. */
  time_max?: string
}

/** The query of a change of several objects, as strings (section 4). */
export interface ChangeQueryText {
  /** Ids separated by commas; without them, all objects in scope are changed. */
  ids?: string
}

/** The query of a deletion of several objects, as strings: `ids`, or `all=1` (section 4). */
export interface DeleteQueryText {
  /** Ids separated by commas. */
  ids?: string
  /** `1` deletes all objects in scope, if there are no `ids`. */
  all?: '0' | '1'
}

/** The query of the deletion of one's own account: `me=1` guards against accidents (section 4.4). */
export interface DeleteMeQueryText {
  /** `1`; anything else is refused. */
  me?: string
}

type NoQuery = { [name: string]: never }

interface Operates<Query, Body, Answer> {
  query: Query
  body: Body
  answer: Answer
}
type Lists<Each, Query = ListQueryText> = Operates<Query, undefined, ListAnswer<Each>>
type Reads<Each> = Operates<ReadQueryText, undefined, ObjectAnswer<Each>>
type Creates<Body, Answer = CreatedAnswer> = Operates<NoQuery, Body, Answer>
type ChangesMany<Body> = Operates<ChangeQueryText, Body, DoneAnswer>
type Changes<Body> = Operates<NoQuery, Body, DoneAnswer>
type DeletesMany = Operates<DeleteQueryText, undefined, DoneAnswer>
type Deletes<Query = NoQuery> = Operates<Query, undefined, DoneAnswer>

interface Bodies extends Record<OperationId, Operates<unknown, unknown, unknown>> {
  /** Lists the resources of a schedule (section 4.1). */
  listResources: Lists<Resource>
  /** Reads a resource (section 4.1). */
  readResource: Reads<Resource>
  /** Creates a resource (section 4.1). */
  createResource: Creates<NewResourceBody>
  /** Changes several resources, or all of a schedule (section 4.1). */
  changeResources: ChangesMany<ResourceBody>
  /** Changes a resource (section 4.1). */
  changeResource: Changes<ResourceBody>
  /** Deletes several resources, or all of a schedule, with their bookings (section 4.1). */
  deleteResources: DeletesMany
  /** Deletes a resource with its bookings (section 4.1). */
  deleteResource: Deletes
  /** Lists the bookings of a schedule (section 4.2). */
  listBookings: Lists<Booking, BookingListQueryText>
  /** Lists the bookings of a resource (section 4.2). */
  listResourceBookings: Lists<Booking, BookingListQueryText>
  /** Reads a booking (section 4.2). */
  readBooking: Reads<Booking>
  /** Creates a booking (section 4.2). */
  createBooking: Creates<NewBookingBody>
  /** Changes several bookings, or all of a schedule (section 4.2). */
  changeBookings: ChangesMany<BookingBody>
  /** Changes several or all bookings of a resource (section 4.2). */
  changeResourceBookings: ChangesMany<BookingBody>
  /** Changes a booking (section 4.2). */
  changeBooking: Changes<BookingBody>
  /** Deletes several bookings, or all of a schedule (section 4.2). */
  deleteBookings: DeletesMany
  /** Deletes several or all bookings of a resource (section 4.2). */
  deleteResourceBookings: DeletesMany
  /** Deletes a booking (section 4.2). */
  deleteBooking: Deletes
  /** Lists the collaborators of a schedule (section 4.3). */
  listCollaborators: Lists<Collaborator>
  /** Reads a collaborator (section 4.3). */
  readCollaborator: Reads<Collaborator>
  /** Adds a collaborator to a schedule (section 4.3). */
  createCollaborator: Creates<NewCollaboratorBody, CreatedAnswer<number | string>>
  /** Changes the role of several or all collaborators (section 4.3). */
  changeCollaborators: ChangesMany<CollaboratorBody>
  /** Changes the role of a collaborator (section 4.3). */
  changeCollaborator: Changes<CollaboratorBody>
  /** Removes several or all collaborators (section 4.3). */
  deleteCollaborators: DeletesMany
  /** Removes a collaborator, or ends one's own collaboration (section 4.3). */
  deleteCollaborator: Deletes
  /** Reads the settings of the account (section 4.4). */
  readMe: Reads<User>
  /** Changes settings or the password of the account (section 4.4). */
  changeMe: Changes<UserBody>
  /** Deletes the account with its schedules and collaborations; `me: 1` guards against accidents (section 4.4). */
  deleteMe: Deletes<DeleteMeQueryText>
}

type MethodOf<Route> = Route extends `${infer Method} ${string}` ? Method : never
type PathOf<Route> = Route extends `${string} ${infer Path}` ? Path : never

/**
 * The input and response of each operation of section 4.
 *
 * @example const body: OperationTypes['createBooking']['body'] = { resource_id: 1, start, end }
 */
export type OperationTypes = {
  // Mapped over the interface itself, so that editors show its comments.
  [Id in keyof Bodies]: Bodies[Id] & {
    /** `GET`, `POST`, `PUT` or `DELETE`. */
    method: MethodOf<(typeof routes)[Id]>
    /** The path, with parameters in braces: `/v1/schedules/{scheduleId}/resources`. */
    path: PathOf<(typeof routes)[Id]>
  }
}
