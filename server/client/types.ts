import type { Booking } from '../core/contract/booking.js'
import type { Collaborator } from '../core/contract/collaborator.js'
import type { Resource } from '../core/contract/resource.js'
import type { User } from '../core/contract/user.js'
import type {
  BookingBody,
  CollaboratorBody,
  CreatedAnswer,
  ListAnswer,
  NewBookingBody,
  NewCollaboratorBody,
  NewResourceBody,
  ResourceBody,
  UserBody,
} from '../core/response-types.js'

/** What every method takes. */
export interface Cancellable {
  /** Ends the request, and the wait before it is repeated. */
  signal?: AbortSignal | undefined
}

interface InSchedule {
  scheduleId: string
}
interface OfResource extends InSchedule {
  resourceId: number
}
interface OfBooking extends InSchedule {
  bookingId: number
}
interface OfCollaborator extends InSchedule {
  collaboratorId: number
}

/** The query of a read: `fields` names the members to return (section 2.5). */
export interface ReadQuery<Field> {
  fields?: readonly Field[] | undefined
}

/** The query of a list (section 2.5). */
export interface ListQuery<Field> extends ReadQuery<Field> {
  /** Objects in a page; 0 returns all. @default 20 */
  limit?: number | undefined
  /** @default 0 */
  offset?: number | undefined
  ids?: readonly number[] | undefined
}

/** The filters of a list of bookings: ISO 8601, in the time zone of the user if they have none (section 4.2). */
export interface BookingFilters {
  /** Only bookings that start at this time or later. */
  time_min?: string | undefined
  /** Only bookings that end before this time. */
  time_max?: string | undefined
}

/** One page of a list. */
export type Page<Value> = Omit<ListAnswer<Value>, 'success'>

/** A list: `await` returns its first page, `for await` every object, page by page. */
export type List<Value> = Promise<Page<Value>> & AsyncIterable<Value>

/** The objects to delete: some, or with `all: 1` every one in scope. */
export type Selected = { ids: readonly number[]; all?: never } | { all: 1; ids?: never }

type Lists<Value, Ids, Filters = unknown> = <Field extends keyof Value = keyof Value>(
  request: Ids & ListQuery<Field> & Filters & Cancellable,
) => List<Pick<Value, Field>>

type Reads<Value, Ids> = <Field extends keyof Value = keyof Value>(
  request: Ids & ReadQuery<Field> & Cancellable,
) => Promise<Pick<Value, Field>>

type Creates<Body> = (request: InSchedule & { body: Body } & Cancellable) => Promise<CreatedAnswer['data'][0]>

type ChangesOne<Body, Ids> = (request: Ids & { body: Body } & Cancellable) => Promise<void>

/** Without `ids`, it changes all objects in scope (section 4). */
type ChangesMany<Body, Ids = InSchedule> = (
  request: Ids & { body: Body; ids?: readonly number[] } & Cancellable,
) => Promise<void>

type DeletesOne<Ids> = (request: Ids & Cancellable) => Promise<void>

type DeletesMany<Ids = InSchedule> = (request: Ids & Selected & Cancellable) => Promise<void>

/** One method for each operation of section 4. Each rejects with an `ApiError` if the service refuses the request. */
export interface Client {
  /** Lists the resources of a schedule (section 4.1). */
  listResources: Lists<Resource, InSchedule>
  /** Reads a resource (section 4.1). */
  readResource: Reads<Resource, OfResource>
  /** Creates a resource (section 4.1). */
  createResource: Creates<NewResourceBody>
  /** Changes several resources, or all of a schedule (section 4.1). */
  changeResources: ChangesMany<ResourceBody>
  /** Changes a resource (section 4.1). */
  changeResource: ChangesOne<ResourceBody, OfResource>
  /** Deletes several resources, or all of a schedule, with their bookings (section 4.1). */
  deleteResources: DeletesMany
  /** Deletes a resource with its bookings (section 4.1). */
  deleteResource: DeletesOne<OfResource>

  /** Lists the bookings of a schedule (section 4.2). */
  listBookings: Lists<Booking, InSchedule, BookingFilters>
  /** Lists the bookings of a resource (section 4.2). */
  listResourceBookings: Lists<Booking, OfResource, BookingFilters>
  /** Reads a booking (section 4.2). */
  readBooking: Reads<Booking, OfBooking>
  /** Creates a booking (section 4.2). */
  createBooking: Creates<NewBookingBody>
  /** Changes several bookings, or all of a schedule (section 4.2). */
  changeBookings: ChangesMany<BookingBody>
  /** Changes several or all bookings of a resource (section 4.2). */
  changeResourceBookings: ChangesMany<BookingBody, OfResource>
  /** Changes a booking (section 4.2). */
  changeBooking: ChangesOne<BookingBody, OfBooking>
  /** Deletes several bookings, or all of a schedule (section 4.2). */
  deleteBookings: DeletesMany
  /** Deletes several or all bookings of a resource (section 4.2). */
  deleteResourceBookings: DeletesMany<OfResource>
  /** Deletes a booking (section 4.2). */
  deleteBooking: DeletesOne<OfBooking>

  /** Lists the collaborators of a schedule (section 4.3). */
  listCollaborators: Lists<Collaborator, InSchedule>
  /** Reads a collaborator (section 4.3). */
  readCollaborator: Reads<Collaborator, OfCollaborator>
  /** Adds a collaborator to a schedule (section 4.3). */
  createCollaborator: Creates<NewCollaboratorBody>
  /** Changes the role of several or all collaborators (section 4.3). */
  changeCollaborators: ChangesMany<CollaboratorBody>
  /** Changes the role of a collaborator (section 4.3). */
  changeCollaborator: ChangesOne<CollaboratorBody, OfCollaborator>
  /** Removes several or all collaborators (section 4.3). */
  deleteCollaborators: DeletesMany
  /** Removes a collaborator, or ends one's own collaboration (section 4.3). */
  deleteCollaborator: DeletesOne<OfCollaborator>

  /** Reads the settings of the account (section 4.4). */
  readMe<Field extends keyof User = keyof User>(
    request?: ReadQuery<Field> & Cancellable,
  ): Promise<Pick<User, Field>>
  /** Changes settings or the password of the account (section 4.4). */
  changeMe: ChangesOne<UserBody, unknown>
  /** Deletes the account with its schedules and collaborations; `me: 1` guards against accidents (section 4.4). */
  deleteMe: DeletesOne<{ me: 1 }>
}
