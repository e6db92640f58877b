import type { Log } from './ports.js'
import { Unavailable, type Unique, UniqueViolation } from './store.js'
import { type Awaitable, type Call, type Reply, splitTarget, withoutSecret } from './wire/call.js'
import { type ErrorCode, Refusal } from './wire/errors.js'
import { defective, refused } from './wire/responses.js'

/** Handles a call. */
export type Handler = (call: Call) => Awaitable<Reply>

/**
 * For each reason that the store is unavailable: the code, the seconds after which to retry, and the message for a request
 * that only reads.
 */
const refusals: Record<
  Unique | Unavailable['why'],
  [code: ErrorCode, message: string, wait?: number | undefined, ofRead?: string]
> = {
  'resource name': [
    'name_taken',
    'Resource names must be unique: this name is already in use, or was sent for several resources',
  ],
  'collaborator email': [
    'already_collaborator',
    'This e-mail address is already a collaborator of the schedule',
  ],
  'collaborator account': [
    'already_collaborator',
    'The account with this e-mail address is already a collaborator of the schedule',
  ],
  'user email': ['email_taken', 'Another account uses this e-mail address'],
  'user id': ['id_taken', 'Another account has this id'],
  'schedule id': ['id_taken', 'Another schedule has this id'],
  full: ['storage_full', 'The storage is full: nothing was changed. Reads still work', 10],
  failed: [
    'unavailable',
    'The storage has failed: no write is accepted until the service restarts, and writes in progress may or may not have been saved. See the log of the service',
    undefined,
    'The storage has failed until the service restarts. See the log of the service',
  ],
  unreachable: [
    'unavailable',
    'The database does not answer. A write in progress may or may not have been saved: check before you retry',
    2,
    'The database does not answer; try again in a moment',
  ],
  denied: [
    'unavailable',
    'The database denies this to the role of the server: nothing was changed. A reset needs the owner of the tables; see the log of the service',
    undefined,
    'The database denies this to the role of the server. See the log of the service',
  ],
  contended: ['overloaded', 'The database is busy: nothing was changed; try again', 1],
}

function refusalOf(what: keyof typeof refusals, method: string): Refusal {
  const [code, message, wait, ofRead] = refusals[what]
  const isRead = method === 'GET' || method === 'HEAD'
  const headers: Record<string, string> = wait === undefined ? {} : { 'retry-after': String(wait) }
  return new Refusal(code, (isRead && ofRead) || message, [], headers, `storage_${what}`)
}

/** The response to an error: the one place where the core turns errors into responses. */
export function replyTo(error: unknown, call: Call, log: Log): Reply {
  if (error instanceof Refusal) return refused(error)
  if (error instanceof UniqueViolation) return refused(refusalOf(error.what, call.method))
  // The store logs the cause itself, once.
  if (error instanceof Unavailable) return refused(refusalOf(error.why, call.method))
  log.defect(error, `${call.method} ${withoutSecret(splitTarget(call.target).path)}`, call.id)
  return defective
}

/** Creates a handler that never throws or rejects. */
export function errorBoundary(log: Log, handler: Handler): (call: Call) => Promise<Reply> {
  return async call => {
    try {
      return await handler(call)
    } catch (error) {
      return replyTo(error, call, log)
    }
  }
}
