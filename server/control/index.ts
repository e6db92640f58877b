// The entry point of the control interface: what tests can drive, in a program or over HTTP.

export {
  createAccount,
  createSchedule,
  limitRates,
  type NewSchedule,
  newSchedule,
  rateLimit,
} from './accounts.js'
export { controlOperations, createControl } from './control.js'
export { createEntrance } from './entrance.js'
export {
  type FailureInput,
  failure,
  hintForOperation,
  isNetworkError,
  networkError,
  type PlannedFailure,
} from './failures.js'
export { conditionalFailure, createFaults, meantRequests, responseVariants } from './faults.js'
export { rememberLink, rememberToken } from './known-secrets.js'
export { type Latency, latency } from './latency.js'
export { createOutboxBuffer, type OutboxEntry } from './outbox.js'
export { safeBody, safeTarget, safeText, senderOf } from './redact.js'
export { createRecords, type Exchange, operationOf, type RequestRecord, requestRecordOf } from './requests.js'
export { countSeed, seedToLoad } from './seeds.js'
export { checkedSessionLimits, type SessionDescription, type SessionLimits } from './session-limits.js'
export { isControlPath, sessionHeader } from './session-names.js'
export {
  createSessions,
  type Instance,
  type SessionIdentity,
  type SessionInstance,
  type Sessions,
} from './sessions.js'
export { createSnapshots } from './snapshots.js'
