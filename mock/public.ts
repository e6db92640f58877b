// The exports of the mock in Node.js and in browsers, whichever copy of MSW it uses.

// The types of a mock.
export type {
  FailureInput,
  Latency,
  NewSchedule,
  OutboxEntry,
  PlannedFailure,
} from '../server/control/index.js'
// The API it answers.
export type {
  Booking,
  BookingBody,
  Collaborator,
  CollaboratorBody,
  CreatedAnswer,
  Detail,
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
  OperationTypes,
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
export { passwordHash } from './engine/authentication.js'
export type { ReceivedRequest, RecordedOperation, RecordedOther, RecordedRequest } from './engine/requests.js'
export type { MockSnapshot, MockSnapshotData } from './engine/snapshot.js'
export type { HeldRequests, Mock, MockOptions, RequestCondition } from './mock.js'
export type { Passthrough } from './msw/passthrough.js'
export type { Db, Entities } from './store/index.js'
