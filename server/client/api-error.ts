import type { Detail } from '../core/wire/errors.js'
import type { OperationId } from '../core/wire/routes.js'
import type { CodeOf } from './error-codes.js'

/** The possible contents of an error response; the document does not specify its form (section 7), so they may be anything. */
interface ErrorBody {
  code?: unknown
  message?: unknown
  details?: unknown
}

/** The error response to a request for one operation; the message is the one the service sent. */
export interface ApiErrorOf<Id extends OperationId> extends Error {
  /** Distinguishes it from other errors. */
  readonly name: 'ApiError'
  /** The operation that failed. */
  readonly operation: Id
  /** The HTTP status. */
  readonly status: number
  /**
   * The error code: one that this operation may be refused with. Undefined if the response has none, such as one from a
   * proxy. Other implementations of the interface may have codes of their own.
   */
  readonly code: CodeOf<Id> | undefined
  /** What is wrong with which value. @default [] */
  readonly details: readonly Detail[]
  /** Seconds to wait before retrying, from the Retry-After header; undefined without it. */
  readonly retryAfter: number | undefined
  /** The response; its body has already been read. */
  readonly response: Response
}

/**
 * The error response to a request. Its `operation` tells which values `code` can have.
 *
 * @example if (error instanceof ApiError && error.operation === 'createResource' && error.code === 'name_taken') rename()
 */
export type ApiError = { [Id in OperationId]: ApiErrorOf<Id> }[OperationId]

const isText = (value: unknown) => typeof value === 'string'

const isDetail = (value: Partial<Detail> | null) => isText(value?.path) && isText(value?.message)

/** The class has the name of the export, because consoles show it. */
const ErrorResponse = class ApiError extends Error {
  override readonly name = 'ApiError'
  declare readonly operation: OperationId
  declare readonly status: number
  declare readonly code: string | undefined
  declare readonly details: readonly Detail[]
  declare readonly retryAfter: number | undefined
  declare readonly response: Response

  constructor(
    operation: OperationId,
    response: Response,
    body: ErrorBody | undefined,
    message = messageFor(operation, response),
  ) {
    super(isText(body?.message) ? body.message : message)
    const { code, details } = body ?? {}
    Object.assign(this, {
      ...{ operation, response },
      status: response.status,
      code: isText(code) ? code : undefined,
      details: [details as Detail].flat().filter(isDetail),
      retryAfter: secondsOf(response.headers.get('retry-after') ?? ''),
    })
  }
}

/** The class of error responses, for `instanceof`. */
export const ApiError = ErrorResponse as unknown as {
  /** `message` is used if the body has none. */
  new (operation: OperationId, response: Response, body: ErrorBody | undefined, message?: string): ApiError
  readonly prototype: ApiError
}

/** Returns the message for a response without one: the document does not specify the bodies of refusals (section 7). */
export function messageFor(
  operation: OperationId,
  { status, ok, url }: Response,
  { text = '', isLost = false }: { text?: string; isLost?: boolean } = {},
): string {
  const shown = text.trim().slice(0, 200)
  const body = shown === '' ? 'without a body' : `with ${JSON.stringify(shown)}`
  const hint = (ok || status === 404) && !shown.startsWith('{') ? ' Check the baseUrl.' : ''
  return `Failed to ${operation}: ${pathOf(url)} answered ${status} ${body}.${hint}${isLost ? doubtOf(operation) : ''}`
}

/**
 * Turns the error that `fetch` throws when there is no response into one that names the request; returns other errors as they
 * are.
 */
export function lossOf(
  error: unknown,
  { operation, url, timeout }: { operation: OperationId; url: string; timeout: number },
): unknown {
  const start = `Failed to ${operation}: ${pathOf(url)} gave no answer`
  const { name } = error as Error
  // Not checked by class: a simulated page in Node.js has its own DOMException.
  if (timeout && name === 'TimeoutError')
    return new DOMException(`${start} within ${timeout} s.${doubtOf(operation)}`, name)
  if (!(error instanceof TypeError)) return error
  const cause = error.cause as { message?: string; code?: string } | undefined
  const reason = cause?.message || cause?.code || error.message
  return new TypeError(`${start}: ${reason}.${doubtOf(operation)}`, { cause: cause ?? error })
}

/** A URL without its query, which may be long. */
const pathOf = (url: string) => url.replace(/\?.*/, '')

/** The hint for a write whose response was lost. */
const doubtOf = (operation: OperationId) =>
  /^(?:read|list)/.test(operation) ? '' : ' It may have been done: look before you send it again.'

/** Retry-After is a number of seconds, or a date. */
function secondsOf(value: string): number | undefined {
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
