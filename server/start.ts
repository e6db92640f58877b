import { setTimeout as waitFor } from 'node:timers/promises'
import {
  createControl,
  createFaults,
  createRecords,
  createSnapshots,
  isControlPath,
  type OutboxEntry,
  requestRecordOf,
} from './control/index.js'
import { createClock, createService, type Handler, type MovableClock } from './core/index.js'
import { checkedUrl, createLog, listen, urlHost } from './http/index.js'
import { createMailer } from './mail/index.js'
import { checkedSeed, type ServerOptions, serverDefaults } from './options.js'
import { createPasswords } from './passwords.js'
import { isToken, randomIds } from './secrets.js'
import { type DataNote, openSqlStore } from './storage/index.js'
import { version } from './version.js'

/** A server that is running. */
export interface RunningServer {
  /** Where it is reached, without a slash at the end: `http://127.0.0.1:4000`. */
  readonly url: string
  readonly port: number
  /** The clock of the service, for tests that need another time. */
  readonly clock: MovableClock
  /** Whether it goes on with data that were there before, so that the seed was not planted. */
  readonly isContinued: boolean
  /** Every e-mail so far, the newest last. */
  outbox(): Promise<readonly OutboxEntry[]>
  /** Back to the seed, with an empty outbox, no recorded requests, the real time, and nothing that goes wrong. */
  reset(): Promise<void>
  /** Takes no more requests, finishes those under way, then ends. */
  close(): Promise<void>
}

/**
 * Starts the reference server.
 *
 * @example const server = await startServer({ port: 0, seed })
 * @throws SeedError where the seed is wrong; DataError where the data can't be used; an Error where the port is taken or an option can't be used.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { port = 0, controlToken, limits = {}, tls } = options
  const { host = serverDefaults.host, uniqueNames = serverDefaults.uniqueNames } = options
  const { requestRateLimit = serverDefaults.requestRateLimit } = options
  const seed = checkedSeed(options.seed, uniqueNames)
  const publicUrl = options.publicUrl === undefined ? undefined : checkedUrl(options.publicUrl)
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR
  const log = createLog({ format: options.log ?? 'off', write, now: Date.now, colour })

  // Whoever starts a server waits for the line that says where it is: that one comes before all others.
  const early: DataNote[] = []
  let isStarted = false
  function notify(note: DataNote): void {
    if (isStarted) tell(note)
    else early.push(note)
  }
  /** What happens to the data is told to somebody also where nothing is logged. */
  function tell({ event, message, ...particulars }: DataNote): void {
    if (options.log !== undefined && options.log !== 'off') log.event(event, { message, ...particulars })
    else if (event !== 'created') process.stderr.write(`${event}: ${message}\n`)
  }

  const clock = createClock(Date.now)
  const mailer = createMailer({
    clock,
    ...(options.smtp !== undefined && { smtp: options.smtp }),
    notify: entry => log.event('mail', describe(entry)),
  })
  const store = await openSqlStore({
    uniqueNames,
    ...(options.data !== undefined && { data: { directory: options.data, notify } }),
  })
  const service = createService(
    { store, clock, passwords: createPasswords(), mailer, ids: randomIds, log },
    {
      requestRateLimit,
      limits,
      ...(publicUrl !== undefined && { publicUrl }),
    },
  )
  const records = createRecords(200)
  const snapshots = createSnapshots(store)
  const faults = createFaults({ sleep, random: Math.random })
  const answerFaulty = faults.around(service.answer)
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

  const isContinued = store.isSeeded
  try {
    if (!isContinued) await service.loadSeed(seed)
  } catch (error) {
    await store.close()
    throw error
  }
  const control =
    controlToken === undefined
      ? undefined
      : createControl(
          { service, clock, outbox, records, faults, snapshots, reset, version },
          isToken(controlToken),
        )
  const answer: Handler = call => (control && isControlPath(call.target) ? control(call) : answerFaulty(call))

  const listener = await listen({
    answer,
    host,
    port,
    limits,
    trustProxy: options.trustProxy ?? false,
    ...(tls && { tls }),
    ...(options.cors && { cors: options.cors }),
    defect: error => log.defect(error, 'HTTP'),
    observe(exchange) {
      log.exchange(exchange)
      if (control && !isControlPath(exchange.call.target)) records.add(requestRecordOf(exchange, clock))
    },
  }).catch(async (error: unknown) => {
    await store.close()
    throw error
  })

  setImmediate(() => {
    isStarted = true
    for (const note of early) tell(note)
  })
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
        // Whoever still waits would find the store closed.
        faults.clear()
        await mailer.close()
        await store.close()
      })
      return closing
    },
  }
}

/** Answers that wait hold up no process that has nothing else to do. */
const sleep = (milliseconds: number) => waitFor(milliseconds, undefined, { ref: false })

function describe({ delivery, kind, to, link, problem }: OutboxEntry): Record<string, unknown> {
  return {
    delivery,
    kind,
    to,
    // Once it travels, the link is for whoever gets the mail.
    ...(link !== undefined && delivery === 'outbox' && { link }),
    ...(problem !== undefined && { problem }),
  }
}
