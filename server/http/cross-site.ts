import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/index.js'
import type { CorsOrigins } from './cors.js'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Is this the origin of the server itself, whatever its scheme is in front of a proxy? */
const isOwn = (origin: string, host: string | undefined) =>
  URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()

/**
 * Refuses writes of pages that may not call: a browser adds the credentials it remembers to whatever a page sends, and
 * CORS alone only keeps the answer from it.
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
  return new Refusal('forbidden', `Pages of ${page} may not write here; --cors lets them`)
}
