import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { joiningSocket } from './joined-writes.js'

test('what is written in one turn arrives in order, as one piece', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pieces: string[] = []
  const received = new Promise<void>(resolve => {
    server.on('connection', far =>
      far.setNoDelay(true).on('data', piece => {
        pieces.push(String(piece))
        if (pieces.join('').length === 4) resolve()
      }),
    )
  })
  const socket = joiningSocket().setNoDelay(true)
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')

  for (const text of ['a', 'b', 'c', 'd']) {
    socket.write(text)
    await null
  }
  assert.is(socket.writableLength, 4)
  await received

  assert.is(socket.writableLength, 0)
  assert.equal(pieces, ['abcd'])
  socket.destroy()
  server.close()
})

test.run()
