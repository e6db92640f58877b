import { type Exchange, isControlPath } from '../control/index.js'
import type { CorsOrigins } from '../core/index.js'
import type { RequestLog } from './log.js'

/** How many origins are named. */
const most = 20

/**
 * Tells the log, once for each origin, that pages of it may not read responses: a browser says only that fetching failed,
 * and its preflight looks like any other request.
 */
export function createCorsNotice(log: RequestLog, cors: CorsOrigins = [], publicUrl?: string) {
  const told = new Set<string>()
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin

  return ({ call }: Exchange): void => {
    const origin = call.header('origin')
    if (origin === undefined || !URL.canParse(origin) || isControlPath(call.target)) return
    if (origin === call.origin || origin === own || cors.includes('*') || cors.includes(origin)) return
    if (told.has(origin) || told.size >= most) return
    told.add(origin)
    const message = `Pages of ${origin} may not call this service. Start it with --cors ${origin} to allow them.`
    log.event('cors', { origin, message })
  }
}
