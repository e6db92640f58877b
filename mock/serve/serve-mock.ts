import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'msw'
import {
  createControl,
  createRecords,
  isControlPath,
  type Latency,
  latency as latencySchema,
  networkError,
  type OutboxEntry,
  rememberToken,
  requestRecordOf,
} from '../../server/control/index.js'
import type { Call, Handler, MovableClock, Reply } from '../../server/core/index.js'
import {
  type CorsOrigins,
  checkedUrl,
  createCorsNotice,
  type Demo,
  type LogFormat,
  listen,
  openLog,
  urlHost,
  withDocuments,
} from '../../server/http/index.js'
import { isToken } from '../../server/secrets.js'
import { anyBase } from '../base.js'
import { checked } from '../checked.js'
import { startEngine } from '../engine.js'
import { createHandler } from '../handler.js'
import { type MockOptions, mockOptionRules } from '../mock.js'
import { installed } from '../msw.js'
import { anything, aString, checkOptions, integerFrom } from '../options.js'

export interface ServeMockOptions
  extends Omit<MockOptions, 'baseUrl' | 'onMistake' | 'cors' | 'passthrough'> {
  /** 0, the default, takes any free port. */
  port?: number
  /** The address to listen on; `127.0.0.1` by default, which only this machine can reach. */
  host?: string
  /** The token of the control interface, which is off without one. */
  controlToken?: string
  /** The URL that links in answers and e-mails begin with; by default that of the request. */
  publicUrl?: string
  /** The origins whose pages may call the mock, or `*`; none by default. */
  cors?: CorsOrigins
  /** The delay of answers in milliseconds, from the start and after each reset; none by default. */
  latency?: Latency
  /** The accounts that the docs page offers to log in with; none by default. Whoever reaches the mock can read them. */
  demo?: Demo | undefined
  /** One line per request on standard output; `off` by default. */
  log?: LogFormat
  /** The version that the control interface reports. */
  version?: string
}

/** What the other options must be; those that are parsed have messages of their own. */
const serveOptionRules = {
  port: integerFrom(0),
  host: aString,
  controlToken: aString,
  publicUrl: anything,
  cors: { form: 'an array of origins', fits: Array.isArray },
  demo: anything,
  latency: anything,
  log: anything,
  version: aString,
}

/** A mock behind an HTTP port. */
export interface ServedMock {
  /** Its URL, without a slash at the end: `http://127.0.0.1:4000`. */
  readonly url: string
  readonly port: number
  readonly clock: MovableClock
  outbox(): Promise<readonly OutboxEntry[]>
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * Serves the handlers of a mock over HTTP, for programs that can't import them.
 *
 * @throws SeedError if the seed is not valid; an Error if the port is in use or an option is not valid
 */
export async function serveMock(options: ServeMockOptions = {}): Promise<ServedMock> {
  const { baseUrl: _, onMistake: __, passthrough: ___, ...rules } = mockOptionRules
  checkOptions('serve a mock', options, { ...rules, ...serveOptionRules })
  const {
    host = '127.0.0.1',
    port = 0,
    cors,
    controlToken,
    version = '',
    log: format,
    publicUrl,
    latency = 0,
    demo,
    ...rest
  } = options
  const wait = checked('start the mock', latencySchema, latency)
  const url = publicUrl === undefined ? undefined : checkedUrl(publicUrl)
  const log = openLog(format)
  const engine = startEngine({
    ...rest,
    onMistake: () => {},
    // With its link, for the reader of the log.
    onMail: ({ kind, to, link }) =>
      log.event('mail', { delivery: 'outbox', kind, to, ...(link !== undefined && { link }) }),
  })
  await engine.ready
  if (url !== undefined) engine.service.settings.publicUrl = url
  engine.faults.delay.set(wait)
  if (controlToken !== undefined) rememberToken(controlToken)
  // Like the server's, these include requests that never reach the service.
  const records = createRecords(200)

  async function reset(): Promise<void> {
    await engine.reset()
    engine.faults.delay.set(wait)
    records.empty()
  }

  const { receive, defect } = engine
  const handler = createHandler({ library: installed, base: anyBase, receive, defect })
  const controlled = Object.defineProperty({ ...engine, records, reset, version }, 'service', {
    get: () => engine.service,
  })
  const control = controlToken === undefined ? undefined : createControl(controlled, isToken(controlToken))
  const respond: Handler = async call => {
    if (control && isControlPath(call.target)) return control(call)
    try {
      await call.receive?.()
    } catch {
      // The service meets the same error, after it has checked the credentials.
      return engine.answer(call)
    }
    // MSW has no responses in parts, so a list does without it.
    const request = call.method === 'GET' ? undefined : requestOf(call)
    return request ? answerBy(handler, request) : engine.answer(call)
  }
  const noticeCors = createCorsNotice(log, cors, url)
  const listener = await listen({
    answer: withDocuments(respond, { publicUrl: url, demo, version, isControlled: control !== undefined }),
    host,
    port,
    ...(cors && { cors }),
    ...(url !== undefined && { publicUrl: url }),
    defect: error => log.defect(error, 'HTTP'),
    observe(exchange) {
      log.exchange(exchange)
      noticeCors(exchange)
      if (control && !isControlPath(exchange.call.target))
        records.add(requestRecordOf(exchange, engine.clock))
    },
  })
  let closing: Promise<void> | undefined
  return {
    url: `http://${urlHost(host)}:${listener.port}`,
    port: listener.port,
    clock: engine.clock,
    outbox: engine.outbox.list,
    reset,
    close() {
      closing ??= listener.close().then(engine.faults.clear)
      return closing
    },
  }
}

async function answerBy(handler: RequestHandler, request: Request): Promise<Reply> {
  const { response } = (await handler.run({ request, requestId: randomUUID() })) ?? {}
  if (!response || response.type === 'error') return networkError
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

/**
 * Converts a call to a request of the Fetch API. Undefined if that is impossible: for a GET with a body, a forbidden
 * method or a target that URL parsing would change; and for HEAD, whose response would lose its Content-Length.
 */
function requestOf(call: Call): Request | undefined {
  const { method, target, origin, body } = call
  const hasBody = body.length > 0
  if (/^(?:CONNECT|TRACE|TRACK|HEAD)$/i.test(method) || (hasBody && method === 'GET')) return undefined
  if (!URL.canParse(origin + target)) return undefined
  const url = new URL(origin + target)
  if (url.origin !== origin || url.pathname + url.search !== target) return undefined
  const headers = new Headers()
  for (const name of ['authorization', 'accept', 'content-type']) {
    const value = call.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(url, { method, headers, ...(hasBody && { body }) })
}
