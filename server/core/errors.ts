/** Every way a request can be refused, and the HTTP status each is answered with. The document shows neither. */
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

/** One thing that is wrong, and where: `path` is a member, a query parameter or a header. */
export interface Detail {
  path: string
  message: string
}

/** A request that is refused: thrown anywhere in the core, answered in one place. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly Detail[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** A refusal for one or more values at fault: the message repeats a single detail, or names the places of several. */
export function refuseDetails(code: ErrorCode, details: readonly Detail[]): Refusal {
  const [first] = details
  const message =
    first && details.length === 1
      ? `${first.path === '' ? 'The body' : first.path} ${first.message}`
      : `${details.length} values are invalid: ${details.map(detail => detail.path).join(', ')}`
  return new Refusal(code, message, details)
}
