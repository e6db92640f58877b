import { type Call, type CorsOrigins, type Exchange, isControlPath, Refusal } from '../core/index.js'
import type { RequestLog } from './log.js'

/** The parts of an `IncomingMessage` that are read here: frontends compile these declarations without the types of Node.js. */
interface PageRequest {
  method?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>> & { origin?: string | undefined }
}

/** Extracts the CORS headers of a request. */
export const corsRequestOf = ({ headers, method = '' }: PageRequest) => ({
  origin: headers.origin,
  method,
  isPreflight: headers['access-control-request-method'] !== undefined,
})

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)

/** Whether an origin, as a browser writes it, belongs to this server: scheme, host and port. */
const isOwn = (origin: string, own: readonly (string | undefined)[]) =>
  own.some(url => url !== undefined && originOf(url) === origin)

/**
 * Refuses writes from pages of other origins: a browser adds remembered credentials to whatever a page sends, and CORS only
 * hides the response.
 *
 * @param own URLs of this server: the one that the request used, and the public one, if any.
 */
export function refuseCrossSite(
  { method = '', headers }: PageRequest,
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

/**
 * Whether a page of another site sent this call and CORS does not allow its origin. Pages on other ports of this host are
 * same-site. Image requests have no `Origin`, and `Sec-Fetch-Site` is sent only to HTTPS and localhost.
 *
 * @param own URLs of this server, as for `refuseCrossSite`
 */
export function isOfForeignPage(
  call: Pick<Call, 'header'>,
  cors: CorsOrigins,
  ...own: readonly (string | undefined)[]
): boolean {
  if (cors.includes('*')) return false
  const origin = call.header('origin')
  if (origin !== undefined && (cors.includes(origin) || isOwn(origin, own))) return false
  const site = call.header('sec-fetch-site')
  return site === undefined ? origin !== undefined : site === 'cross-site'
}

/** The maximum number of origins that are logged. */
const mostNoticed = 20

/**
 * Logs, once per origin, that its pages may not read responses: a browser only reports that fetching failed, and its
 * preflight looks like any other request.
 */
export function createCorsNotice(log: RequestLog, cors: CorsOrigins = [], publicUrl?: string) {
  const noticed = new Set<string>()

  return ({ call }: Exchange): void => {
    const origin = call.header('origin')
    if (origin === undefined || !URL.canParse(origin) || isControlPath(call.target)) return
    if (cors.includes('*') || cors.includes(origin) || isOwn(origin, [call.origin, publicUrl])) return
    if (noticed.has(origin) || noticed.size >= mostNoticed) return
    noticed.add(origin)
    const message = `Pages of ${origin} may not call this service. Start it with --cors ${origin} to allow them.`
    log.event('cors', { origin, message })
  }
}
