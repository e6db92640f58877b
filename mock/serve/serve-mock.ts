import {
  checkedSessionLimits,
  createControl,
  createEntrance,
  createSessions,
  type Exchange,
  type Instance,
  type Latency,
  latency as latencySchema,
  type OutboxEntry,
  rememberToken,
  type SessionIdentity,
  type SessionLimits,
  sessionHeader,
} from '../../server/control/index.js'
import { checkSeed, type MovableClock, markChecked, serviceDefaults } from '../../server/core/index.js'
import {
  type CorsOrigins,
  checkedUrl,
  createCorsNotice,
  type Demo,
  defaultHost,
  isOfForeignPage,
  type LogFormat,
  listen,
  openLog,
  urlHost,
} from '../../server/http/index.js'
import { checkToken, isToken } from '../../server/secrets.js'
import { checked } from '../engine/checked.js'
import { type MockOptions, mockOptionRules } from '../mock.js'
import { anything, aString, checkOptions, integerFrom, originList } from '../options.js'
import { inWorld, worldRules } from '../worlds.js'
import { startInstance } from './instance.js'

export interface ServeMockOptions
  extends Omit<MockOptions, 'baseUrl' | 'onMistake' | 'cors' | 'passthrough'> {
  /** The port; 0, the default, picks a free one. */
  port?: number | undefined
  /** The address to listen on; by default `127.0.0.1`, which only this machine can reach. */
  host?: string | undefined
  /** The token of the control interface, which is off without one. */
  controlToken?: string | undefined
  /** The URL that links in responses and e-mails begin with; by default that of the request. */
  publicUrl?: string | undefined
  /** The origins whose pages may call the mock, or `*`; none by default. */
  cors?: CorsOrigins | undefined
  /** The response delay in milliseconds, at startup and after each reset; none by default. */
  latency?: Latency | undefined
  /** Limits on the sessions that requests can name. */
  sessionLimits?: SessionLimits
  /** The accounts that the docs page offers to log in with; none by default. Anyone who can reach the mock can read them. */
  demo?: Demo | undefined
  /** The format of the log, one line per request on standard output; `off` by default. */
  log?: LogFormat
  /** The version that the control interface reports. */
  version?: string
}

/** The rules of the other options, except those that are parsed, which have their own messages. */
const serveOptionRules = {
  port: integerFrom(0),
  host: aString,
  controlToken: aString,
  publicUrl: anything,
  cors: originList,
  demo: anything,
  latency: anything,
  sessionLimits: anything,
  log: anything,
  version: aString,
}

/** A mock behind an HTTP port. */
export interface ServedMock {
  /** Its URL, without a trailing slash: `http://127.0.0.1:4000`. */
  readonly url: string
  /** The port it listens on. */
  readonly port: number
  /** The clock of the service. */
  readonly clock: MovableClock
  /** The last 1,000 e-mails, oldest first. */
  outbox(): Promise<readonly OutboxEntry[]>
  /** Restores the initial state: data, clock, outbox, failures and latency. */
  reset(): Promise<void>
  /**
   * Replaces the seed, resets to it, and ends all sessions. Earlier snapshots are lost, and the clock is replaced.
   *
   * @throws SeedError if the seed is not valid: nothing changes
   */
  replaceSeed(seed: NonNullable<ServeMockOptions['seed']>): Promise<void>
  /** Answers the requests in progress, and stops listening. */
  close(): Promise<void>
}

/** Returns an instance that delegates to that of the current seed. */
const followInstance = (present: () => Instance): Instance => ({
  answer: call => present().answer(call),
  get controlled() {
    return present().controlled
  },
  close: () => present().close(),
})

/**
 * Serves a mock over HTTP, for programs that cannot import it.
 *
 * @throws SeedError if the seed is not valid; an Error if the port is in use or an option is not valid
 */
export async function serveMock(options: ServeMockOptions = {}): Promise<ServedMock> {
  const { baseUrl: _, onMistake: __, passthrough: ___, ...rules } = mockOptionRules
  checkOptions('serve a mock', options, { ...rules, ...serveOptionRules, ...worldRules })
  const {
    host = defaultHost,
    port = 0,
    cors,
    controlToken,
    version = '',
    log: format,
    publicUrl,
    latency = 0,
    demo,
    uniqueNames = serviceDefaults.uniqueNames,
    sessionLimits,
    ...rest
  } = inWorld(options)
  const delay = checked('start the mock', latencySchema, latency)
  const limits = checkedSessionLimits(sessionLimits)
  const url = publicUrl === undefined ? undefined : checkedUrl(publicUrl)
  checkToken(controlToken)
  const log = openLog(format)
  const isControlled = controlToken !== undefined
  const shared = {
    ...{ ...rest, uniqueNames, log, delay, demo, isControlled, version },
    publicUrl: url,
  }

  /** Starts a mock with a seed, and returns it with a function that creates its sessions. */
  async function begin(given: ServeMockOptions['seed']) {
    const seed = markChecked(checkSeed(given, uniqueNames), uniqueNames)
    const { instance, start } = await startInstance({ ...shared, seed })
    const create = async (session: SessionIdentity) =>
      (await startInstance({ ...shared, seed, start, session })).instance
    return { instance, data: { create, seedObjects: instance.countObjects() } }
  }

  let begun = await begin(rest.seed)
  const main = followInstance(() => begun.instance)
  const sessions = createSessions({
    ...{ main, ...begun.data },
    limits,
    isForeign: call => isOfForeignPage(call, cors ?? [], call.origin, url),
    defect: error => log.defect(error, 'a session'),
  })

  if (controlToken !== undefined) rememberToken(controlToken)
  const control = controlToken === undefined ? undefined : createControl(sessions, isToken(controlToken))
  const noticeCors = createCorsNotice(log, cors, url)
  function note(exchange: Exchange): void {
    log.exchange(exchange)
    noticeCors(exchange)
  }
  const listener = await listen({
    ...createEntrance({ sessions, control, note }),
    host,
    port,
    cors,
    corsRequestHeaders: [sessionHeader],
    publicUrl: url,
    defect: error => log.defect(error, 'HTTP'),
  })
  let closing: Promise<void> | undefined
  return {
    url: `http://${urlHost(host)}:${listener.port}`,
    port: listener.port,
    get clock() {
      return main.controlled.clock
    },
    outbox: () => main.controlled.outbox.list(),
    reset: () => main.controlled.reset(),
    async replaceSeed(given) {
      const next = await begin(given)
      const before = begun
      begun = next
      sessions.restartAll(next.data)
      await before.instance.close()
    },
    close() {
      sessions.endStreamsAndHolds()
      closing ??= listener.close().then(async () => {
        await sessions.close()
        await main.close()
      })
      return closing
    },
  }
}
