import { setTimeout as waitFor } from 'node:timers/promises'
import { debuglog } from 'node:util'
import {
  createControl,
  createFaults,
  createRecords,
  createSnapshots,
  type Exchange,
  isControlPath,
  type OutboxEntry,
  operationOf,
  rememberToken,
  requestRecordOf,
  safeTarget,
  senderOf,
} from './control/index.js'
import {
  createClock,
  createService,
  type LoadableSeed,
  type MovableClock,
  replaceHash,
  type Service,
  splitTarget,
} from './core/index.js'
import { serverDefaults } from './defaults.js'
import {
  checkedUrl,
  createCorsNotice,
  type ListenerOptions,
  type LogFormat,
  listen,
  openLog,
  type RequestLog,
  urlHost,
  withDocuments,
} from './http/index.js'
import { createMailer, type OutboxMailer } from './mail/index.js'
import { checkedSeed, type ServerOptions } from './options.js'
import { createPasswords } from './passwords.js'
import { isToken, randomIds } from './secrets.js'
import { type DataNote, openStore, type ServerStore } from './storage/index.js'
import { version } from './version.js'

/** Prints to stderr if NODE_DEBUG includes `schedkit`. */
const debug = debuglog('schedkit')

/** A running server. */
export interface RunningServer {
  /** The base URL, without a trailing slash: `http://127.0.0.1:4000`. */
  readonly url: string
  readonly port: number
  /** The clock of the service, for tests that need another time. */
  readonly clock: MovableClock
  /** True if the data directory or the database already held data, so the seed was not loaded. */
  readonly isContinued: boolean
  /** Every e-mail sent so far, newest last. */
  outbox(): Promise<readonly OutboxEntry[]>
  /** Goes back to the seed: an empty outbox, no recorded requests, the real time, and no planned faults. */
  reset(): Promise<void>
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
  const seed = checkedSeed(options.seed, uniqueNames)
  const publicUrl = options.publicUrl === undefined ? undefined : checkedUrl(options.publicUrl)
  const log = openLog(options.log)
  const notes = createNoteLog(log, options.log)
  const clock = createClock(Date.now)
  const mailer = createMailer({
    clock,
    ...(options.smtp !== undefined && { smtp: options.smtp }),
    notify: entry => log.event('mail', describe(entry)),
  })
  const { data, database, databaseLimits } = options
  const store = await openStore({ uniqueNames, data, database, databaseLimits, notify: notes.add })
  const passwords = createPasswords({
    // What is in memory need not be strong: it is gone with the process, which knows the passwords of its seed anyway.
    ...((data ?? database) !== undefined && { replace: given => replaceHash(store, given) }),
  })
  const service = createService(
    { store, clock, passwords, mailer, ids: randomIds, log },
    {
      requestRateLimit: options.requestRateLimit ?? serverDefaults.requestRateLimit,
      limits: options.limits ?? {},
      ...(publicUrl !== undefined && { publicUrl }),
    },
    store.counts,
  )
  const controlled = createControlled(service, { store, clock, mailer, seed })
  const { outbox, faults, reset } = controlled

  try {
    const isContinued = store.isSeeded || !(await store.seedFirst(() => service.loadSeed(seed)))
    const demo = isContinued ? undefined : options.demo
    const listener = await listen({ ...listenerOptions({ ...options, demo }, controlled, log), host })
    notes.flushSoon()
    let closing: Promise<void> | undefined
    return {
      url: `${tls ? 'https' : 'http'}://${urlHost(host)}:${listener.port}`,
      port: listener.port,
      clock,
      isContinued,
      outbox: outbox.list,
      reset,
      close() {
        closing ??= listener.close().then(async () => {
          // A request that is still delayed would find the store closed.
          faults.clear()
          await mailer.close()
          await passwords.stop()
          await store.close()
        })
        return closing
      },
    }
  } catch (error) {
    await passwords.stop()
    await store.close()
    throw error
  }
}

/** Logs notes about the data, also when requests are not logged. */
function createNoteLog(log: RequestLog, format: LogFormat = 'off') {
  // The caller waits for the line that says where the server listens: it comes before all others.
  let early: DataNote[] | undefined = []

  function write({ event, message, ...details }: DataNote): void {
    if (format !== 'off') log.event(event, { message, ...details })
    else if (event !== 'created') process.stderr.write(`${event}: ${message}\n`)
  }

  return {
    add: (note: DataNote) => (early ? void early.push(note) : write(note)),
    flushSoon: () =>
      setImmediate(() => {
        const waiting = early ?? []
        early = undefined
        for (const note of waiting) write(note)
      }),
  }
}

interface Parts {
  store: ServerStore
  clock: MovableClock
  mailer: OutboxMailer
  seed: LoadableSeed
}

/** Everything that the control interface drives. */
function createControlled(service: Service, { store, clock, mailer, seed }: Parts) {
  const records = createRecords(200)
  const faults = createFaults({ sleep, random: Math.random })
  const outbox = {
    async list() {
      await mailer.outbox.settled()
      return mailer.outbox.list()
    },
    empty: () => mailer.outbox.empty(),
  }
  async function reset(): Promise<void> {
    clock.reset()
    faults.clear()
    service.settings.variety = {}
    await service.loadSeed(seed)
    outbox.empty()
    records.empty()
  }
  return { service, clock, outbox, records, faults, snapshots: createSnapshots(store), reset, version }
}

function listenerOptions(
  { controlToken, port = 0, limits = {}, trustProxy = false, tls, cors, publicUrl, demo }: ServerOptions,
  controlled: ReturnType<typeof createControlled>,
  log: RequestLog,
): Omit<ListenerOptions, 'host'> {
  const { service, faults, records, clock } = controlled
  if (controlToken !== undefined) rememberToken(controlToken)
  const answer = withDocuments(faults.around(service.answer), {
    publicUrl: service.settings.publicUrl,
    demo,
    version,
    isControlled: controlToken !== undefined,
  })
  const control = controlToken === undefined ? undefined : createControl(controlled, isToken(controlToken))
  const noticeCors = createCorsNotice(log, cors, publicUrl)
  return {
    answer: call => (control && isControlPath(call.target) ? control(call) : answer(call)),
    port,
    limits,
    trustProxy,
    ...(tls && { tls }),
    ...(cors && { cors }),
    ...(publicUrl !== undefined && { publicUrl }),
    defect: error => log.defect(error, 'HTTP'),
    observe(exchange) {
      log.exchange(exchange)
      noticeCors(exchange)
      if (debug.enabled) traceExchange(exchange)
      if (control && !isControlPath(exchange.call.target)) records.add(requestRecordOf(exchange, clock))
    },
  }
}

/** One line without secrets: no query, no body, no credentials. */
function traceExchange({ call, reply, took }: Exchange): void {
  const { path } = splitTarget(safeTarget(call.target, senderOf(call).secrets))
  debug('%s %d %s ms', operationOf(call) ?? `${call.method} ${path}`, reply.status, took.toFixed(1))
}

/** A delayed response does not keep the process alive. */
const sleep = (milliseconds: number) => waitFor(milliseconds, undefined, { ref: false })

/** Without the link of a mail, which is only for its recipient. */
function describe({ delivery, kind, to, problem }: OutboxEntry): Record<string, unknown> {
  return { delivery, kind, to, ...(problem !== undefined && { problem }) }
}
