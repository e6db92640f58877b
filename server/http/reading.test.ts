import { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blockOf, reply } from '../core/index.js'
import type { Connection } from './connections.js'
import { listen } from './listener.js'
import { createReading } from './reading.js'

/** A fake socket that only knows whether it is being read. */
class FakeSocket extends EventEmitter {
  isRead = false
  resume = () => {
    this.isRead = true
  }
  pause = () => {
    this.isRead = false
  }
}

/** Reading with a budget of 5 ms, and helpers to notify it. */
function scene() {
  let time = 0
  let later: (() => void)[] = []
  const busy = new Set<string>()
  const reading = createReading({
    later: work => void later.push(work),
    now: () => time,
    isBusy: ({ address, block }) => busy.has(address) || busy.has(block),
  })
  function accept(address: string) {
    const socket = new FakeSocket()
    const block = blockOf(address)
    const connection: Connection = {
      socket: socket as unknown as Socket,
      ...{ address, block, answering: 0, since: 0 },
    }
    reading.add(connection)
    return { socket, connection }
  }
  return {
    reading,
    accept,
    busy,
    pass(milliseconds: number): void {
      time += milliseconds
    },
    /** Ends a turn of the event loop. */
    turn(): void {
      const due = later
      later = []
      for (const work of due) work()
    },
  }
}

const read = (all: readonly { socket: FakeSocket }[]) =>
  all.flatMap(({ socket }, index) => (socket.isRead ? [index] : []))

test('a new connection is read in the next turn without new connections', () => {
  const { accept, turn } = scene()

  const first = accept('192.0.2.1')
  turn()
  const second = accept('192.0.2.2')
  turn()
  assert.equal(read([first, second]), [])
  turn()
  turn()

  assert.equal(read([first, second]), [0, 1])
})

test('while connections are accepted, work waits, but only for up to a hundred of them', () => {
  const { reading, accept, turn } = scene()
  const done: number[] = []

  for (let count = 1; count <= 100; count++) {
    accept('192.0.2.1')
    if (count === 2) reading.later(() => done.push(count))
    if (count < 100) turn()
  }
  assert.equal(done, [])
  turn()

  assert.equal(done, [2])
})

test('after connections were accepted for some time, work gets twice as much time', () => {
  const { reading, accept, turn, pass } = scene()
  const done: string[] = []

  for (let count = 0; count < 100; count++) {
    accept('192.0.2.1')
    pass(1)
    turn()
  }
  accept('192.0.2.1')
  reading.later(() => done.push('early'))
  pass(150)
  turn()
  assert.is(reading.isAccepting(), false)
  accept('192.0.2.1')
  reading.later(() => done.push('late'))
  pass(100)
  turn()

  assert.equal(done, ['early'])
  assert.is(reading.isAccepting(), true)
})

test('blocks of addresses take turns, and so do the addresses of each', () => {
  const { accept, turn } = scene()
  const addresses = ['10.1.0.1', '10.1.0.1', '10.1.0.1', '10.1.0.2', '10.2.0.1']
  const all = addresses.map(accept)
  const order: number[] = []
  for (const [index, { socket }] of all.entries()) socket.resume = () => order.push(index)

  for (let turns = 0; turns < 5; turns++) turn()

  assert.equal(order, [0, 4, 3, 1, 2])
})

test('when reading has taken some milliseconds of a turn, nothing is read until its turn comes again', () => {
  const { reading, accept, turn, pass } = scene()
  const [one, other] = [accept('192.0.2.1'), accept('192.0.2.2')]
  for (let turns = 0; turns < 4; turns++) turn()
  assert.equal(read([one, other]), [0, 1])

  reading.arrived(one.connection)
  pass(4)
  reading.arrived(one.connection)
  assert.equal(read([one, other]), [0, 1])
  pass(2)
  reading.arrived(one.connection)

  assert.equal(read([one, other]), [])
  turn()
  assert.equal(read([one, other]), [0])
  turn()
  assert.equal(read([one, other]), [0, 1])
})

test('a connection whose request is in progress is still read, so that a disconnect is noticed', () => {
  const { reading, accept, turn, pass } = scene()
  const { socket, connection } = accept('192.0.2.1')
  for (let turns = 0; turns < 2; turns++) turn()

  reading.arrived(connection)
  connection.answering = 1
  pass(9)
  reading.arrived(connection)

  assert.is(socket.isRead, true)
})

test('connections of an address with enough waiting work are not read, and those of others are', () => {
  const { accept, busy, turn } = scene()
  busy.add('192.0.2.1')

  const all = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(accept)
  for (let turns = 0; turns < 4; turns++) turn()
  assert.equal(read(all), [2])
  busy.clear()
  for (let turns = 0; turns < 4; turns++) turn()

  assert.equal(read(all), [0, 1, 2])
})

test('while reading is on hold, connections are accepted, and are read afterwards', () => {
  const { reading, accept, turn } = scene()

  const resume = reading.hold()
  const all = [accept('192.0.2.1'), accept('192.0.2.2')]
  for (let count = 0; count < 10; count++) turn()
  assert.equal(read(all), [])
  assert.ok(reading.isWaiting())
  resume()
  for (let count = 0; count < 10; count++) turn()

  assert.equal(read(all), [0, 1])
  assert.not.ok(reading.isWaiting())
})

test('a connection that is closed before its turn is forgotten', () => {
  const { accept, turn } = scene()
  const [closed, open] = [accept('192.0.2.1'), accept('192.0.2.1')]

  closed.socket.emit('close')
  for (let turns = 0; turns < 3; turns++) turn()

  assert.equal(read([closed, open]), [1])
})

const burn = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('a new client is answered before the many requests of clients that connected earlier', async () => {
  const sockets: Socket[] = []
  let slow = 0
  let before: number | undefined
  const listener = await listen({
    answer({ target }) {
      if (target === '/slow') {
        slow++
        burn(5)
      } else before ??= slow
      return reply(200, '{}')
    },
    ...{ host: '127.0.0.1', port: 0, grace: 0 },
  })
  const send = (localAddress: string, text: string) =>
    sockets.push(
      connect({ host: '127.0.0.1', port: listener.port, localAddress })
        .on('error', () => {})
        .resume()
        .setNoDelay()
        .end(text, () => {}),
    )

  for (let count = 0; count < 80; count++) {
    send('127.0.0.1', 'GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(5))
  }
  send('127.0.0.2', 'GET /new HTTP/1.1\r\nhost: localhost\r\n\r\n')
  while (before === undefined) await pause(1)

  for (const socket of sockets) socket.destroy()
  await listener.close()
  assert.ok(before <= 40, `${before} requests of others were answered before`)
})

test.run()
