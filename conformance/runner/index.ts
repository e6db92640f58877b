/** Everything that the checks of the areas import. */

export type { ReceivedMail } from '../target/target.js'
export {
  accepted,
  changedOnly,
  described,
  documented,
  gone,
  has,
  hasMembers,
  holds,
  nothingCreated,
  now,
  onlySuccess,
  refused,
  same,
  unchanged,
} from './assertions.js'
export {
  type BulkScope,
  type Check,
  type CheckOptions,
  check,
  type Invariant,
  invariant,
  type Secrets,
} from './check.js'
export type {
  Actor,
  Context,
  Given,
  Made,
  MadeBooking,
  MadeCollaborator,
  MadeResource,
  Page,
  Query,
  Schedule,
} from './context.js'
export { type Exchange, meansSuccess, type Reply, replyOf } from './exchange.js'
export { hasZone, instantOf, isUtc } from './instants.js'
export { isObject, isSame, type Json, type JsonObject, pick } from './json.js'
export { Blocked, Violation } from './outcomes.js'
export { waitAsked } from './pacing.js'
export { me } from './paths.js'
export { hash } from './random.js'
