import { type Exchange, type Reply, replyOf } from '../http/exchange.js'

/** Whether a target has an operation; `unclear` until a response shows it. */
export type OperationState = 'implemented' | 'missing' | 'unclear'

const schedule = '/v1/schedules/{scheduleId}'

/** The paths of section 4 with their methods, in its order. */
const methodsOf: Readonly<Record<string, readonly string[]>> = {
  [`${schedule}/resources`]: ['GET', 'POST', 'PUT', 'DELETE'],
  [`${schedule}/resources/{resourceId}`]: ['GET', 'PUT', 'DELETE'],
  [`${schedule}/bookings`]: ['GET', 'POST', 'PUT', 'DELETE'],
  [`${schedule}/resources/{resourceId}/bookings`]: ['GET', 'PUT', 'DELETE'],
  [`${schedule}/bookings/{bookingId}`]: ['GET', 'PUT', 'DELETE'],
  [`${schedule}/collaborators`]: ['GET', 'POST', 'PUT', 'DELETE'],
  [`${schedule}/collaborators/{collaboratorId}`]: ['GET', 'PUT', 'DELETE'],
  '/v1/users/me': ['GET', 'PUT', 'DELETE'],
}

/** The operations of section 4 as `GET /v1/users/me`, in its order. */
export const operationNames: readonly string[] = Object.entries(methodsOf).flatMap(([path, methods]) =>
  methods.map(method => `${method} ${path}`),
)

const templates = Object.keys(methodsOf).map(path => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Returns the operation of a request; undefined if section 4 has none. */
export function operationOf(method: string, path: string): string | undefined {
  const template = templates.find(({ pattern }) => pattern.test(path))
  return template && methodsOf[template.path]?.includes(method) ? `${method} ${template.path}` : undefined
}

/** What is known about the operations of a target. */
export interface Operations {
  stateOf(operation: string): OperationState
  /** The status of the response that decided the state. */
  statusOf(operation: string): number | undefined
  decide(operation: string, state: OperationState, status?: number): void
  /** Learns how the target answers for a path that does not exist. */
  learn(reply: Reply): Set<string>
  /** Whether a response looks like those for paths that do not exist. */
  isLearned(reply: Reply): boolean
  /** Learns from an accepted request that the operation exists. */
  note(exchange: Exchange): void
  /** Returns the operation of a request if it is known to be missing. */
  missingFor(method: string, path: string): string | undefined
  /** Whether an exchange is with a missing operation, or looks like it. */
  isAbsence(exchange: Exchange): boolean
  /**
   * Returns the operation of a request that had to be accepted, if the response shows that it is missing; undefined if it
   * was refused for another reason.
   */
  missingBy(reply: Reply): string | undefined
}

export function createOperations(): Operations {
  const known = new Map<string, { state: OperationState; status: number | undefined }>()
  let isAnyMissing = false
  const decide = (operation: string, state: OperationState, status?: number): void => {
    known.set(operation, { state, status })
    isAnyMissing ||= state === 'missing'
  }
  const absent = new Set<string>()
  const stateOf = (operation: string): OperationState => known.get(operation)?.state ?? 'unclear'
  const isLearned = (reply: Reply) => absent.has(printOf(reply))
  const named = ({ exchange: { request } }: Reply) => operationOf(request.method, request.path)
  return {
    stateOf,
    statusOf: (operation: string) => known.get(operation)?.status,
    decide,
    learn: (reply: Reply) => absent.add(printOf(reply)),
    isLearned,
    note(exchange: Exchange): void {
      const reply = replyOf(exchange)
      const operation = reply.ok ? named(reply) : undefined
      if (operation !== undefined && stateOf(operation) === 'unclear')
        decide(operation, 'implemented', reply.status)
    },
    missingFor(method: string, path: string): string | undefined {
      if (!isAnyMissing) return undefined
      const operation = operationOf(method, path)
      return operation !== undefined && stateOf(operation) === 'missing' ? operation : undefined
    },
    isAbsence(exchange: Exchange): boolean {
      const reply = replyOf(exchange)
      const operation = reply.ok ? undefined : named(reply)
      if (operation === undefined) return false
      const state = stateOf(operation)
      return state === 'missing' || (state === 'unclear' && (isNoMethod(reply) || isLearned(reply)))
    },
    missingBy(reply: Reply): string | undefined {
      const operation = named(reply)
      if (operation === undefined || reply.ok || stateOf(operation) === 'implemented') return undefined
      if (stateOf(operation) === 'unclear') {
        if (!isNoMethod(reply) && !isLearned(reply)) return undefined
        decide(operation, 'missing', reply.status)
      }
      return operation
    },
  }
}

/** Whether the HTTP status means that the method is not supported. */
export const isNoMethod = ({ status }: Reply) => status === 405 || status === 501

/** A fingerprint of the responses to one kind of request: without the path, numbers, ids and times. */
function printOf({ status, headers, text, exchange: { request } }: Reply): string {
  const body = text
    .slice(0, 4000)
    .replaceAll(`${request.path}?${request.query}`, '')
    .replaceAll(request.path, '')
    .replaceAll(/[\da-f]{6,}|\d+/gi, '')
  return [request.method, status, headers['content-type'] ?? '', body].join('\n')
}
