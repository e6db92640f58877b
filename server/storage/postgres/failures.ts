import { Unavailable, type Unique, UniqueViolation } from '../../core/index.js'
import type { Unreachable } from '../server-store.js'

/*
 * The meaning of PostgreSQL errors. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

interface DatabaseError extends Error {
  code?: string
  constraint?: string
}

const uniques: Record<string, Unique> = {
  resources_name_unique: 'resource name',
  collaborators_email_unique: 'collaborator email',
  collaborators_account_unique: 'collaborator account',
  users_email_unique: 'user email',
  users_pkey: 'user id',
  schedules_pkey: 'schedule id',
}

/** Constraints that fail when a sequence was set back and returns an id again: the next id may be free. */
const numbers = ['resources_pkey', 'bookings_id_unique', 'bookings_pkey', 'collaborators_pkey']

/** A connection to a database that cannot write: one in recovery, such as a standby, or a read-only one. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError'
  /** The code of writes on such a connection. */
  readonly code = '25006'

  constructor(readonly why: 'recovery' | 'read_only') {
    super(
      why === 'recovery'
        ? 'it is a standby in recovery'
        : 'it is read-only: default_transaction_read_only is on',
    )
  }
}

const codeOf = (error: unknown) => (error instanceof Error ? ((error as DatabaseError).code ?? '') : '')
const constraintOf = (error: unknown) => (error as DatabaseError).constraint ?? ''

const serializationFailure = '40001'
const deadlock = '40P01'
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const diskFull = '53100'
const tooManyConnections = '53300'
const insufficientPrivilege = '42501'
const timeouts = ['57014', '55P03']

/** Thrown if the condition of an insert does not hold: the write has to be retried. */
export const staleError = (): Error =>
  Object.assign(new Error('Failed to insert: what was read before has changed'), {
    code: serializationFailure,
  })

/** Whether a write failed because of a conflict with another one, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  if (code === uniqueViolation) return numbers.includes(constraintOf(error))
  return code === serializationFailure || code === deadlock
}

/** Whether a row that a write has just seen was removed meanwhile, or never existed. */
export const isMissingReference = (error: unknown): boolean => codeOf(error) === foreignKeyViolation

/** Whether a statement or a lock timed out. */
export const isTimeout = (error: unknown): boolean => timeouts.includes(codeOf(error))

/** Whether a constraint rejected a row. */
export const isConstraint = (error: unknown): boolean => codeOf(error).startsWith('23')

/** Whether the role, the database or the server allows no more connections. */
export const isTooMany = (error: unknown): boolean => codeOf(error) === tooManyConnections

const lostMessages =
  /^(?:Connection terminated|timeout exceeded|Query read timeout|Client has encountered a connection error|The server does not support SSL connections|There was an error establishing an SSL connection)/

/** Whether an error of the system or the driver means a lost connection: it has no PostgreSQL error class. */
function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  // The system's own, those of name servers (EAI_AGAIN), and those of TLS, such as CERT_HAS_EXPIRED.
  if (code !== '') return /^E[A-Z]+$|^EAI_|^ERR_(?:SSL|TLS)_|CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/.test(code)
  const message = error instanceof Error ? error.message : ''
  return lostMessages.test(message)
}

/** Whether a query got no response in time; it may have succeeded. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** The errors of a standby for writes, and for reads of unlogged tables. */
const standby = ['25006', '0A000']

/** Connection errors, insufficient resources, operator intervention, and a server that has become a standby. */
const isUnavailable = (code: string) =>
  /^(08|53|57P)/.test(code) || [...standby, '25P03', '28000', '28P01', '3D000'].includes(code)

/** Whether the connection is lost, and with it the outcome of the transaction. */
export function isLost(error: unknown): boolean {
  const translated = translateError(error)
  return translated instanceof Unavailable && translated.why === 'unreachable'
}

/** Returns why the database is unreachable, from the error of a lost connection. */
export function whyLost(error: unknown): Unreachable {
  if (error instanceof StandbyError) return error.why
  const code = codeOf(error)
  if (code === '25006') return 'read_only'
  return code === '0A000' ? 'recovery' : 'unreachable'
}

/** Whether a table, a column or a sequence differs from this version's schema. */
export const isOtherSchema = (error: unknown): boolean =>
  ['42P01', '42703', '42883', '42804'].includes(codeOf(error))

/** Translates a database error into an error of the port; returns other errors unchanged. */
export function translateError(error: unknown): unknown {
  const code = codeOf(error)
  if (isConflict(error) || timeouts.includes(code)) return new Unavailable('contended', { cause: error })
  if (code === uniqueViolation) {
    const what = uniques[constraintOf(error)]
    return what ? new UniqueViolation(what) : error
  }
  if (code === insufficientPrivilege) return new Unavailable('denied', { cause: error })
  if (code === diskFull) return new Unavailable('full', { cause: error })
  if (isUnavailable(code) || isLostConnection(error)) return new Unavailable('unreachable', { cause: error })
  return error
}
