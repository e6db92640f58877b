/** The HTTP status of each error code. The document specifies neither. */
export const statusOf = {
  bad_request: 400,
  bad_json: 400,
  bad_query: 400,
  guard_missing: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  unknown_path: 404,
  link_invalid: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  name_taken: 409,
  email_taken: 409,
  id_taken: 409,
  already_collaborator: 409,
  body_too_large: 413,
  url_too_long: 414,
  expectation_failed: 417,
  invalid: 422,
  rate_limited: 429,
  too_many_guesses: 429,
  headers_too_large: 431,
  internal: 500,
  storage_full: 503,
  unavailable: 503,
  overloaded: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** An error and its location: `path` is a field, a query parameter or a header. */
export interface Detail {
  /** A field such as `start`, a query parameter or a header; `""` for the whole body. */
  path: string
  /** What is wrong with it, for people. */
  message: string
}

/** A refused request: thrown anywhere in the core, turned into a response by the error boundary. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: readonly Detail[]
  readonly headers: Readonly<Record<string, string>>
  /** The limit that was reached or what is missing, for metrics: several share a code. */
  readonly why: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: readonly Detail[] = [],
    headers: Readonly<Record<string, string>> = {},
    why?: string,
  ) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
    this.why = why
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** The refusal of a server that is too busy. `why` names the limit for metrics; `wait` is in seconds. */
export const overloaded = (message: string, why: string, wait = 1): Refusal =>
  new Refusal('overloaded', message, [], { 'retry-after': String(wait) }, why)

/** The refusal of one or more invalid values: the message repeats a single detail, or lists the paths of several. */
export function refuseDetails(code: ErrorCode, details: readonly Detail[]): Refusal {
  const [first] = details
  const paths = new Set(details.map(({ path }) => path).filter(path => path !== ''))
  const message =
    first && details.length === 1
      ? `${first.path === '' ? 'The body' : first.path} ${first.message}`
      : `${details.length} values are invalid: ${[...paths].join(', ')}`
  return new Refusal(code, message, details)
}
