import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Reply } from '../core/index.js'
import { type Exchange, networkError } from '../core/index.js'
import { basic } from '../testing/scene.js'
import { createLog, type LogFormat } from './log.js'

function logged(format: LogFormat, colour = false) {
  const lines: string[] = []
  const log = createLog({
    format,
    pid: 42,
    colour,
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    write: line => lines.push(line),
  })
  return { log, lines }
}

const exchange = (target: string, reply: Partial<Reply> = {}): Exchange => ({
  call: {
    method: 'GET',
    target,
    origin: 'http://localhost',
    header: name => (name === 'authorization' ? basic('ada@example.test', 'the-password') : undefined),
    body: new Uint8Array(),
  },
  reply: { status: 200, headers: {}, body: '{"success":true}', ...reply },
  took: 1.26,
})

test('given a request, then its line has method, target, status, time and account, and never the password', () => {
  const { log, lines } = logged('pretty')

  log.exchange(exchange('/v1/users/me?fields=id'))

  assert.match(
    lines[0] ?? '',
    /^\d\d:\d\d:\d\d GET {4}\/v1\/users\/me\?fields=id {2}200 OK {2}1\.3 ms {2}ada@example\.test$/,
  )
  assert.is(lines.length, 1)
})

test('given a request of a session, then its line names the session', () => {
  const [pretty, json] = [logged('pretty'), logged('json')]
  const inSession = { ...exchange('/v1/users/me'), session: 'worker-1' }

  pretty.log.exchange(inSession)
  json.log.exchange(inSession)
  json.log.exchange(exchange('/v1/users/me'))

  assert.match(pretty.lines[0] ?? '', / {2}ada@example\.test {2}session worker-1$/)
  assert.is(JSON.parse(json.lines[0] ?? '').session, 'worker-1')
  assert.is('session' in JSON.parse(json.lines[1] ?? ''), false)
})

test('given a refusal, then its line has the reason', () => {
  const { log, lines } = logged('pretty')
  const error = { code: 'invalid', message: 'name is required' }

  log.exchange(exchange('/v1/x', { status: 422, error }))

  assert.match(lines[0] ?? '', /422 Unprocessable Entity .* name is required$/)
})

test('given control characters in a request, then none reaches the terminal, and the entry stays on one line', () => {
  const { log, lines } = logged('pretty')
  const error = { code: 'x', message: 'no \u001B[2J\nhere' }

  log.exchange(exchange('/v1/x', { status: 404, error }))

  assert.not.match(lines[0] ?? '', /\p{Cc}/u)
})

test('given the link of an activation e-mail, then its secret is not in the log', () => {
  const [pretty, json] = [logged('pretty'), logged('json')]

  pretty.log.exchange(exchange('/v1/activations/very-secret'))
  json.log.exchange(exchange('/v1/activations/very-secret'))

  assert.not.match(pretty.lines.join() + json.lines.join(), /very-secret/)
})

test('given json, then each line is one object', () => {
  const { log, lines } = logged('json')
  const error = { code: 'invalid', message: 'm' }

  log.exchange(exchange('/v1/x', { status: 422, error }))
  log.event('mail', { to: 'x@example.test' })
  log.defect(new Error('inside'), 'GET /v1/x')

  const time = '2026-01-02T03:04:05.000Z'
  const [request, mail, defect] = lines.map(line => JSON.parse(line))
  assert.equal(request, {
    time,
    pid: 42,
    method: 'GET',
    target: '/v1/x',
    status: 422,
    ms: 1.3,
    as: 'ada@example.test',
    error: 'invalid',
  })
  assert.equal(mail, { time, pid: 42, event: 'mail', to: 'x@example.test' })
  assert.match(defect.stack, /Error: inside\n/)
})

test('given json, then a line has the request id, its trace, its client, and why the server was overloaded', () => {
  const { log, lines } = logged('json')
  const { call, ...rest } = exchange('/v1/x', {
    status: 503,
    error: { code: 'overloaded', message: 'm', why: 'turns' },
  })
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const sent = (header: string) => ({
    ...call,
    header: (name: string) => (name === 'traceparent' ? header : undefined),
  })

  log.exchange({ ...rest, call: { ...sent(traceparent), id: 'checkout-7', peer: '192.0.2.9' } })
  log.exchange({ ...rest, call: sent('00-not-a-trace"') })
  log.defect(new Error('inside'), 'GET /v1/x', 'checkout-7')

  const [whole, bare, defect] = lines.map(line => JSON.parse(line))
  assert.equal(
    [whole.id, whole.traceparent, whole.client, whole.why],
    ['checkout-7', traceparent, '192.0.2.9', 'turns'],
  )
  assert.not.ok('traceparent' in bare || 'id' in bare)
  assert.is(defect.id, 'checkout-7')
})

test('given a dropped connection, then its line says so, without a status', () => {
  const [pretty, coloured, json] = [logged('pretty'), logged('pretty', true), logged('json')]

  for (const { log } of [pretty, coloured, json]) log.exchange(exchange('/v1/x', networkError))

  assert.match(
    pretty.lines[0] ?? '',
    /GET {4}\/v1\/x {2}cut {2}1\.3 ms {2}ada@example\.test {2}the connection was cut, as planned$/,
  )
  assert.match(coloured.lines[0] ?? '', /\u001B\[31mcut\u001B/)
  const { status, error } = JSON.parse(json.lines[0] ?? '')
  assert.equal([status, error], [0, 'network_error'])
})

test('given a defect, then the pretty log has its stack', () => {
  const { log, lines } = logged('pretty')

  log.defect(new Error('inside'), 'GET /v1/x')
  log.defect('no error at all', 'GET /v1/y')

  assert.match(lines[0] ?? '', /defect {2}GET \/v1\/x\nError: inside\n {4}at /)
  assert.match(lines[1] ?? '', /no error at all$/)
})

test('given colour, then successful, refused and failed requests differ; without, there is none', () => {
  const plain = logged('pretty')
  const { log, lines } = logged('pretty', true)

  for (const status of [200, 404, 500]) log.exchange(exchange('/v1/x', { status, body: '<html>' }))
  plain.log.exchange(exchange('/v1/x'))
  log.event('mail', { to: 'x' })

  assert.match(lines[0] ?? '', /\u001B\[32m200/)
  assert.match(lines[1] ?? '', /\u001B\[33m404/)
  assert.match(lines[2] ?? '', /\u001B\[31m500/)
  assert.not.match(plain.lines.join(), /\u001B/)
})

test('given off, then nothing is written', () => {
  const { log, lines } = logged('off')

  log.exchange(exchange('/v1/x'))
  log.event('mail', {})
  log.defect(new Error('inside'), 'x')

  assert.equal(lines, [])
})

test('given an event with a message, then the pretty log has only the message, and json has everything', () => {
  const [pretty, json] = [logged('pretty'), logged('json')]

  for (const { log } of [pretty, json]) log.event('created', { message: 'Created x.db.', version: 3 })

  assert.match(pretty.lines[0] ?? '', /created {2}Created x\.db\.$/)
  assert.is(JSON.parse(json.lines[0] ?? '').version, 3)
})

test.run()
