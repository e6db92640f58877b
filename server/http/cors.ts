import type { IncomingMessage } from 'node:http'

/** Origins that pages may call from; `*` is every one. None by default. */
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

/** The headers that let a page of an allowed origin read the answer; none for other requests. */
export function corsHeaders(request: IncomingMessage, origins: CorsOrigins): Record<string, string> {
  if (origins.length === 0) return {}
  const { origin } = request.headers
  const vary = { vary: 'Origin' }
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return vary
  const asks = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  return { 'access-control-allow-origin': origin, ...vary, ...always, ...(asks && preflight) }
}
