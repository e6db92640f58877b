// The entry point of the core: the whole service, independent of its environment.

export { newUser, register, userObject } from './accounts.js'
export { blockOf, createTally, isLoopback, networkOf, type Tally } from './addresses.js'
export {
  type Awaitable,
  type Call,
  type Exchange,
  isNetworkError,
  networkError,
  type Parts,
  type Reply,
  splitTarget,
  withoutSecret,
} from './call.js'
export { type Clock, createClock, type Instant, type MovableClock, millisecondsOf } from './clock.js'
export { bodyTooLarge, explain, parseBody, refuseBody } from './contract/body.js'
export { type Booking, booking, newBooking } from './contract/booking.js'
export { type Collaborator, collaborator, collaboratorCreate, type Role } from './contract/collaborator.js'
export { noQuery } from './contract/listing.js'
export { type Resource, resource, resourceCreate } from './contract/resource.js'
export {
  type BookingList,
  completeBooking,
  type LoadableSeed,
  type Seed,
  type SeedBooking,
  type SeedBookingInput,
  type SeedCollaborator,
  type SeedInput,
  type SeedResource,
  type SeedScheduleInput,
  type SeedUser,
  type SeedUserInput,
  scheduleId,
  seed,
  seedBooking,
  seedCollaborator,
  seedResource,
  seedUser,
} from './contract/seed.js'
export { type CheckedSeed, checkSeed, markChecked, parseSeed, SeedError } from './contract/seed-check.js'
export { createBookingCheck, type UniqueNames, wrongReferences } from './contract/seed-references.js'
export { accountDefaults, newAccount, type ParsedAccount, type User, user } from './contract/user.js'
export { notATime, oneOf, toTime } from './contract/values.js'
export { type CorsOrigins, corsHeaders } from './cors.js'
export { readBasic } from './credentials.js'
export { errorBoundary, type Handler, replyTo } from './error-boundary.js'
export { type Detail, type ErrorCode, Refusal, refuseDetails, statusOf } from './errors.js'
export { createGate, type Gate } from './gate.js'
export { createLanes, type Requester } from './lanes.js'
export { bodyLimit, defaultLimits, type Limits, serviceDefaults } from './limits.js'
export {
  counted,
  forgottenAfter,
  isFull,
  judging,
  keysOf,
  type LoginAttempt,
  type LoginThrottle,
  markOf,
  type RuleName,
  type Tries,
  waitOf,
} from './login-throttle.js'
export type { KeptMail, MailQueue, QueuedMail } from './mail-queue.js'
export { createOutboxBuffer, type OutboxEntry } from './mails/outbox.js'
export type { NewAccount } from './object-types/user.js'
export { forgetOldest } from './oldest.js'
export type { OpenApiDocument } from './openapi/index.js'
export {
  bookingMembers,
  collaboratorMembers,
  resourceMembers,
  userMembers,
} from './openapi/members.js'
export type { Operation } from './operation.js'
export type { OperationTypes } from './operation-types.js'
export { linkTargets, operations } from './operations/index.js'
export { nearestOperation } from './operations/nearest-operation.js'
export { type OperationId, operationIds } from './operations/routes.js'
export { inHtml } from './page.js'
export type { Pagination } from './paging.js'
export { limitParts, type MostInParts } from './parts.js'
export type { Ids, Mail, Mailer, Passwords, Ports, ResponseVariants, Settings } from './ports.js'
export { parseQuery, splitQuery } from './query.js'
export { randomNumbers } from './random.js'
export { type Admission, windowSeconds } from './rate.js'
export type * from './response-types.js'
export { allowing, defective, refused, reply } from './responses.js'
export { createRouter, type Params, type Route } from './router.js'
export { type Scan, ScanLost, scanOf } from './scan.js'
export { loadSeed } from './seed.js'
export { type Counts, createService, type Service } from './service.js'
export * from './store.js'
export { dateText, instantOf, isInRange, localText, readTime, utcText } from './times.js'
export { unmatched } from './unmatched.js'

export {
  mostSearched,
  rememberToken,
  safeBody,
  safeTarget,
  safeText,
  senderOf,
} from './wire/redaction.js'
export { isControlPath, prefixOf, sessionHeader, sessionOf } from './wire/session-names.js'
export { nearest, shown, suggest } from './wording.js'

/** The description of the service in OpenAPI, which takes a moment to load. */
export const loadOpenApi = () => import('./openapi/index.js')
