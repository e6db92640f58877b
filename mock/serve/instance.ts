import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'msw'
import {
  createRecords,
  createSnapshots,
  type Latency,
  networkError,
  type SessionIdentity,
  type SessionInstance,
  seedToLoad,
} from '../../server/control/index.js'
import { type Call, type Handler, Refusal, type Reply, serviceDefaults } from '../../server/core/index.js'
import { type Demo, type RequestLog, withDocuments } from '../../server/http/index.js'
import { anyBase, type Base } from '../base.js'
import { library } from '../create-mock.js'
import { type EngineOptions, startEngine } from '../engine.js'
import { createHandler } from '../handler.js'

export interface ServedOptions extends EngineOptions {
  log: RequestLog
  /** What links begin with; by default the origin of the request. */
  publicUrl: string | undefined
  /** The delay of answers, from the start and after each reset. */
  delay: Latency
  demo: Demo | undefined
  isControlled: boolean
  version: string
  /** Whom it is for, unless it answers requests that name no session. */
  session?: SessionIdentity
}

/** Starts a mock that answers calls of an HTTP server, with everything that the control interface drives. */
export async function startInstance(options: ServedOptions) {
  const { log, publicUrl, delay, demo, isControlled, version, session, ...rest } = options
  const { prefix = '' } = session ?? {}
  const url = publicUrl === undefined ? undefined : publicUrl + prefix
  const engine = startEngine({
    ...rest,
    isRecording: false,
    onMistake: () => {},
    // With its link, for the reader of the log.
    onMail: ({ kind, to, link }) =>
      log.event('mail', {
        ...{ delivery: 'outbox', kind, to },
        ...(session && { session: session.name }),
        ...(link !== undefined && { link }),
      }),
  })
  await engine.ready
  const start = engine.snapshot()
  if (url !== undefined) engine.service.settings.publicUrl = url
  engine.faults.delay.set(delay)
  // Like the server's, these include requests that never reach the service.
  const records = createRecords(200)

  async function reset(): Promise<void> {
    await engine.reset()
    engine.faults.delay.set(delay)
    records.empty()
  }

  async function load(given: unknown): Promise<void> {
    const seed = seedToLoad(given, rest.uniqueNames ?? serviceDefaults.uniqueNames, session)
    await engine.load(seed).catch(({ message }: Error) => {
      throw new Refusal('invalid', message)
    })
    engine.faults.delay.set(delay)
    records.empty()
  }

  const { receive, defect, store, snapshot, restore } = engine
  const countRows = () => Object.values(store.db).reduce((sum, model) => sum + model.count(), 0)
  const snapshots = createSnapshots({ countObjects: countRows, snapshot, restore })
  const base: Base = {
    ...anyBase,
    originOf: ({ origin }) => origin + prefix,
    targetOf: ({ pathname, search }) => pathname.slice(prefix.length) + search,
  }
  const handler = createHandler({ library, base, receive, defect })
  const respond: Handler = async call => {
    let { body } = call
    try {
      body = (await call.receive?.()) ?? body
    } catch {
      // The service meets the same error, after it has checked the credentials.
      return engine.answer(call)
    }
    const whole = { ...call, body }
    // MSW has no responses in parts, so a list does without it.
    const request = call.method === 'GET' ? undefined : requestOf(whole)
    return request ? answerBy(handler, request) : engine.answer(whole)
  }
  const controlled = Object.defineProperty(
    { ...engine, records, snapshots, reset, load, version },
    'service',
    {
      enumerable: true,
      get: () => engine.service,
    },
  )
  const instance: SessionInstance = {
    answer: withDocuments(respond, { publicUrl: url, demo, version, isControlled }),
    controlled,
    close: async () => engine.faults.clear(),
    countObjects: () => countRows() + snapshots.countObjects(),
  }
  return { instance, start }
}

async function answerBy(handler: RequestHandler, request: Request): Promise<Reply> {
  const { response } = (await handler.run({ request, requestId: randomUUID() })) ?? {}
  if (!response || response.type === 'error') return networkError
  const { status, headers } = response
  const body = await response.text()
  const isRefused = status >= 400 && body.startsWith('{')
  return {
    status,
    headers: Object.fromEntries(headers),
    body,
    error: isRefused ? JSON.parse(body).error : undefined,
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
  if (url.href !== origin + target) return undefined
  const headers = new Headers()
  for (const name of ['authorization', 'accept', 'content-type']) {
    const value = call.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(url, { method, headers, ...(hasBody && { body }) })
}
