import type { Detail } from '../core/wire/errors.js'
import type { OperationId } from '../core/wire/routes.js'
import type { CodeOf } from './error-codes.js'

/** What an error response contains; the document does not show its form (section 7). */
interface ErrorBody {
  code?: string
  message?: string
  details?: readonly Detail[]
}

/** The error response to a request of one operation; its message is that of the service. */
export interface ApiErrorOf<Id extends OperationId> extends Error {
  /** Tells it from other errors. */
  readonly name: 'ApiError'
  /** The operation that failed. */
  readonly operation: Id
  /** The HTTP status. */
  readonly status: number
  /**
   * The error code: one that this operation may be refused with. Undefined if the response has none, as that of a proxy. Other
   * implementations of the interface may have codes of their own.
   */
  readonly code: CodeOf<Id> | undefined
  /** What is wrong with which value. @default [] */
  readonly details: readonly Detail[]
  /** The seconds to wait before a repetition: the header Retry-After; undefined without it. */
  readonly retryAfter: number | undefined
  /** The response, whose body was read. */
  readonly response: Response
}

/**
 * The error response to a request. Its `operation` tells which values `code` can have.
 *
 * @example if (error instanceof ApiError && error.operation === 'createResource' && error.code === 'name_taken') rename()
 */
export type ApiError = { [Id in OperationId]: ApiErrorOf<Id> }[OperationId]

class ErrorResponse extends Error {
  override readonly name = 'ApiError'
  readonly operation: OperationId
  readonly status: number
  readonly code: string | undefined
  readonly details: readonly Detail[]
  readonly retryAfter: number | undefined
  readonly response: Response

  constructor(operation: OperationId, response: Response, body: ErrorBody | undefined) {
    const { status, headers, url } = response
    const strange = `Failed to ${operation}: ${url} answered ${status} without a body of this API. Check the baseUrl.`
    super(body?.message ?? strange)
    this.operation = operation
    this.status = status
    this.code = body?.code
    this.details = body?.details ?? []
    this.retryAfter = secondsOf(headers.get('retry-after'))
    this.response = response
  }
}

/** The class of errors by responses, for `instanceof`. */
export const ApiError = ErrorResponse as unknown as {
  new (operation: OperationId, response: Response, body: ErrorBody | undefined): ApiError
  readonly prototype: ApiError
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
