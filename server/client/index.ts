// The entry point of the client.

export type { Booking } from '../core/contract/booking.js'
export type { Collaborator, Role } from '../core/contract/collaborator.js'
export type { Resource } from '../core/contract/resource.js'
export type { User } from '../core/contract/user.js'
export type { Pagination } from '../core/lists/paging.js'
export type { OperationTypes } from '../core/operations/operation-types.js'
export type {
  BookingBody,
  CollaboratorBody,
  NewBookingBody,
  NewCollaboratorBody,
  NewResourceBody,
  ResourceBody,
  UserBody,
} from '../core/operations/response-types.js'
export type { Detail, ErrorCode } from '../core/wire/errors.js'
export type { OperationId } from '../core/wire/routes.js'
export type { Answered, RateLimit } from './answer.js'
export { ApiError, type ApiErrorOf } from './api-error.js'
export { type ClientOptions, createClient } from './client.js'
export { ControlError, type ControlOptions, createControl } from './control.js'
export type {
  ClockState,
  Control,
  ControlEvent,
  ControlFunctions,
  EventsOptions,
  LatencyState,
  SnapshotName,
} from './control-types.js'
export type { CodeOf } from './error-codes.js'
export type { Client, List, Page } from './types.js'
