// The door of the mock: handlers for MSW, in Node.js and in browsers.

// What a mock shows.
export type {
  FailureInput,
  Latency,
  NewSchedule,
  OutboxEntry,
  PlannedFailure,
  RequestRecord,
} from '../server/control/index.js'
// The interface it answers.
export type {
  Booking,
  BookingBody,
  Collaborator,
  CollaboratorBody,
  CreatedAnswer,
  DoneAnswer,
  ErrorAnswer,
  ErrorCode,
  ListAnswer,
  MovableClock,
  NewAccount,
  NewBookingBody,
  NewCollaboratorBody,
  NewResourceBody,
  ObjectAnswer,
  OperationId,
  Pagination,
  Resource,
  ResourceBody,
  ResponseVariants,
  Role,
  Seed,
  SeedInput,
  UniqueNames,
  User,
  UserBody,
} from '../server/core/index.js'
export { operationIds, SeedError } from '../server/core/index.js'
export { createMock } from './create-mock.js'
export type { Mock } from './mock.js'
export type { MockOptions } from './options.js'
export { passwordHash } from './passwords.js'
export type { MockSnapshot, MockSnapshotData } from './snapshot.js'
export type { Db, Entities } from './store/index.js'
