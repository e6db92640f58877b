import { Unavailable, type Unique, UniqueViolation } from '../../core/index.js'

/*
 * What the errors of PostgreSQL mean. Their codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */

interface DatabaseError extends Error {
  code?: string
  constraint?: string
}

const uniques: Record<string, Unique> = {
  resource_name: 'resource name',
  collaborator_email: 'collaborator email',
  collaborator_account: 'collaborator account',
  user_email: 'user email',
  user_id: 'user id',
  schedule_id: 'schedule id',
}

/** Ids that a sequence has given twice, because it was set back: the next one may be free. */
const numbers = ['resource_id', 'booking_id', 'collaborator_id']

const codeOf = (error: unknown) => (error instanceof Error ? ((error as DatabaseError).code ?? '') : '')
const constraintOf = (error: unknown) => (error as DatabaseError).constraint ?? ''

const serializationFailure = '40001'
const deadlock = '40P01'
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const diskFull = '53100'
const tooManyConnections = '53300'
const timeouts = ['57014', '55P03']

/** Whether a write failed because of another one, so that it may succeed when it is run again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  if (code === uniqueViolation) return numbers.includes(constraintOf(error))
  return code === serializationFailure || code === deadlock
}

/** Whether a row that a write has just seen was removed meanwhile, or was never there. */
export const isMissingReference = (error: unknown): boolean => codeOf(error) === foreignKeyViolation

/** Whether a constraint has refused a row. */
export const isConstraint = (error: unknown): boolean => codeOf(error).startsWith('23')

/** Whether the role, the database or the server allows no further connection. */
export const isTooMany = (error: unknown): boolean => codeOf(error) === tooManyConnections

/** Errors of the system, or of the driver when a connection is lost: they are not of PostgreSQL's classes. */
function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== '') return /^E[A-Z]+$/.test(code)
  const message = error instanceof Error ? error.message : ''
  return /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered a connection error)/.test(
    message,
  )
}

/** Connection errors, insufficient resources, operator intervention, and a server that has become a standby. */
const isUnavailable = (code: string) =>
  /^(08|53|57P)/.test(code) || ['25006', '25P03', '28000', '28P01', '3D000'].includes(code)

/** Whether the connection is lost with the error, and with it what became of the transaction. */
export function isLost(error: unknown): boolean {
  const translated = translateError(error)
  return translated instanceof Unavailable && translated.why === 'unreachable'
}

/** Turns an error of the database into one of the port; returns other errors unchanged. */
export function translateError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === uniqueViolation) {
    const what = uniques[constraintOf(error)]
    return what ? new UniqueViolation(what) : error
  }
  if (code === diskFull) return new Unavailable('full', { cause: error })
  if (isConflict(error) || timeouts.includes(code)) return new Unavailable('contended', { cause: error })
  if (isUnavailable(code) || isLostConnection(error)) return new Unavailable('unreachable', { cause: error })
  return error
}
