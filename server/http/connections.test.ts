import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Handler, reply } from '../core/index.js'
import { basic, controlToken, createScene, people } from '../testing/scene.js'
import { boundConnections, reservedConnections } from './connections.js'
import { defaultHttpLimits, type HttpLimits } from './limits.js'
import { type Listener, listen } from './listener.js'

let listener: Listener
const sockets: Socket[] = []
test.after.each(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listener?.close()
})

const fine: Handler = async call => {
  await call.receive?.()
  return reply(200, '{"success":true}')
}

async function start(limits: Partial<HttpLimits>, answer = fine) {
  listener = await listen({ answer, host: '0.0.0.0', port: 0, limits, grace: 100 })
}

/** Opens a connection from one of this machine's addresses. */
async function open(text = '', localAddress = '127.0.0.1', port = listener.port) {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let received = ''
  socket.setEncoding('latin1').on('data', chunk => {
    received += chunk
  })
  socket.on('error', () => {})
  await new Promise(resolve => socket.once('connect', resolve))
  socket.write(text)
  return { socket, received: () => received, status: () => /^HTTP\/1.1 (\d+)/.exec(received)?.[1] }
}

const whole = 'GET /v1/users/me HTTP/1.1\r\nhost: localhost\r\n\r\n'
const half = 'PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n'

/** Returns the status of the first response when it has arrived. */
async function statusOf(caller: Awaited<ReturnType<typeof open>>) {
  for (let turn = 0; turn < 1_000 && caller.status() === undefined; turn++) await pause(10)
  return caller.status()
}

async function statusFrom(localAddress: string, text = whole) {
  return statusOf(await open(text, localAddress))
}

for (const [what, text] of [
  ['that send nothing', ''],
  ['with half a header', 'GET / HTTP/1.1\r\nho'],
  ['with half a body', half],
] as const) {
  test(`given many connections of one address ${what}, then callers from there and elsewhere are served`, async () => {
    await start({ connections: 30, connectionsPerAddress: 20, requests: 5 })

    for (let index = 0; index < 60; index++) await open(text)

    assert.is(await statusFrom('127.0.0.2'), '200')
    assert.is(await statusFrom('127.0.0.1'), '200')
    assert.is(sockets.filter(socket => !socket.destroyed && !socket.readableEnded).length <= 23, true)
  })
}

test('given that all connections are busy, then the request of a further one is refused and not handled', async () => {
  const ends: (() => void)[] = []
  await start(
    { connections: 1, requests: 100 },
    () => new Promise(resolve => ends.push(() => resolve(reply(200, '{}')))),
  )
  const busy = await open(whole, '127.0.0.2')
  for (let count = 1; count <= reservedConnections; count++) {
    // A connection whose request has not arrived yet would be replaced.
    while (ends.length < count) await pause(2)
    await open(whole)
  }
  while (ends.length < 1 + reservedConnections) await pause(2)

  const refused = await open(whole)

  assert.is(await statusOf(refused), '503')
  await pause(100)
  assert.is(ends.length, 1 + reservedConnections)
  for (const end of ends) end()
  assert.is(await statusOf(busy), '200')
})

test('given that all connections are busy, then a further one gets 503, and the control interface can be reached', async () => {
  const ends: (() => void)[] = []
  await start({ connections: 2, requests: 2 }, call =>
    call.target === '/_control/health'
      ? reply(200, '{}')
      : new Promise(resolve => ends.push(() => resolve(reply(200, '{}')))),
  )
  const busy = [await open(whole), await open(whole)]
  while (ends.length < 2) await pause(10)

  const refused = await statusFrom('127.0.0.1')
  const control = await statusFrom('127.0.0.1', whole.replace('/v1/users/me', '/_control/health'))
  for (const end of ends) end()

  assert.is(refused, '503')
  assert.is(control, '200')
  assert.equal(await Promise.all(busy.map(statusOf)), ['200', '200'])
})

test('given keep-alive connections, then the longest idle one makes room', async () => {
  await start({ connections: 2 })
  const [first, second] = [await open(whole), await open(whole)]
  await Promise.all([first, second].map(statusOf))
  first.socket.write(whole)
  while (first.received().split('HTTP/1.1 200').length < 3) await pause(10)

  assert.is(await statusFrom('127.0.0.1'), '200')

  assert.is(first.socket.destroyed || first.socket.readableEnded, false)
  assert.is(second.socket.destroyed || second.socket.readableEnded, true)
})

test('given many connections of a block of addresses, then the longest idle one of them makes room', async () => {
  await start({ connections: 6 })
  const early = await open(whole, '127.7.0.1')
  await statusOf(early)
  for (let index = 1; index <= 10; index++) await statusOf(await open(whole, `127.8.0.${index}`))

  assert.is(await statusFrom('127.9.0.1'), '200')

  assert.is(early.socket.destroyed || early.socket.readableEnded, false)
})

test('the addresses of one IPv6 /64 share the limit of an address, and other connections stay open', () => {
  const server = new EventEmitter() as Server
  boundConnections(server, { ...defaultHttpLimits, body: 0, url: 0, connectionsPerAddress: 2 }, false)
  const connectFrom = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroyed: false,
      destroy: () => (socket.destroyed = true),
    })
    server.emit('connection', socket)
    return socket
  }

  const all = ['2001:db8::1', '2001:db8:0:1::1', '2001:db8::2', '2001:db8::3'].map(connectFrom)

  assert.equal(
    all.map(({ destroyed }) => destroyed),
    [true, false, false, false],
  )
})

for (const [what, lines] of [
  ['two Host headers', 'host: localhost\r\nHost: evil.example\r\n'],
  ['a length and a transfer coding', 'host: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n'],
  ['two lengths', 'host: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n'],
] as const) {
  test(`given ${what}, then the request is refused`, async () => {
    await start({})

    assert.is(await statusFrom('127.0.0.1', `POST /v1/x HTTP/1.1\r\n${lines}\r\n0\r\n\r\n`), '400')
  })
}

test('given more than a thousand headers, then the last ones are not ignored', async () => {
  const scene = await createScene({ trustProxy: true })
  try {
    const many = 'a:b\r\n'.repeat(1_100)
    const token = `host: 127.0.0.1\r\nauthorization: Bearer ${controlToken}\r\n`
    const { port } = scene.server
    const near = await open(`GET /_control/users HTTP/1.1\r\n${token}${many}\r\n`, '127.0.0.1', port)
    const far = await open(
      `GET /_control/users HTTP/1.1\r\n${token}${many}x-forwarded-for: 8.8.8.8\r\n\r\n`,
      '127.0.0.1',
      port,
    )
    const { email, password } = people.owner
    const late = await open(
      `GET /v1/users/me HTTP/1.1\r\nhost: localhost\r\n${many}authorization: ${basic(email, password)}\r\n\r\n`,
      '127.0.0.1',
      port,
    )

    const statuses = await Promise.all([near, far, late].map(statusOf))

    assert.equal(statuses, ['200', '403', '200'])
  } finally {
    await scene.end()
  }
})

test.run()
