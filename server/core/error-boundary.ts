import { type Awaitable, settle } from './awaitable.js'
import { type Call, type Reply, splitTarget, withoutSecret } from './call.js'
import { Refusal } from './errors.js'
import type { Log } from './ports.js'
import { defective, refused } from './responses.js'
import { Unavailable, type Unique, UniqueViolation } from './store.js'

/** Handles a call. */
export type Handler = (call: Call) => Awaitable<Reply>

const refusalOf: Record<Unique, () => Refusal> = {
  'resource name': () =>
    new Refusal(
      'name_taken',
      'Resource names must be unique: this name is already in use, or was sent for several resources',
    ),
  'collaborator email': () =>
    new Refusal('already_collaborator', 'This e-mail address is already a collaborator of the schedule'),
  'collaborator account': () =>
    new Refusal(
      'already_collaborator',
      'The account with this e-mail address is already a collaborator of the schedule',
    ),
  'user email': () => new Refusal('email_taken', 'Another account uses this e-mail address'),
  'user id': () => new Refusal('id_taken', 'Another account has this id'),
  'schedule id': () => new Refusal('id_taken', 'Another schedule has this id'),
}

const unavailable: Record<Unavailable['why'], () => Refusal> = {
  full: () =>
    new Refusal('storage_full', 'The storage is full: nothing was changed. Reads still work', [], {
      'retry-after': '10',
    }),
  failed: () =>
    new Refusal(
      'unavailable',
      'The storage has failed: no write is accepted until the service restarts, and writes in progress may or may not have been saved. See the log of the service',
    ),
  unreachable: () =>
    new Refusal(
      'overloaded',
      'The database does not answer. A write in progress may or may not have been saved: look before you repeat it',
      [],
      { 'retry-after': '2' },
    ),
  contended: () =>
    new Refusal('overloaded', 'The database is busy: nothing was changed; try again', [], {
      'retry-after': '1',
    }),
}

/** The response to an error: the one place where the core turns errors into responses. */
export function replyTo(error: unknown, call: Call, log: Log): Reply {
  if (error instanceof Refusal) return refused(error)
  if (error instanceof UniqueViolation) return refused(refusalOf[error.what]())
  // The store logs the cause itself, once.
  if (error instanceof Unavailable) return refused(unavailable[error.why]())
  log.defect(error, `${call.method} ${withoutSecret(splitTarget(call.target).path)}`)
  return defective
}

/** Makes a handler that never throws and never rejects. */
export function errorBoundary(log: Log, handler: Handler): Handler {
  return call =>
    settle(
      () => handler(call),
      reply => reply,
      error => replyTo(error, call, log),
    )
}
