import type { Random } from '../../fixtures/factories/random.js'
import { type ApiRequest, controlToken } from '../requests/http.js'
import { hostileJson } from '../requests/malformed-json.js'
import { bytesOf, mutateBytes, singleRequest, toMessage } from './bytes.js'
import type { CaseGenerator } from './case.js'
import { oddHeaders } from './header-cases.js'

type ControlCall = readonly [method: string, path: string, body?: Record<string, unknown>]

const unusualIds = ['x', '%zz', '%00', '__proto__', '..', '%2e%2e', '9'.repeat(400), '-1', 'é', '']

const anyId = (random: Random, known: readonly string[]) =>
  random.pick(random.chance(0.6) ? known : unusualIds)

const times = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-03-29T00:59:59Z', 'now']
const userIds = ['mira', 'jonas', 'stranger', 'constructor', '__proto__', '~']
const snapshotIds = ['a', '__proto__', 'toString']

/** Control calls without a body. */
const simpleCalls = [
  ['GET', ['', '/health', '/users', '/schedules', '/requests', '/outbox', '/clock', '/latency', '/failures']],
  ['GET', ['/snapshots']],
  ['DELETE', ['/requests', '/outbox', '/clock', '/failures']],
  ['POST', ['/reset']],
] as const

/** Calls of the control interface, most of them valid. */
const calls: readonly ((random: Random) => ControlCall)[] = [
  ...simpleCalls.flatMap(([method, paths]) => paths.map(path => (): ControlCall => [method, path])),
  random => {
    const email = `new-${random.whole(1, 99)}@fuzz.example`
    return ['POST', '/users', { email, password: 'guarded-by-control', id: `new-${random.whole(1, 99)}` }]
  },
  random => ['DELETE', `/users/${anyId(random, userIds)}`],
  random => {
    const id = random.pick(['a', '__proto__', 'constructor', '~'])
    return ['POST', '/schedules', { owner: 'mira@ribeira.example', id }]
  },
  random => ['PUT', '/clock', { now: random.pick(times), frozen: random.chance(0.5) }],
  random => {
    const seconds = random.pick([1, -1, 1e300, -1e300, 5e-324, 1e11, 2 ** 53])
    return ['POST', '/clock/advance', { seconds }]
  },
  random => ['PUT', '/latency', { ms: random.pick([0, 20, 600_001, [0, 1], [1, 0], 1e-9]) }],
  random => [
    'POST',
    '/failures',
    {
      with: random.pick([400, 500, 599, 'network error', 600]),
      times: random.pick([1, 'always', 2 ** 53]),
      headers: { 'x-y': random.pick(['z', 'a\nb', 'é', '\u{1f600}']) },
    },
  ],
  random => ['DELETE', `/failures/${anyId(random, ['1', '2', '1e0', '0x1'])}`],
  random => ['PUT', '/rate-limit', { requests: random.pick([1, 100_000, 0, 2 ** 53]) }],
  () => ['PUT', '/variety', { collaborator_id: 'string', profile_completed: 'integer' }],
  random => ['POST', '/snapshots', { id: random.pick([...snapshotIds, '..', 'x'.repeat(101)]) }],
  random => ['POST', `/snapshots/${anyId(random, snapshotIds)}/restore`],
  random => ['DELETE', `/snapshots/${anyId(random, snapshotIds)}`],
]

const headersWith = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

const otherMethods = ['HEAD', 'OPTIONS', 'PATCH', 'POST', 'GET', 'DELETE']
const suffixes = ['?x=1', '?', '/', '//', '%00', '?%zz', '#x']

function anyRequest(random: Random, token: string): ApiRequest {
  const [method, path, members] = random.pick(calls)(random)
  const body = members && (random.chance(0.5) ? JSON.stringify(members) : hostileJson(random, members))
  return {
    method: random.chance(0.95) ? method : random.pick(otherMethods),
    target: `/_control${path}${random.chance(0.9) ? '' : random.pick(suffixes)}`,
    headers: headersWith(token),
    ...(body !== undefined && { body: Buffer.from(body) }),
  }
}

/** A call with the right token: nothing may break, whatever the call does. */
export const controlCase: CaseGenerator = source => {
  const { random } = source
  const request = anyRequest(random, controlToken)
  const place = random.next()
  if (place < 0.75) return singleRequest('control', request)
  if (place < 0.9) {
    const message = toMessage(request)
    const start = message.requestLine.indexOf('/_control/') + '/_control/'.length
    const requestLine = mutateBytes(random, Buffer.from(message.requestLine), start).toString()
    return { kind: 'control', pieces: [bytesOf({ ...message, requestLine })] }
  }
  return { ...oddHeaders({ ...source, plainRequest: () => request }), kind: 'control' }
}

const wrongTokens = [
  ...['', 'x', controlToken.slice(1), `${controlToken}x`, controlToken.toUpperCase(), 'x'.repeat(8_000)],
]
const foreignHosts = [
  ...['elsewhere.example', 'localhost.evil.example', '127.0.0.1.evil.example', '127.1', '[::2]', '0'],
]
const pageHeaders: readonly Record<string, string>[] = [
  { origin: 'http://localhost:1' },
  { origin: 'https://localhost' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
]

/** A call that must be rejected: with a wrong token, a foreign host name, or from a web page. */
export const forbiddenControlCase: CaseGenerator = ({ random }) => {
  const withWrongToken = anyRequest(random, random.pick(wrongTokens))
  const place = random.next()
  const headers = headersWith(controlToken)
  const generate = () => {
    const kind = 'control forbidden'
    if (place < 0.4) return singleRequest(kind, withWrongToken)
    if (place < 0.7) return singleRequest(kind, { ...withWrongToken, headers }, random.pick(foreignHosts))
    return singleRequest(kind, { ...withWrongToken, headers: { ...headers, ...random.pick(pageHeaders) } })
  }
  return { ...generate(), mustFail: true }
}
