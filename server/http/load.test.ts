import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reply } from '../core/index.js'
import { listen } from './listener.js'
import { createLoad } from './load.js'

/** A load with a body limit of 100 bytes, and the slots of an address. */
function createSlots() {
  const load = createLoad({ requests: 500, body: 100 })
  return (address: string) => load.slotOf(address, false)
}

test('an address has room for sixteen bodies of the maximum size', () => {
  const slotOf = createSlots()
  const full = Array.from({ length: 16 }, () => slotOf('192.0.2.1'))

  assert.equal(
    full.map(slot => slot.keep(100)),
    Array(16).fill(true),
  )

  assert.is(slotOf('192.0.2.2').keep(100), true)
  assert.is(slotOf('192.0.2.1').keep(1), false)
  for (const slot of full) slot.release()
  assert.is(slotOf('192.0.2.1').keep(100), true)
})

test('when all room is used up, every address still has room for one body', () => {
  const slotOf = createSlots()
  for (let index = 0; index < 128; index++) slotOf(`192.0.2.${index >> 3}`).keep(100)

  assert.is(slotOf('192.0.2.0').keep(1), false)
  assert.is(slotOf('198.51.100.1').keep(100), true)
  assert.is(slotOf('198.51.100.1').keep(1), false)
})

test('given more long bodies of an address than fit, then the next one gets 503, and those of others are accepted', async () => {
  let received = 0
  const waiting: (() => void)[] = []
  const listener = await listen({
    async answer(call) {
      // Not a single expression, which would read the sum before it awaits.
      const length = (await call.receive?.())?.length ?? 0
      received += length
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
