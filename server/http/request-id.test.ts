import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, createScene, people } from '../testing/scene.js'
import { traceOf } from './log.js'
import { requestIdOf } from './request.js'

const scene = await createScene()
test.after(() => scene.end())

const madeId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const idOf = async (sent?: string) => {
  const headers: Record<string, string> = sent === undefined ? {} : { 'x-request-id': sent }
  const answer = await scene.owner.send('GET', '/users/me', undefined, headers)
  return answer.headers['x-request-id']
}

test('given a well-formed X-Request-Id, then the response has it', async () => {
  for (const id of ['checkout-7', '7f1c:a/b+c=.d_e', 'x'.repeat(128)]) assert.is(await idOf(id), id)
})

test('given none, or one that is too long or has other characters, then the response has a new one', async () => {
  const sent = [undefined, '', 'x'.repeat(129), 'a b', 'a"b', 'ä', '<script>', 'me@example.test']

  const made = await Promise.all(sent.map(idOf))

  for (const id of made) assert.match(String(id), madeId)
  assert.is(new Set(made).size, sent.length)
})

test('given several X-Request-Id, then none is used', () => {
  assert.not.equal(requestIdOf(['a', 'b']), 'a')
  assert.match(requestIdOf('a, b'), madeId)
})

test('given a request that is refused, then its response also has an id', async () => {
  const unknown = await scene.caller().send('GET', '/users/me', undefined, { 'x-request-id': 'mine' })
  const forbidden = await fetch(`${scene.server.url}/v1/nothing`, {
    headers: { authorization: basic(people.owner.email, 'wrong'), 'x-request-id': 'yours' },
  })

  assert.equal([unknown.status, unknown.headers['x-request-id']], [401, 'mine'])
  assert.equal([forbidden.status, forbidden.headers.get('x-request-id')], [401, 'yours'])
})

test('a trace is only accepted in the form of W3C Trace Context', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

  assert.is(traceOf(trace), trace)
  assert.is(traceOf(`cc${trace.slice(2)}-what-is-added-later`), `cc${trace.slice(2)}`)
  for (const other of [
    ...[undefined, '', trace.toUpperCase(), `${trace}0`, `x${trace}`, trace.slice(0, -3), `${trace}-more`],
    ...[`ff${trace.slice(2)}`, trace.replace(/(?<=-).{32}/, '0'.repeat(32))],
    trace.replace(/(?<=-).{16}(?=-)/, '0'.repeat(16)),
  ]) {
    assert.is(traceOf(other), undefined, other)
  }
})

test.run()
