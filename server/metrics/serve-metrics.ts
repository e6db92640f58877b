import { createRouter, type Handler, replyUnmatched, splitTarget } from '../core/index.js'
import { type Listener, listen, urlHost } from '../http/index.js'
import { contentType, type MetricFamily, metricsText } from './exposition.js'

export interface ServeMetricsOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  /** Returns the families of each process. */
  collect(): Promise<readonly (readonly MetricFamily[])[]>
}

/** A listener for metrics. */
export interface MetricsListener extends Pick<Listener, 'close'> {
  /** The URL of the metrics. */
  url: string
}

const metricsPath = '/_metrics'
const router = createRouter([{ method: 'GET', path: metricsPath }])

/** Few clients request metrics, and none needs many connections. */
const limits = { connections: 100, requests: 20 }

/**
 * Serves `GET /_metrics` on a port of its own, without credentials.
 *
 * @throws {Error} if the port is in use
 */
export async function serveMetrics({ host, port, collect }: ServeMetricsOptions): Promise<MetricsListener> {
  const answer: Handler = async ({ method, target }) => {
    const { path } = splitTarget(target)
    const match = router.match(method, path)
    if (match.kind !== 'found') return replyUnmatched(match, method, path)
    const body = await metricsText(await collect())
    return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body }
  }
  const listener = await listen({ host, port, answer, limits, grace: 1_000 }).catch(error => {
    throw new Error(
      `Failed to serve metrics on ${host}:${port}: ${error.message}. Choose another --metrics-port, or 0 for any free one.`,
      { cause: error },
    )
  })
  return { url: `http://${urlHost(host)}:${listener.port}${metricsPath}`, close: listener.close }
}
