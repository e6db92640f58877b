import type { Detail } from '../core/wire/errors.js'
import type { Control, ControlEvent, ControlFunctions, EventsOptions } from './control-types.js'
import { checkedUrl, checkOptions } from './options.js'

export interface ControlOptions {
  /** The URL of the server or the mock, without `/_control`: `http://127.0.0.1:4000`. */
  url: string
  /** The control token that the server was started with. */
  token: string
  /**
   * The name of the session that the functions act on: 1 to 64 letters, digits, _ - and . that don't start with - or . A
   * session begins with the first request that names it.
   * @default the data outside of sessions
   */
  session?: string | undefined
  /** Sends the requests. @default the global `fetch` at the time of a request */
  fetch?: typeof fetch | undefined
}

/** The contents of a refusal. */
interface Refusal {
  code?: string
  message?: string
  details?: readonly Detail[]
}

/** Thrown when the control interface refuses a request; the message is the one it sent, with what is wrong with each value. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The HTTP status. */
  readonly status: number
  /** The error code; undefined if the response has none, such as one from a proxy. */
  readonly code: string | undefined
  /** What is wrong with which value. @default [] */
  readonly details: readonly Detail[]

  constructor(action: string, url: string, status: number, body: Refusal | undefined) {
    const strange = `${url} answered ${status} without a body of the control interface. Check the url.`
    const details = body?.details ?? []
    // With a single problem, the message already describes it.
    const lines = details.length > 1 ? details.map(({ path, message }) => `\n  ${path} ${message}`) : []
    super(`Failed to call control.${action}: ${body?.message ?? strange}${lines.join('')}`)
    this.status = status
    this.code = body?.code
    this.details = details
  }
}

interface Answer {
  success?: boolean
  data?: unknown
  error?: Refusal
}

/** Valid session names, as on the server. */
const sessionName = /^\w[\w.-]{0,63}$/

/** The method and path of each function; `*` is its argument. Without `*`, the argument is the body. */
export const controlRoutes: Readonly<Record<keyof ControlFunctions, string>> = {
  health: 'GET health',
  reset: 'POST reset',
  load: 'PUT seed',
  outbox: 'GET outbox',
  emptyOutbox: 'DELETE outbox',
  requests: 'GET requests',
  emptyRequests: 'DELETE requests',
  events: 'GET events',
  users: 'GET users',
  addUser: 'POST users',
  deleteUser: 'DELETE users/*',
  schedules: 'GET schedules',
  addSchedule: 'POST schedules',
  clock: 'GET clock',
  setClock: 'PUT clock',
  advanceClock: 'POST clock/advance',
  resetClock: 'DELETE clock',
  snapshots: 'GET snapshots',
  takeSnapshot: 'POST snapshots',
  restoreSnapshot: 'POST snapshots/*/restore',
  deleteSnapshot: 'DELETE snapshots/*',
  latency: 'GET latency',
  setLatency: 'PUT latency',
  failures: 'GET failures',
  fail: 'POST failures',
  cancelFailures: 'DELETE failures',
  cancelFailure: 'DELETE failures/*',
  holds: 'GET holds',
  hold: 'POST holds',
  releaseHold: 'POST holds/*/release',
  endHold: 'DELETE holds/*',
  setRateLimit: 'PUT rate-limit',
  setVariety: 'PUT variety',
  sessions: 'GET sessions',
  endSession: 'DELETE sessions/*',
}

/**
 * Creates a client for the control interface of `schedkit serve` or `schedkit mock`, for tests. The interface refuses pages
 * of other origins.
 *
 * @example
 * const control = createControl({ url: 'http://127.0.0.1:4000', token: 'e2e', session: 'worker-1' })
 * await control.reset()
 * await control.fail({ operation: 'createBooking', with: 503 })
 * const client = createClient({ baseUrl: control.baseUrl, email: 'mira@ribeira.example', password: 'mira-demo' })
 * @throws an Error if an option is not known, or the url, the token or the session is not valid
 */
export function createControl(options: ControlOptions): Control {
  checkOptions('create a control client', options, ['url', 'token', 'session', 'fetch'])
  const { token, session } = options
  if (typeof token !== 'string' || token === '') {
    throw new Error(
      'Failed to create a control client: the token is missing. Pass that of schedkit serve --control-token TOKEN.',
    )
  }
  if (session !== undefined && !sessionName.test(session)) {
    throw new Error(
      `Failed to create a control client: the session ${JSON.stringify(session)} is not a name: 1 to 64 letters, ` +
        "digits, _ - and . that don't start with - or .",
    )
  }
  const baseUrl =
    checkedUrl('create a control client', 'url', options.url) +
    (session === undefined ? '' : `/_session/${session}`)

  const request = (url: string, init: RequestInit, more: Record<string, string> = {}) => {
    const { fetch = globalThis.fetch } = options
    return fetch(url, { ...init, headers: { authorization: `Bearer ${token}`, ...more } })
  }

  async function send(name: keyof ControlFunctions, argument: unknown): Promise<unknown> {
    const [method = '', path = ''] = controlRoutes[name].split(' ')
    const isInPath = path.includes('*')
    const url = `${baseUrl}/_control/${path.replace('*', encodeURIComponent(String(argument)))}`
    // A test runner calls a hook such as beforeEach(control.reset) with arguments of its own.
    const isTaken = !isInPath && name !== 'reset'
    const body = /^P/.test(method) ? JSON.stringify(isTaken ? (argument ?? {}) : {}) : null
    const response = await request(url, { method, body }).catch(error => {
      const reason = error.cause?.message || error.cause?.code || error.message
      throw new TypeError(`Failed to call control.${name}: ${url} gave no answer: ${reason}.`, {
        cause: error,
      })
    })
    const answer = (await response.json().catch(() => undefined)) as Answer | undefined
    if (!answer?.success) throw new ControlError(name, url, response.status, answer?.error)
    return answer.data
  }

  async function* events({ lastEventId, signal }: EventsOptions = {}): AsyncGenerator<ControlEvent> {
    const url = `${baseUrl}/_control/events`
    const more = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const response = await request(url, { signal: signal ?? null }, more)
    if (response.ok && response.body) return yield* eventsIn(response.body)
    const answer = (await response.json().catch(() => undefined)) as Answer | undefined
    throw new ControlError('events', url, response.status, answer?.error)
  }

  const functions = Object.keys(controlRoutes).map(name => [
    name,
    // Some runners take a function with a parameter for one that calls back.
    (...given: unknown[]) => send(name as keyof ControlFunctions, given[0]),
  ])
  return { baseUrl, ...Object.fromEntries(functions), events }
}

/** Reads the events of a stream, in the format of Server-Sent Events. Leaving the loop ends the connection. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ControlEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Parses one block of lines; returns undefined if it has no event, such as only comments. */
function eventOf(block: string): ControlEvent | undefined {
  const fields = new Map(
    block.split('\n').map(line => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  const [id, type, data] = ['id', 'event', 'data'].map(name => fields.get(name))
  if (id === undefined || data === undefined) return undefined
  return { id, type, data: JSON.parse(data) } as ControlEvent
}
