import { once } from 'node:events'
import { connect } from 'node:net'
import { Agent, request } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Call, reply } from '../core/index.js'
import { cert, key } from '../testing/tls.js'
import { listen } from './listener.js'

test('given a certificate and its key, then requests come over TLS, and links say so', async () => {
  let call: Call | undefined
  const listener = await listen({
    answer: async seen => {
      call = seen
      return reply(200, '{"success":true}')
    },
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
  })
  const dispatcher = new Agent({ connect: { ca: cert } })
  const url = `https://localhost:${listener.port}`

  const answer = await request(`${url}/v1/users/me`, { dispatcher })
  const text = await answer.body.text()

  await dispatcher.close()
  await listener.close()
  assert.is(answer.statusCode, 200)
  assert.is(text, '{"success":true}\n')
  assert.is(call?.origin, url)
})

test('given a client that speaks plain HTTP to it, then the connection closes and others are served', async () => {
  const listener = await listen({
    answer: async () => reply(200, '{"success":true}'),
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
  })
  const dispatcher = new Agent({ connect: { ca: cert } })

  const plain = await fetch(`http://localhost:${listener.port}/`).catch((error: Error) => error)
  const secure = await request(`https://localhost:${listener.port}/`, { dispatcher })
  await secure.body.text()

  await dispatcher.close()
  await listener.close()
  assert.instance(plain, Error)
  assert.is(secure.statusCode, 200)
})

test('given a client that never finishes the handshake, then the connection closes at the headers timeout', async () => {
  const listener = await listen({
    answer: async () => reply(200, '{"success":true}'),
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    limits: { headersTime: 100 },
  })
  const start = performance.now()
  const silent = connect(listener.port, '127.0.0.1')
  const begun = connect(listener.port, '127.0.0.1', () => begun.write(Buffer.from('160301020001', 'hex')))

  await Promise.all([silent, begun].map(socket => once(socket.resume(), 'close')))

  // Node.js waits for two minutes.
  assert.ok(performance.now() - start < 60_000)
  await listener.close()
})

test.run()
