/** Origins whose pages may call the service; `*` means every origin. */
export type CorsOrigins = readonly string[]

/** Whether a text is an origin, as browsers write it, or `*`. */
export const isCorsOrigin = (text: unknown): boolean =>
  text === '*' || (typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text)

/** The CORS headers that a browser sends with a cross-origin request. */
export interface CorsRequest {
  /** The origin of the page. */
  origin: string | undefined
  method: string
  /** Whether it is a preflight. */
  isPreflight: boolean
}

const always = {
  'access-control-expose-headers':
    'Allow, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id',
}

/** Request id headers; pages of allowed origins may send them. */
const requestIds = ['X-Request-Id', 'Traceparent', 'Tracestate']

const preflight = (further: readonly string[]) => ({
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': ['Authorization', 'Content-Type', 'Accept', ...requestIds, ...further].join(
    ', ',
  ),
  'access-control-max-age': '600',
})

/**
 * Returns the headers that let a page of an allowed origin read the response.
 *
 * @param further Headers that pages may send in addition to those of the interface.
 */
export function corsHeaders(
  { origin, method, isPreflight }: CorsRequest,
  origins: CorsOrigins,
  further: readonly string[] = [],
): Record<string, string> {
  if (origins.length === 0) return {}
  const vary = { vary: 'Origin' }
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return vary
  const asks = method === 'OPTIONS' && isPreflight
  return { 'access-control-allow-origin': origin, ...vary, ...always, ...(asks && preflight(further)) }
}
