import { createRequire } from 'node:module'
import { getResponse, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { demo } from '../../fixtures/demo.js'
import { assertDocumented } from '../../server/testing/documented/index.js'
import { createMock, type Mock, type MockOptions } from '../index.js'

/*
 * Shared by the tests of the mock: the demo company at an address that does not exist, and its callers.
 */

export const baseUrl = 'https://api.example.test'
export const now = Date.UTC(2026, 10, 23, 9)
export const seed = demo({ now })

export const mira = 'mira@ribeira.example'
export const grace = 'grace@ribeira.example'
export const salma = 'salma@ribeira.example'

export const resources = '/v1/schedules/lisbon-studio/resources'
export const bookings = '/v1/schedules/lisbon-studio/bookings'
export const collaborators = '/v1/schedules/lisbon-studio/collaborators'

/** Whether MSW 2 is installed, which is used in development; the tests are also run with MSW 3. */
export const isMsw2: boolean = createRequire(import.meta.url)('msw/package.json').version.startsWith('2.')

export const inBase64 = (text: string) => Buffer.from(text).toString('base64')

/** The authorization header of a user of the demo company. */
export function credentials(email: string, password = `${email.split('@')[0]}-demo`): string {
  return `Basic ${inBase64(`${email}:${password}`)}`
}

export interface Answered {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind
  body: any
}

export interface CallOptions {
  /** The sender's credentials; `null` for none. By default those of Mira, who owns the schedule in Lisbon. */
  as?: string | null
  body?: unknown
  signal?: AbortSignal
  base?: string
  /** Calls the handlers of this mock directly: MSW 3 takes some turns of the event loop between `fetch` and a handler. */
  through?: Mock
  /** Whether a failure is planned: then the document need not declare the response. */
  planned?: boolean
}

/** Sends a request with `fetch`: `call('GET /v1/users/me')`. */
export async function call(line: string, options: CallOptions = {}): Promise<Answered> {
  const { as = mira, body, signal, base = baseUrl, through, planned = false } = options
  const [method = '', path = ''] = line.split(/ (.*)/)
  const request = new Request(base + path, {
    method,
    headers: as === null ? {} : { authorization: as.startsWith('Basic') ? as : credentials(as) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const answer = through ? await answerOf(through, request) : await fetch(request)
  const text = await answer.text()
  const { status, headers } = answer
  // The handlers of a test lack this header.
  if (!planned && headers.has('x-content-type-options')) {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    assertDocumented({ method, target: path, sent, status, headers: Object.fromEntries(headers), body: text })
  }
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
}

async function answerOf({ handlers }: Mock, request: Request): Promise<Response> {
  const response = await getResponse([...handlers], request)
  if (!response) throw new Error(`The mock does not answer ${request.method} ${request.url}.`)
  return response
}

/** Returns the name of the error of a call without a response. */
export const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    value => `no failure, but ${JSON.stringify(value)}`,
    error => error.name,
  )

/** Runs work with a mock of the demo company behind MSW, then closes both. */
export async function withMock<T>(
  options: Partial<MockOptions> & { before?: RequestHandler[]; after?: RequestHandler[] },
  work: (mock: Mock, server: ReturnType<typeof setupServer>) => Promise<T>,
): Promise<T> {
  const { before = [], after = [], ...rest } = options
  const mock = createMock({ baseUrl, seed, now, ...rest })
  const server = setupServer(...before, ...mock.handlers, ...after)
  // MSW 3 renamed this function.
  const unhandled = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
  server.listen(unhandled)
  try {
    await mock.ready
    return await work(mock, server)
  } finally {
    server.close()
  }
}

/** Returns the console messages while work runs. */
export async function heard(work: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = []
  const listen = (...values: unknown[]) => void said.push(values.map(String).join(' '))
  const own = { ...globalThis.console }
  Object.assign(globalThis.console, { warn: listen, error: listen, log: listen })
  try {
    await work()
  } finally {
    Object.assign(globalThis.console, own)
  }
  return said
}

/** Waits for a number of milliseconds. */
export const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
