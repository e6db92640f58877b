import type { Detail, ErrorCode } from '../core/wire/errors.js'
import type { OperationId } from '../core/wire/routes.js'

/** What an error response contains; the document does not show its form (section 7). */
interface ErrorBody {
  code?: string
  message?: string
  details?: readonly Detail[]
}

/** The error response to a request; its message is that of the service. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The operation that failed. */
  readonly operation: OperationId
  /** The HTTP status. */
  readonly status: number
  /** The error code; undefined if the response has none, as that of a proxy. */
  readonly code: ErrorCode | (string & {}) | undefined
  /** What is wrong with which value. @default [] */
  readonly details: readonly Detail[]
  /** The seconds to wait before a repetition: the header Retry-After; undefined without it. */
  readonly retryAfter: number | undefined

  constructor(operation: OperationId, response: Response, body: ErrorBody | undefined) {
    const { status, headers, url } = response
    const strange = `Failed to ${operation}: ${url} answered ${status} without a body of this API. Check the baseUrl.`
    super(body?.message ?? strange)
    this.operation = operation
    this.status = status
    this.code = body?.code
    this.details = body?.details ?? []
    this.retryAfter = secondsOf(headers.get('retry-after'))
  }
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
