import { setupServer } from 'msw/node'
import { createMock, type Mock, type MockOptions, type MockSnapshot } from '../../mock/index.js'
import { Refusal, UniqueViolation, type User, user } from '../../server/core/index.js'
import { comparedHeaders, cutOff, type Got, type Sent, type Steering } from '../requests/request.js'
import { refusedSteering, type Twin } from './implementation.js'
import { withSecret } from './secrets.js'

/** The mock in this process: handlers of MSW, the library's own `fetch`, and the methods of the mock. */
export async function mockTwin(options: MockOptions): Promise<Twin> {
  const mock = createMock({ ...options, onMistake() {} })
  const server = setupServer(...mock.handlers)
  server.listen({ onUnhandledRequest: 'error' })
  await mock.ready
  const snapshots = new Map<string, MockSnapshot>()
  const prefix = new URL(mock.baseUrl).pathname.replace(/\/$/, '')
  const outbox = async () => mock.outbox
  return {
    name: 'the mock in the process',
    hears: sent => isSayable(sent, mock.baseUrl, prefix),
    send: sent => withSecret(sent, outbox, each => fetched(each, mock.baseUrl)),
    async steer(steering) {
      try {
        return JSON.stringify(await steered(mock, steering, snapshots))
      } catch (error) {
        if (error instanceof Refusal || error instanceof UniqueViolation) return refusedSteering
        throw error
      }
    },
    accounts: async () => mock.db.user.getAll().map(shownAccount),
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

/** The row of an account as the control interface shows it: the members that the document names, in its order. */
const shownAccount = (row: User) =>
  Object.fromEntries(Object.keys(user.shape).map(name => [name, row[name as keyof User]])) as unknown as User

/** How long a URL may be for HTTP to carry it: what is longer never comes to the service. */
const longest = 8_192

/** Can fetch say this request as it is? */
function isSayable({ method, target, body }: Sent, baseUrl: string, prefix: string): boolean {
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method) || (body && /^(?:GET|HEAD)$/.test(method))) return false
  if (target.length > longest || !URL.canParse(baseUrl + target)) return false
  const url = new URL(baseUrl + target)
  // A placeholder is replaced by a secret before anything is sent.
  const tidy = (url.pathname + url.search)
    .replace('%7Bsecret:', '{secret:')
    .replace(/(\{secret:\d+)%7D/, '$1}')
  return url.hash === '' && tidy === prefix + target
}

async function fetched({ method, target, headers, body, chunked }: Sent, baseUrl: string): Promise<Got> {
  let response: Response
  try {
    response = await fetch(baseUrl + target, {
      method,
      headers,
      ...(body && { body: chunked ? new Blob([new Uint8Array(body)]).stream() : new Uint8Array(body) }),
      ...(chunked && { duplex: 'half' as const }),
    })
  } catch (error) {
    if (error instanceof TypeError && error.message === 'Failed to fetch') return cutOff
    throw error
  }
  return {
    status: response.status,
    headers: Object.fromEntries(comparedHeaders.map(name => [name, response.headers.get(name)])),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

async function steered(
  mock: Mock,
  steering: Steering,
  snapshots: Map<string, MockSnapshot>,
): Promise<unknown> {
  const clock = () => ({ now: new Date(mock.clock.now()).toISOString(), frozen: mock.clock.frozen })
  switch (steering.steer) {
    case 'reset':
      mock.reset()
      return null
    case 'take snapshot':
      snapshots.set(steering.id, mock.snapshot())
      return { id: steering.id }
    case 'restore snapshot': {
      const snapshot = snapshots.get(steering.id)
      if (!snapshot) throw new Refusal('not_found', `There is no snapshot ${steering.id}`)
      // As it would come from a file, every other time.
      mock.restore(/[02468]$/.test(steering.id) ? JSON.parse(JSON.stringify(snapshot)) : snapshot)
      return null
    }
    case 'set clock':
      mock.clock.set(new Date(steering.now))
      return clock()
    case 'freeze clock':
      mock.clock.freeze()
      return clock()
    case 'run clock':
      mock.clock.run()
      return clock()
    case 'advance clock':
      mock.clock.advance(steering.seconds * 1000)
      return clock()
    case 'reset clock':
      mock.clock.reset()
      return clock()
    case 'set latency':
      mock.latency(steering.ms)
      return { ms: steering.ms }
    case 'plan failure':
      return mock.fail(steering.failure)
    case 'end failures':
      mock.succeed()
      return []
    case 'limit rate':
      await mock.rateLimit(steering.requests, steering.email)
      return { requests: steering.requests }
    case 'set variety':
      mock.variety(steering.variety)
      return null
    case 'add user':
      return mock.addUser(steering.account)
    case 'add schedule':
      return mock.addSchedule(steering.schedule)
  }
}
