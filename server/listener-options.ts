import { debuglog } from 'node:util'
import { createControl, createEntrance, operationOf, type Sessions } from './control/index.js'
import { type Exchange, rememberToken, senderOf, sessionHeader, splitTarget } from './core/index.js'
import {
  createCorsNotice,
  type HealthOptions,
  isHealthPath,
  type ListenerOptions,
  type RequestLog,
  withHealth,
} from './http/index.js'
import type { Metrics } from './metrics/index.js'
import type { ServerOptions } from './options.js'
import { isToken } from './secrets.js'

/** Prints to stderr if NODE_DEBUG includes `schedkit`. */
const debug = debuglog('schedkit')

/** What a listener passes requests to, and who is notified of them. */
interface ListenerParts {
  sessions: Sessions
  log: RequestLog
  health: HealthOptions
  metrics: Metrics | undefined
}

/** Creates the options of a server's listener. */
export function listenerOptions(
  { log: format = 'off', ...options }: ServerOptions,
  { sessions, log, health, metrics }: ListenerParts,
): Omit<ListenerOptions, 'host'> {
  const { controlToken, port = 0, limits = {}, trustProxy = false, tls, cors, publicUrl } = options
  const { main } = sessions
  const noticeCors = createCorsNotice(log, cors, publicUrl)
  const isLogged = format !== 'off' || debug.enabled
  function note(exchange: Exchange): void {
    // Load balancers send health checks all the time.
    if (isHealthPath(exchange.call.target)) return
    metrics?.observe(exchange, exchange.reply.operation ?? operationOf(exchange.call))
    if (!isLogged) return
    log.exchange(exchange)
    noticeCors(exchange)
    if (debug.enabled) traceExchange(exchange)
  }
  const defect = (error: unknown) => log.defect(error, 'HTTP')
  const common = {
    ...{ port, limits, trustProxy, tls, cors, publicUrl, defect },
    ...(metrics && { refused: metrics.refused }),
  }
  // Without the control interface, which is for tests, there are no sessions and no records.
  if (controlToken === undefined) {
    const isObserved = isLogged || metrics !== undefined
    return { ...common, answer: withHealth(main.answer, health), ...(isObserved && { observe: note }) }
  }
  rememberToken(controlToken)
  const control = createControl(sessions, isToken(controlToken))
  const { answer, observe } = createEntrance({ sessions, control, note })
  return { ...common, answer: withHealth(answer, health), observe, corsRequestHeaders: [sessionHeader] }
}

/** One line without secrets: no query, no body, no credentials. */
function traceExchange({ call, reply, took }: Exchange): void {
  const { path } = splitTarget(senderOf(call).target)
  debug('%s %d %s ms', operationOf(call) ?? `${call.method} ${path}`, reply.status, took.toFixed(1))
}
