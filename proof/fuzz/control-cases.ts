import type { Random } from '../../fixtures/factories/random.js'
import { hostileJson } from '../requests/hostile-json.js'
import { controlToken } from '../requests/http-client.js'
import type { Sent } from '../requests/request.js'
import { bytesOf, mutatedBytes, written } from './bytes.js'
import type { Case } from './case.js'
import type { Draw } from './draw.js'
import { oddHeaders } from './header-cases.js'

type Asked = readonly [method: string, path: string, body?: object]

const path = (random: Random, known: readonly string[]) =>
  random.chance(0.6)
    ? random.pick(known)
    : random.pick(['x', '%zz', '%00', '__proto__', '..', '%2e%2e', '9'.repeat(400), '-1', 'é', ''])

/** What the control interface is asked for, mostly as it should be. */
const asked: readonly ((random: Random) => Asked)[] = [
  () => ['GET', ''],
  () => ['GET', '/health'],
  () => ['GET', '/users'],
  () => ['GET', '/schedules'],
  () => ['GET', '/requests'],
  () => ['GET', '/outbox'],
  () => ['GET', '/clock'],
  () => ['GET', '/latency'],
  () => ['GET', '/failures'],
  () => ['GET', '/snapshots'],
  () => ['DELETE', '/requests'],
  () => ['DELETE', '/outbox'],
  () => ['DELETE', '/clock'],
  () => ['DELETE', '/failures'],
  () => ['POST', '/reset'],
  random => [
    'POST',
    '/users',
    {
      email: `new-${random.whole(1, 99)}@fuzz.example`,
      password: 'guarded-by-control',
      id: `new-${random.whole(1, 99)}`,
    },
  ],
  random => [
    'DELETE',
    `/users/${path(random, ['mira', 'jonas', 'stranger', 'constructor', '__proto__', '~'])}`,
  ],
  random => [
    'POST',
    '/schedules',
    { owner: 'mira@ribeira.example', id: random.pick(['a', '__proto__', 'constructor', '~']) },
  ],
  random => [
    'PUT',
    '/clock',
    {
      now: random.pick(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-03-29T00:59:59Z', 'now']),
      frozen: random.chance(0.5),
    },
  ],
  random => [
    'POST',
    '/clock/advance',
    { seconds: random.pick([1, -1, 1e300, -1e300, 5e-324, 1e11, 2 ** 53]) },
  ],
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
  random => ['DELETE', `/failures/${path(random, ['1', '2', '1e0', '0x1'])}`],
  random => ['PUT', '/rate-limit', { requests: random.pick([1, 100_000, 0, 2 ** 53]) }],
  () => ['PUT', '/variety', { collaborator_id: 'string', profile_completed: 'integer' }],
  random => [
    'POST',
    '/snapshots',
    { id: random.pick(['a', '__proto__', 'toString', '..', 'x'.repeat(101)]) },
  ],
  random => ['POST', `/snapshots/${path(random, ['a', '__proto__', 'toString'])}/restore`],
  random => ['DELETE', `/snapshots/${path(random, ['a', '__proto__', 'toString'])}`],
]

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

function sentBy(random: Random, token: string): Sent {
  const [method, target, body] = random.pick(asked)(random)
  const text =
    body && (random.chance(0.5) ? JSON.stringify(body) : hostileJson(random, body as Record<string, unknown>))
  return {
    method: random.chance(0.95) ? method : random.pick(['HEAD', 'OPTIONS', 'PATCH', 'POST', 'GET', 'DELETE']),
    target: `/_control${target}${random.chance(0.9) ? '' : random.pick(['?x=1', '?', '/', '//', '%00', '?%zz', '#x'])}`,
    headers: headersOf(token),
    ...(text !== undefined && { body: Buffer.from(text) }),
  }
}

const caseOf = (sent: Sent, host = 'localhost'): Case => ({
  kind: 'control',
  pieces: [bytesOf(written(sent, host))],
  requests: [{ method: sent.method }],
  ending: 'end',
})

/** A call of the control interface by somebody who may: nothing may break, whatever is done. */
export const controlled: Draw = source => {
  const { random } = source
  const sent = sentBy(random, controlToken)
  const place = random.next()
  if (place < 0.75) return caseOf(sent)
  if (place < 0.9) {
    const parts = written(sent)
    const begin = parts.line.indexOf('/_control/') + '/_control/'.length
    const line = mutatedBytes(random, Buffer.from(parts.line), begin).toString()
    return { kind: 'control', pieces: [bytesOf({ ...parts, line })], ending: 'end' }
  }
  return { ...oddHeaders({ ...source, plainRequest: () => sent }), kind: 'control' }
}

/** A call of the control interface by somebody who may not: nothing may come of it. */
export const uncontrolled: Draw = ({ random }) => {
  const wrong = random.pick([
    '',
    'x',
    controlToken.slice(1),
    `${controlToken}x`,
    controlToken.toUpperCase(),
    'x'.repeat(8_000),
  ])
  const sent = sentBy(random, wrong)
  const kind = random.next()
  if (kind < 0.4) return forbidden(caseOf(sent))
  const right = { ...sent, headers: headersOf(controlToken) }
  if (kind < 0.7)
    return forbidden(
      caseOf(
        right,
        random.pick([
          'elsewhere.example',
          'localhost.evil.example',
          '127.0.0.1.evil.example',
          '127.1',
          '[::2]',
          '0',
        ]),
      ),
    )
  const page = random.pick([
    { origin: 'http://localhost' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
  ])
  return forbidden(caseOf({ ...right, headers: { ...right.headers, ...page } }))
}

const forbidden = (each: Case): Case => ({ ...each, kind: 'control forbidden', refused: true })
