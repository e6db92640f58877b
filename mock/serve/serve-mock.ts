import { getResponse, type RequestHandler } from 'msw'
import { createControl, isControlPath, networkError, type OutboxEntry } from '../../server/control/index.js'
import type { Answer, MovableClock, Reply } from '../../server/core/index.js'
import { type CorsOrigins, createLog, type LogFormat, listen } from '../../server/http/index.js'
import { isToken } from '../../server/token.js'
import { anyBase } from '../base.js'
import { startEngine } from '../engine.js'
import { createHandler } from '../handler.js'
import type { MockOptions } from '../options.js'
import { requestOf } from './request.js'

export interface ServeMockOptions extends Omit<MockOptions, 'baseUrl' | 'onMistake'> {
  /** 0, the default, takes any free port. */
  port?: number
  /** The address to listen on; `127.0.0.1` by default, which this machine alone can reach. */
  host?: string
  /** The token of the control interface; without one it is off. */
  controlToken?: string
  /** Origins whose pages may call the mock, or `*`; none by default. */
  cors?: CorsOrigins
  /** One line per request on standard output; `off` by default. */
  log?: LogFormat
  /** What the control interface says its version is. */
  version?: string
}

/** A mock that is reached over HTTP. */
export interface ServedMock {
  /** Where it is reached, without a slash at the end: `http://127.0.0.1:4000`. */
  readonly url: string
  readonly port: number
  readonly clock: MovableClock
  outbox(): Promise<readonly OutboxEntry[]>
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * Serves the handlers of a mock over HTTP, for whatever can't import them.
 *
 * @throws SeedError where the seed is wrong; an Error where the port is taken or an option can't be used
 */
export async function serveMock(options: ServeMockOptions = {}): Promise<ServedMock> {
  const {
    host = '127.0.0.1',
    port = 0,
    cors,
    controlToken,
    version = '',
    log: format = 'off',
    ...rest
  } = options
  const engine = startEngine({ ...rest, onMistake: () => {} })
  await engine.ready
  const handler = createHandler({ base: anyBase, answer: engine.answer, defect: engine.defect })
  const control =
    controlToken === undefined ? undefined : createControl({ ...engine, version }, isToken(controlToken))
  const answer: Answer = call => {
    if (control && isControlPath(call.target)) return control(call)
    const request = requestOf(call)
    return request ? answerBy(handler, request) : engine.answer(call)
  }
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  const log = createLog({ format, write, now: Date.now, colour })
  const listener = await listen({
    answer,
    host,
    port,
    ...(cors && { cors }),
    defect: error => log.defect(error, 'HTTP'),
    observe: log.exchange,
  })
  return {
    url: `http://${host}:${listener.port}`,
    port: listener.port,
    clock: engine.clock,
    outbox: engine.outbox.list,
    reset: engine.reset,
    close: listener.close,
  }
}

async function answerBy(handler: RequestHandler, request: Request): Promise<Reply> {
  const response = await getResponse([handler], request)
  if (!response || response.type === 'error') return networkError
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}
