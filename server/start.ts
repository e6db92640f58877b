import { setTimeout as waitFor } from 'node:timers/promises'
import { type Controlled, checkedSessionLimits, countSeed, createSessions } from './control/index.js'
import { worldOf } from './control/worlds/index.js'
import {
  dateText,
  isCorsOrigin,
  type MovableClock,
  type OutboxEntry,
  type UniqueNames,
} from './core/index.js'
import { serverDefaults } from './defaults.js'
import {
  checkedUrl,
  isOfForeignPage,
  type Listener,
  type LogFormat,
  listen,
  openLog,
  type RequestLog,
  urlHost,
} from './http/index.js'
import { createInstance } from './instance.js'
import { listenerOptions } from './listener-options.js'
import { parseSmtpUrl } from './mail/index.js'
import { createMetrics, type MetricFamily, type MetricsListener, serveMetrics } from './metrics/index.js'
import { checkedSeed, type ServerOptions } from './options.js'
import { createPasswords, quickHashes } from './passwords/index.js'
import { checkToken } from './secrets.js'
import { createSessionSource, refuseSessions } from './session-source.js'
import { type DataNote, openStore, type ServerStore } from './storage/index.js'

/** A running server. */
export interface RunningServer {
  /** The base URL, without a trailing slash: `http://127.0.0.1:4000`. */
  readonly url: string
  readonly port: number
  /** The clock of the service, for tests at other times. */
  readonly clock: MovableClock
  /** True if the data directory or the database already contained data, so that the seed was not loaded. */
  readonly isContinued: boolean
  /**
   * The newest 1,000 e-mails, newest last. With a data directory or a database, delivered ones are kept only if there is a
   * control token.
   */
  outbox(): Promise<readonly OutboxEntry[]>
  /** Resets to the seed: an empty outbox, no recorded requests, the real time, and no planned faults. */
  reset(): Promise<void>
  /**
   * Replaces the seed, resets to it, and ends all sessions. Not available with a data directory or a database, whose data it
   * would replace.
   *
   * @throws {SeedError} if the seed is invalid: nothing changes
   */
  replaceSeed(seed: NonNullable<ServerOptions['seed']>): Promise<void>
  /**
   * Whether the storage has failed, so that nothing is written any more. Also set by `close`, which copies the log into the
   * database.
   */
  readonly hasFailed: boolean
  /** The URL of `GET /_metrics`, if the options specify a port. */
  readonly metricsUrl?: string
  /** Returns the metrics as objects, in the form that prom-client merges; empty unless the options enable metrics. */
  metrics(): Promise<readonly MetricFamily[]>
  /** Resolves when the server has to be closed because a newer version has migrated its database. */
  readonly mustEnd: Promise<void>
  /** Stops accepting requests, finishes open ones, then stops. */
  close(): Promise<void>
}

/**
 * Starts the reference server.
 *
 * @example const server = await startServer({ port: 0, seed })
 * @throws {SeedError} if the seed is invalid
 * @throws {DataError} if the data directory or the database cannot be used
 * @throws {Error} if the port is in use or an option is invalid
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = serverDefaults.host, uniqueNames = serverDefaults.uniqueNames, tls } = options
  let seed = checkedSeed(options.seed, uniqueNames)
  const publicUrl = options.publicUrl === undefined ? undefined : checkedUrl(options.publicUrl)
  checkOrigins(options.cors)
  checkToken(options.controlToken)
  const log = openLog(options.log)
  const { smtp, demo } = options
  if (smtp !== undefined) parseSmtpUrl(smtp)
  const isKept = (options.data ?? options.database) !== undefined
  const sessionLimits = checkedSessionLimits(options.sessionLimits)
  const world = worldOf(options)
  const { store, hasFailed, mustEnd, notes } = await openWatchedStore(options, uniqueNames, log)
  // In memory, hashes need not be strong: they are lost with the process, which knows the passwords of its seed anyway.
  const passwords = createPasswords(isKept ? {} : quickHashes)
  const shared = { passwords, log, settings: settingsOf(options, publicUrl, store.longLists), smtp, world }
  let { isSeeded: isContinued } = store
  const main = createInstance({
    ...{ ...shared, store, uniqueNames, isControlled: options.controlToken !== undefined },
    demo: isContinued ? undefined : demo,
    reload: service => service.loadSeed(seed),
  })
  const { clock, outbox, reset, load, service } = main.controlled
  const sessionData = () => ({
    create: isKept ? refuseSessions : createSessionSource({ ...shared, seed, uniqueNames, demo }),
    seedObjects: isKept ? 0 : countSeed(seed),
  })
  const sessions = createSessions({
    ...{ main, ...sessionData(), limits: sessionLimits },
    isForeign: call => isOfForeignPage(call, options.cors ?? [], call.origin, publicUrl),
    defect: error => log.defect(error, 'a session'),
  })

  let served: MetricsListener | undefined
  let closing: Promise<void> | undefined
  async function stop(listener: Listener): Promise<void> {
    listener.drain()
    // Wait until load balancers have noticed that the server is about to stop.
    await waitFor(options.drainTime ?? 0)
    sessions.endStreamsAndHolds()
    await listener.close()
    await served?.close()
    await sessions.close()
    await main.close()
  }
  const health = { storage: store.health, hasFailed, isStopping: () => closing !== undefined }

  try {
    isContinued ||= !(await store.seedFirst(() => service.loadSeed(seed)))
    const metrics = options.metrics && (await createMetrics(options.metrics.worker))
    const listener = await listen({ ...listenerOptions(options, { sessions, log, health, metrics }), host })
    metrics?.watch({ listener, store, waitingMails: main.waitingMails })
    const families = async () => metrics?.families() ?? []
    const metricsPort = options.metrics?.port
    if (metricsPort !== undefined) served = await serveBeside(listener, { host, port: metricsPort, families })
    notes.flushSoon()
    return {
      url: `${tls ? 'https' : 'http'}://${urlHost(host)}:${listener.port}`,
      port: listener.port,
      ...{ clock, isContinued, mustEnd },
      async reset() {
        await reset()
        tellOfNewData(main.controlled)
      },
      get hasFailed() {
        return hasFailed()
      },
      outbox: outbox.list,
      metrics: families,
      ...(served && { metricsUrl: served.url }),
      async replaceSeed(given) {
        if (isKept) throw new Error('Failed to replace the seed: data and database keep what they hold.')
        seed = checkedSeed(given, uniqueNames)
        sessions.restartAll(sessionData())
        await load(seed)
        tellOfNewData(main.controlled)
      },
      close() {
        closing ??= stop(listener)
        return closing
      },
    }
  } catch (error) {
    await main.close()
    notes.flush()
    throw error
  }
}

/** Tells those who follow events that all data are others; requests to the control interface do so themselves. */
function tellOfNewData({ events, clock }: Pick<Controlled, 'events' | 'clock'>): void {
  events.add('clock', { now: dateText(clock.now()), frozen: clock.frozen })
  events.add('change', { what: 'everything' })
}

/** Opens the store. Its notes are logged once they are flushed. */
async function openWatchedStore(options: ServerOptions, uniqueNames: UniqueNames, log: RequestLog) {
  const notes = createNoteLog(log, options.log)
  let hasFailed = false
  let askToEnd = () => {}
  const mustEnd = new Promise<void>(resolve => {
    askToEnd = resolve
  })
  function notify(note: DataNote): void {
    hasFailed ||= ['storage failed', 'newer schema'].includes(note.event)
    notes.add(note)
    if (note.event === 'newer schema') askToEnd()
  }
  const { data, database, databaseLimits } = options
  const store = await openStore({ uniqueNames, data, database, databaseLimits, notify })
  return { store, mustEnd, hasFailed: () => hasFailed, notes }
}

const settingsOf = (
  { requestRateLimit = serverDefaults.requestRateLimit, limits = {} }: ServerOptions,
  publicUrl: string | undefined,
  longLists: ServerStore['longLists'],
) => ({ requestRateLimit, limits, longLists, ...(publicUrl !== undefined && { publicUrl }) })

function checkOrigins(origins: readonly string[] = []): void {
  const wrong = origins.find(origin => !isCorsOrigin(origin))
  if (wrong === undefined) return
  throw new Error(
    `Failed to start a server: cors has ${JSON.stringify(wrong)}, which is not an origin. Use one such as http://localhost:5173, or * for any origin.`,
  )
}

/** Serves metrics beside a listener, which is closed if that fails. */
async function serveBeside(
  listener: Listener,
  { host, port, families }: { host: string; port: number; families(): Promise<MetricFamily[]> },
): Promise<MetricsListener> {
  try {
    return await serveMetrics({ host, port, collect: async () => [await families()] })
  } catch (error) {
    await listener.close()
    throw error
  }
}

/** Logs notes about the data, even when requests are not logged. */
function createNoteLog(log: RequestLog, format: LogFormat = 'off') {
  // The line with the server's address comes first, because the caller waits for it.
  let early: DataNote[] | undefined = []

  function write({ event, message, ...details }: DataNote): void {
    if (format !== 'off') log.event(event, { message, ...details })
    else if (event !== 'created') process.stderr.write(`${event}: ${message}\n`)
  }

  function flush(): void {
    const waiting = early ?? []
    early = undefined
    for (const note of waiting) write(note)
  }

  return {
    add: (note: DataNote) => (early ? void early.push(note) : write(note)),
    flush,
    /** Logs the notes so far after the caller's next output. */
    flushSoon: () => setImmediate(flush),
  }
}
