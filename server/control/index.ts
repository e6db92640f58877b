// The entry point of the control interface: what tests can control, from a program or over HTTP.

// Types shared with the hosts of the core.
export {
  createOutboxBuffer,
  type Exchange,
  isControlPath,
  isNetworkError,
  networkError,
  type OutboxEntry,
  rememberToken,
  safeBody,
  safeTarget,
  safeText,
  senderOf,
  sessionHeader,
} from '../core/index.js'
export {
  createAccount,
  createSchedule,
  limitRates,
  type NewSchedule,
  newSchedule,
  rateLimit,
} from './accounts.js'
export { controlOperations, createControl } from './control.js'
export type { Controlled } from './control-operation.js'
export { createEntrance } from './entrance.js'
export { type ControlEvents, createEvents } from './events.js'
export {
  type FailureInput,
  failure,
  hintForOperation,
  type PlannedFailure,
} from './failures.js'
export { conditionalFailure, createFaults, meantRequests, responseVariants } from './faults.js'
export type { HoldState } from './holds.js'
export { type Latency, latency } from './latency.js'
export { createRecords, operationOf, type RequestRecord, requestRecordOf } from './requests.js'
export { countSeed, seedToLoad } from './seeds.js'
export {
  checkedSessionLimits,
  type SessionDescription,
  type SessionIdentity,
  type SessionLimits,
} from './session-limits.js'
export {
  createSessions,
  type Instance,
  type SessionInstance,
  type Sessions,
} from './sessions.js'
export { sleep } from './sleep.js'
export { createSnapshots } from './snapshots.js'
