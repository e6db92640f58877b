import { setTimeout as waitFor } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { type Awaitable, type Exchange, statusOf } from '../core/index.js'
import type { ServerStore } from '../storage/index.js'
import { version } from '../version.js'
import { familiesOf, type MetricFamily, observeProcess, processFamilies } from './exposition.js'

/** The sources of a server's current values, read when metrics are requested. */
export interface MetricsSources {
  listener: { counts(): { connections: number; inProgress: number; waiting: number } }
  store: Pick<ServerStore, 'figures'>
  waitingMails(): Awaitable<number>
}

type RefusedRequest = { code: string; why?: string | undefined; status: number }

/** The metrics of a server. */
export interface Metrics {
  /** Counts a request; `operation` is the one that it asks for, if there is one. */
  observe(exchange: Exchange, operation: string | undefined): void
  /** Counts a refusal of something that was not a request. */
  refused(refusal: RefusedRequest): void
  /** Adds the values of these sources. */
  watch(sources: MetricsSources): void
  families(): Promise<MetricFamily[]>
}

/** The upper bounds of the duration buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The time for a database to count mails, in milliseconds: scrapers have short timeouts. */
const patience = 2_000

/** @param worker The label of process metrics, if several processes share a port. */
export async function createMetrics(worker: string | undefined): Promise<Metrics> {
  await observeProcess()
  const { Registry, ...library } = (await import('prom-client')).default
  const registry = new Registry()
  const kinds = { ...library, describe: describeIn(registry) }
  const info = kinds.describe('info', 'The version of schedkit.')
  new kinds.Gauge({ ...info, labelNames: ['version'], aggregator: 'max' }).set({ version }, 1)
  return {
    ...countRequests(kinds),
    watch: sources => watch(kinds, sources),
    families: async () => [...(await familiesOf(registry)), ...(await processFamilies(worker))],
  }
}

/** The metric types of prom-client, and their common options. */
interface Kinds extends Pick<typeof import('prom-client'), 'Counter' | 'Gauge' | 'Histogram'> {
  describe: ReturnType<typeof describeIn>
}

const describeIn = (registry: Registry) => (name: string, help: string) => ({
  ...{ name: `schedkit_${name}`, help, registers: [registry] },
})

function countRequests({ Counter, Histogram, describe }: Kinds): Pick<Metrics, 'observe' | 'refused'> {
  const durations = new Histogram({
    ...describe(
      'request_duration_seconds',
      'Seconds from the first byte of a request to its response, by operation and status; status 0 is a connection that was cut.',
    ),
    ...{ labelNames: ['operation', 'status'], buckets: bounds },
  })
  const refusals = new Counter({
    ...describe('refusals', 'Refused requests, by the code of the error.'),
    labelNames: ['code'],
  })
  const unavailable = new Counter({
    ...describe('unavailable', 'Requests answered with 503, by cause.'),
    labelNames: ['cause'],
  })
  function refused({ code, status, why }: RefusedRequest): void {
    // Planned failures may have any code, but the number of labels must stay limited.
    const known = code in statusOf ? code : 'other'
    refusals.inc({ code: known })
    if (status === 503) unavailable.inc({ cause: why ?? known })
  }
  return {
    refused,
    observe({ reply: { status, error }, took }, operation = 'other') {
      durations.observe({ operation, status }, took / 1000)
      if (error) refused({ ...error, status })
    },
  }
}

function watch({ Counter, Gauge, describe }: Kinds, { listener, store, waitingMails }: MetricsSources): void {
  function gauge(name: string, help: string, figure: () => number): void {
    new Gauge({
      ...describe(name, help),
      collect() {
        this.set(figure())
      },
    })
  }
  const { counts } = listener
  gauge('connections', 'Open connections of clients.', () => counts().connections)
  gauge('requests_in_progress', 'Requests that are being answered.', () => counts().inProgress)
  gauge('requests_waiting', 'Requests that wait for their turn.', () => counts().waiting)

  const { figures } = store
  if (figures) {
    const database = 'Connections to the database that'
    gauge('database_connections_limit', `${database} there may be.`, () => figures().most)
    gauge('database_connections_in_use', `${database} are in use.`, () => figures().inUse)
    const waiting = 'Requests that wait for a connection to the database.'
    gauge('database_connections_waiting', waiting, () => figures().waiting)
    const retries = 'Transactions that were run again, because they conflicted with others.'
    new Counter({
      ...describe('database_retries', retries),
      collect() {
        this.reset()
        this.inc(figures().retries)
      },
    })
  }

  // All processes count the same mails. There is no value while the database is unreachable.
  new Gauge({
    ...describe('mails_waiting', 'Mails that wait for their delivery.'),
    aggregator: 'max',
    async collect() {
      const enough = waitFor(patience, undefined, { ref: false })
      const count = await Promise.race([Promise.resolve(waitingMails()).catch(() => undefined), enough])
      if (count === undefined) this.remove()
      else this.set(count)
    },
  })
}
