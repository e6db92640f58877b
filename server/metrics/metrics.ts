import { setTimeout as waitFor } from 'node:timers/promises'
import type { Awaitable, Exchange, Refusal } from '../core/index.js'
import type { ServerStore } from '../storage/index.js'
import { version } from '../version.js'
import { observeProcess, processFamilies } from './exposition.js'
import { counter, gauge, type MetricFamily } from './families.js'
import { createRequestCounts } from './request-counts.js'

/** What a server is asked for when somebody asks for metrics. */
export interface MetricsSources {
  listener: { counts(): { connections: number; inProgress: number; waiting: number } }
  store: Pick<ServerStore, 'figures'>
  waitingMails(): Awaitable<number>
}

/** The metrics of a server. */
export interface Metrics {
  /** Counts a request. */
  observe(exchange: Exchange): void
  /** Counts what was refused without being a request. */
  refused(refusal: Refusal): void
  families(sources: MetricsSources): Promise<MetricFamily[]>
}

/** How long a database may take to count mails, in milliseconds: those who ask have little patience. */
const patience = 2_000

/** @param worker The label of figures of the process, if several share a port. */
export async function createMetrics(worker: string | undefined): Promise<Metrics> {
  const counts = createRequestCounts()
  await observeProcess()
  return {
    observe: counts.add,
    refused: counts.addRefusal,
    families: async ({ listener, store, waitingMails }) => [
      { ...gauge('info', 'The version of schedkit.', [[{ version }, 1]]), aggregator: 'max' },
      ...counts.families(),
      ...listenerFamilies(listener.counts()),
      ...storeFamilies(store),
      ...(await mailFamilies(waitingMails)),
      ...(await processFamilies(worker)),
    ],
  }
}

const listenerFamilies = ({
  connections,
  inProgress,
  waiting,
}: ReturnType<MetricsSources['listener']['counts']>) => [
  gauge('connections', 'Open connections of clients.', connections),
  gauge('requests_in_progress', 'Requests that are being answered.', inProgress),
  gauge('requests_waiting', 'Requests that wait for their turn.', waiting),
]

function storeFamilies({ figures }: MetricsSources['store']): MetricFamily[] {
  if (!figures) return []
  const { most, inUse, waiting, retries } = figures()
  return [
    gauge('database_connections_limit', 'Connections to the database that there may be.', most),
    gauge('database_connections_in_use', 'Connections to the database that are in use.', inUse),
    gauge('database_connections_waiting', 'Requests that wait for a connection to the database.', waiting),
    counter(
      'database_retries',
      'Transactions that were run again, because they conflicted with others.',
      retries,
    ),
  ]
}

/** All processes count the same mails. There is no number while the database is away. */
async function mailFamilies(waitingMails: MetricsSources['waitingMails']): Promise<MetricFamily[]> {
  const enough = waitFor(patience, undefined, { ref: false })
  const count = await Promise.race([Promise.resolve(waitingMails()).catch(() => undefined), enough])
  if (count === undefined) return []
  return [{ ...gauge('mails_waiting', 'Mails that wait for their delivery.', count), aggregator: 'max' }]
}
