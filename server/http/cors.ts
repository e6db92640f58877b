import type { IncomingMessage } from 'node:http'
import { type CorsOrigins, Refusal } from '../core/index.js'

/** What a browser asks with a request. */
export const corsRequestOf = ({ headers, method = '' }: IncomingMessage) => ({
  origin: headers.origin,
  method,
  isPreflight: headers['access-control-request-method'] !== undefined,
})

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)

/** Whether an origin, as a browser writes it, is one of ours: scheme, host and port. */
const isOwn = (origin: string, own: readonly (string | undefined)[]) =>
  own.some(url => url !== undefined && originOf(url) === origin)

/**
 * Refuses writes from pages of other origins: a browser adds remembered credentials to whatever a page sends, and CORS
 * only hides the response.
 *
 * @param own URLs of this server: the one that the request used, and its public one, if it has one.
 */
export function refuseCrossSite(
  { method = '', headers }: IncomingMessage,
  cors: CorsOrigins,
  ...own: readonly (string | undefined)[]
): Refusal | undefined {
  const { origin, 'sec-fetch-site': site } = headers
  if (harmless.has(method)) return undefined
  const permitted =
    origin === undefined
      ? site === undefined || site === 'none' || site === 'same-origin'
      : cors.includes('*') || cors.includes(origin) || isOwn(origin, own)
  if (permitted) return undefined
  const page = origin === undefined ? 'another site' : origin
  return new Refusal('forbidden', `Pages of ${page} may not write here; allow them with --cors`)
}
