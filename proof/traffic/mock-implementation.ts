import { setupServer } from 'msw/node'
import { createMock, type MockOptions } from '../../mock/index.js'
import { Refusal, UniqueViolation, type User, user } from '../../server/core/index.js'
import { type ApiRequest, type ApiResponse, comparedHeaders, noResponse } from '../requests/http.js'
import { type Implementation, rejected, withSecret } from './implementation.js'

/** The mock in this process, called with `fetch` through MSW and controlled by its own methods. */
export async function mockImplementation(options: MockOptions): Promise<Implementation> {
  const mock = createMock({ ...options, onMistake() {} })
  const server = setupServer(...mock.handlers)
  server.listen({ onUnhandledRequest: 'error' })
  await mock.ready
  const snapshots = new Map()
  const outbox = async () => mock.outbox
  return {
    name: 'the mock in this process',
    canReceive: request => isPossibleWithFetch(request, mock.baseUrl),
    send: request => withSecret(request, outbox, each => send(each, mock.baseUrl)),
    async act({ run }) {
      try {
        return JSON.stringify((await run({ mock, snapshots })) ?? null)
      } catch (error) {
        if (error instanceof Refusal || error instanceof UniqueViolation) return rejected
        throw error
      }
    },
    accounts: async () => mock.db.user.getAll().map(toAccount),
    schedules: async () =>
      mock.db.schedule.getAll().map(({ id, owner_id }) => ({
        id,
        owner: mock.db.user.findFirst({ where: { id: { equals: owner_id } } })?.email ?? '',
      })),
    outbox,
    async close() {
      server.close()
    },
  }
}

/** An account as the control interface shows it: the documented members, in their order. */
const toAccount = (row: User) =>
  Object.fromEntries(Object.keys(user.shape).map(name => [name, row[name as keyof User]])) as unknown as User

/** The longest target that the HTTP implementations can receive. */
const maxTarget = 8_192

/** Whether fetch sends this request unchanged. */
function isPossibleWithFetch({ method, target, body }: ApiRequest, baseUrl: string): boolean {
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method) || (body && /^(?:GET|HEAD)$/.test(method))) return false
  if (target.length > maxTarget || !URL.canParse(baseUrl + target)) return false
  const url = new URL(baseUrl + target)
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  // A placeholder is replaced by a secret before the request is sent.
  const normalized = (url.pathname + url.search).replace(/%7B(secret:\d+)%7D/, '{$1}')
  return url.hash === '' && normalized === prefix + target
}

async function send(
  { method, target, headers, body, chunked }: ApiRequest,
  baseUrl: string,
): Promise<ApiResponse> {
  const bytes = body && new Uint8Array(body)
  try {
    const response = await fetch(baseUrl + target, {
      method,
      headers,
      ...(bytes && { body: chunked ? new Blob([bytes]).stream() : bytes }),
      ...(chunked && { duplex: 'half' as const }),
    })
    return {
      status: response.status,
      headers: Object.fromEntries(comparedHeaders.map(name => [name, response.headers.get(name)])),
      body: Buffer.from(await response.arrayBuffer()),
    }
  } catch (error) {
    if (error instanceof TypeError && error.message === 'Failed to fetch') return noResponse
    throw error
  }
}
