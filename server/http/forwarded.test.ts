import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Call, reply } from '../core/index.js'
import { listen } from './listener.js'
import { forwardedBy } from './request.js'

const headers = {
  'x-forwarded-for': '203.0.113.1, 198.51.100.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.example.com',
}

/** What the core sees of a request. */
async function received(trustProxy: boolean): Promise<Call | undefined> {
  let call: Call | undefined
  const listener = await listen({
    answer: async seen => {
      call = seen
      return reply(200, '{"success":true}')
    },
    host: '127.0.0.1',
    port: 0,
    trustProxy,
  })
  await (await fetch(`http://127.0.0.1:${listener.port}/v1/users/me`, { headers })).text()
  await listener.close()
  return call
}

test('given a trusted proxy, then the client and the address that it reports are used', async () => {
  const call = await received(true)

  assert.is(call?.peer, '198.51.100.7')
  assert.is(call?.origin, 'https://api.example.com')
})

test('given no trusted proxy, then such headers are ignored', async () => {
  const call = await received(false)

  assert.is(call?.peer, '127.0.0.1')
  assert.match(call?.origin ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
})

test('given invalid values, then they are ignored', () => {
  const forwarded = forwardedBy({
    'x-forwarded-for': 'unknown',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-host': 'a b<c>',
  })

  assert.equal(forwarded, {})
})

test('given values that a caller sent to the proxy, then only that of the proxy is used', () => {
  assert.is(forwardedBy({ 'x-forwarded-for': '127.0.0.1, 198.51.100.7' }).peer, '198.51.100.7')
  assert.is(forwardedBy({ 'x-forwarded-for': '2001:db8::1' }).peer, '2001:db8::1')
})

test('given a proxy that adds the port of its client, then all connections of a client have one address', () => {
  const peers = ['198.51.100.7', '198.51.100.7:51234', '[2001:db8::1]', '[2001:db8::1]:443'].map(
    value => forwardedBy({ 'x-forwarded-for': value }).peer,
  )

  assert.equal(peers, ['198.51.100.7', '198.51.100.7', '2001:db8::1', '2001:db8::1'])
})

test('given something that only resembles an address, then it is ignored', () => {
  for (const value of ['dead.beef', '1.2.3.4.5', '[198.51.100.7', '198.51.100.7:', ':::', '[]:1'])
    assert.equal(forwardedBy({ 'x-forwarded-for': value }), {}, value)
})

test.run()
