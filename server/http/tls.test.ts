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

test('given somebody who speaks plain HTTP to it, then the connection ends and others are served', async () => {
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

test.run()
