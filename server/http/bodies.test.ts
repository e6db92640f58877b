import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reply } from '../core/index.js'
import { createBodies } from './bodies.js'
import { listen } from './listener.js'

test('an address has room for sixteen of the longest bodies', () => {
  const bodies = createBodies(100)
  const full = Array.from({ length: 16 }, () => bodies.bodyOf('192.0.2.1'))

  assert.equal(
    full.map(body => body.add(100)),
    Array(16).fill(true),
  )

  assert.is(bodies.bodyOf('192.0.2.2').add(100), true)
  assert.is(bodies.bodyOf('192.0.2.1').add(1), false)
  for (const body of full) body.release()
  assert.is(bodies.bodyOf('192.0.2.1').add(100), true)
})

test('when the room for all is used up, every address still has room for one body', () => {
  const bodies = createBodies(100)
  for (let index = 0; index < 128; index++) bodies.bodyOf(`192.0.2.${index >> 3}`).add(100)

  assert.is(bodies.bodyOf('192.0.2.0').add(1), false)
  assert.is(bodies.bodyOf('198.51.100.1').add(100), true)
  assert.is(bodies.bodyOf('198.51.100.1').add(1), false)
})

test('given more long bodies of an address than fit, then the next one gets 503, and those of others are read', async () => {
  let received = 0
  const waiting: (() => void)[] = []
  const listener = await listen({
    async answer(call) {
      received += (await call.receive?.())?.length ?? 0
      await new Promise<void>(resolve => waiting.push(resolve))
      return reply(200, '{}')
    },
    ...{ host: '127.0.0.1', port: 0, grace: 0, limits: { body: 1_000 } },
  })
  const sockets: Socket[] = []
  async function put(localAddress: string, length: number) {
    const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress })
    sockets.push(socket)
    let text = ''
    socket.setEncoding('latin1').on('data', chunk => {
      text += chunk
    })
    socket.write(
      `PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(length)}`,
    )
    return () => text.slice(9, 12)
  }

  for (let count = 0; count < 16; count++) await put('127.0.0.1', 1_000)
  while (received < 16_000) await pause(5)
  const refused = await put('127.0.0.1', 10)
  await put('127.0.0.2', 10)
  while (refused() === '' || received < 16_010) await pause(5)

  for (const end of waiting) end()
  for (const socket of sockets) socket.destroy()
  await listener.close()
  assert.is(refused(), '503')
  assert.is(received, 16_010)
})

test.run()
