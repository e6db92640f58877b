// The entry point of the core: the whole service, independent of its environment.

export { blockOf, createTally, isLoopback, networkOf, type Tally } from './access/addresses.js'
export { readBasic } from './access/credentials.js'
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
} from './access/login-throttle.js'
export { type Admission, windowSeconds } from './access/rate.js'
export { bodyTooLarge, explain, parseBody, refuseBody, urlTooLong } from './contract/body.js'
export { type Booking, booking, newBooking } from './contract/booking.js'
export { type Collaborator, collaborator, collaboratorCreate, type Role } from './contract/collaborator.js'
export { defaultLimit, noQuery } from './contract/listing.js'
export type { NewAccount } from './contract/object-types/user.js'
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
export {
  accountDefaults,
  emailKey,
  newAccount,
  type ParsedAccount,
  type User,
  user,
} from './contract/user.js'
export { notATime, oneOf, toTime } from './contract/values.js'
export { errorBoundary, type Handler, replyTo } from './error-boundary.js'
export { bodyLimit, defaultLimits, type Limits, serviceDefaults, urlLimit } from './limits.js'
export type { Pagination } from './lists/paging.js'
export { limitParts, type MostInParts } from './lists/parts.js'
export { parseQuery, splitQuery } from './lists/query.js'
export {
  mostSearched,
  rememberToken,
  safeBody,
  safeHeaders,
  safeTarget,
  safeText,
  senderOf,
} from './logs/redaction.js'
export { createOutboxBuffer, type OutboxEntry } from './mails/outbox.js'
export type { KeptMail, MailQueue, QueuedMail } from './mails/queue.js'
export { forgetOldest } from './oldest.js'
export type { OpenApiDocument } from './openapi/index.js'
export {
  bookingMembers,
  collaboratorMembers,
  resourceMembers,
  userMembers,
} from './openapi/members.js'
export { newUser, register, userObject } from './operations/accounts.js'
export { linkTargets, operations } from './operations/index.js'
export { nearestOperation } from './operations/nearest-operation.js'
export type { Operation } from './operations/operation.js'
export type { OperationTypes } from './operations/operation-types.js'
export type * from './operations/response-types.js'
export type { Ids, Mail, Mailer, Passwords, Ports, ResponseVariants, Settings } from './ports.js'
export { randomNumbers } from './random.js'
export { type Scan, ScanLost, scanOf } from './scan.js'
export { loadSeed } from './seed.js'
export { type Counts, createService, type Service } from './service.js'
export * from './store.js'
export { type Clock, createClock, type Instant, type MovableClock, millisecondsOf } from './times/clock.js'
export { dateText, instantOf, isInRange, localText, readTime, utcText } from './times/times.js'
export { createGate, type Gate } from './turns/gate.js'
export { createLanes, type Requester } from './turns/lanes.js'
export {
  type Awaitable,
  type Call,
  type Exchange,
  isNetworkError,
  isRequestId,
  networkError,
  type Parts,
  type Reply,
  splitTarget,
  withoutSecret,
} from './wire/call.js'
export { type CorsOrigins, corsHeaders, isCorsOrigin } from './wire/cors.js'
export { type Detail, type ErrorCode, overloaded, Refusal, refuseDetails, statusOf } from './wire/errors.js'
export { inHtml } from './wire/page.js'
export { allowing, defective, refused, reply } from './wire/responses.js'
export { createRouter, type Params, type Route } from './wire/router.js'
export { type OperationId, operationIds } from './wire/routes.js'
export { isControlPath, prefixOf, sessionHeader, sessionOf } from './wire/session-names.js'
export { replyUnmatched, unmatched } from './wire/unmatched.js'
export { nearest, shown, suggest } from './wire/wording.js'
