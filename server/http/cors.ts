import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.js'

/** Origins whose pages may call the service; `*` means every origin. */
export type CorsOrigins = readonly string[]

const always = {
  'access-control-expose-headers':
    'Allow, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate',
}

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept',
  'access-control-max-age': '600',
}

/** The headers that let a page of an allowed origin read the response. */
export function corsHeaders(request: IncomingMessage, origins: CorsOrigins): Record<string, string> {
  if (origins.length === 0) return {}
  const { origin } = request.headers
  const vary = { vary: 'Origin' }
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return vary
  const asks = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  return { 'access-control-allow-origin': origin, ...vary, ...always, ...(asks && preflight) }
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether an origin is the server itself, ignoring the scheme, which a proxy may change. */
const isOwn = (origin: string, host: string | undefined) =>
  URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()

/**
 * Refuses writes from pages of other origins: a browser adds remembered credentials to whatever a page sends, and CORS
 * only hides the response.
 */
export function refuseCrossSite(
  { method = '', headers }: IncomingMessage,
  cors: CorsOrigins,
): Refusal | undefined {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (harmless.has(method)) return undefined
  const permitted =
    origin === undefined
      ? site === undefined || site === 'none' || site === 'same-origin'
      : cors.includes('*') || cors.includes(origin) || isOwn(origin, host)
  if (permitted) return undefined
  const page = origin === undefined ? 'another site' : origin
  return new Refusal('forbidden', `Pages of ${page} may not write here; allow them with --cors`)
}
