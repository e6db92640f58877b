import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createPipelines, mostPipelined } from './pipelines.js'

const ends: (() => void)[] = []
test.after.each(() => {
  for (const end of ends.splice(0)) end()
})

/** More than the operating system buffers for a caller that does not read. */
const large = 'x'.repeat(30_000_000)

/** A server that handles pipelined requests one after the other, and the paths that it has started to handle. */
async function serve(answer: RequestListener, most = mostPipelined) {
  const pipelines = createPipelines(most)
  const begun: string[] = []
  const server = createServer((request, response) =>
    pipelines.add(request.socket, response, () => {
      begun.push(request.url ?? '')
      answer(request, response)
    }),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const send = (...paths: string[]) => sendFrom('127.0.0.1', ...paths)
  function sendFrom(localAddress: string, ...paths: string[]): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    socket.pause().write(paths.map(path => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''))
    ends.push(() => socket.destroy())
    return socket
  }
  return { begun, send, sendFrom }
}

const until = async (isTrue: () => boolean) => {
  for (let turn = 0; turn < 500 && !isTrue(); turn++) await pause(10)
}

test('the next request is handled once the previous response has been received', async () => {
  const { begun, send } = await serve((_, response) => response.end(large))

  const socket = send('/1', '/2', '/3')
  await until(() => begun.length > 0)
  await pause(100)
  assert.equal(begun, ['/1'])
  socket.resume()
  await until(() => begun.length === 3)

  assert.equal(begun, ['/1', '/2', '/3'])
})

test('responses come in the order of the requests', async () => {
  const { send } = await serve(async ({ url = '' }, response) => {
    await pause(url === '/1' ? 50 : 0)
    response.end(`response to ${url}.`)
  })

  const socket = send('/1', '/2', '/3')
  let received = ''
  socket.on('data', chunk => {
    received += chunk
  })
  socket.resume()
  await until(() => received.includes('response to /3'))

  assert.equal(received.match(/response to \/\d/g), ['response to /1', 'response to /2', 'response to /3'])
})

test('a connection with too many waiting requests is dropped, and the others are not', async () => {
  const { begun, send } = await serve((_, response) => response.end(large), {
    connection: 2,
    address: 3,
    total: 3,
  })
  const isCut = (socket: Socket) =>
    new Promise(resolve => socket.once('close', () => resolve(socket.bytesRead < large.length)).resume())

  const fitting = send('/1', '/2', '/3')
  await until(() => begun.length === 1)
  const crowded = send('/1', '/2', '/3', '/4')
  await until(() => begun.length === 2)
  assert.is(await isCut(crowded), true)
  const beyondTheTotal = send('/1', '/2', '/3')
  await until(() => begun.length === 3)
  assert.is(await isCut(beyondTheTotal), true)
  fitting.resume()
  await until(() => begun.length === 5)

  assert.equal(begun, ['/1', '/1', '/1', '/2', '/3'])
})

test('waiting requests of one address do not use up the room of another', async () => {
  const { begun, sendFrom } = await serve(
    ({ url }, response) => {
      if (url !== '/unanswered') response.end('x')
    },
    { connection: 2, address: 3, total: 5 },
  )

  const first = sendFrom('127.0.0.2', '/unanswered', '/2', '/3')
  await until(() => begun.length === 1)
  const second = sendFrom('127.0.0.2', '/unanswered', '/2', '/3')
  second.resume()
  await until(() => second.destroyed)
  sendFrom('127.0.0.3', '/other/1', '/other/2', '/other/3').resume()
  await until(() => begun.includes('/other/3'))

  first.destroy()
  assert.is(second.destroyed, true)
  assert.equal(begun, ['/unanswered', '/unanswered', '/other/1', '/other/2', '/other/3'])
})

test('waiting requests on a connection that closes are not handled, and make room for others', async () => {
  const { begun, send } = await serve(
    ({ url }, response) => {
      if (url !== '/unanswered') response.end('x')
    },
    { connection: 2, address: 2, total: 2 },
  )

  for (let turn = 0; turn < 3; turn++) {
    const socket = send('/unanswered', '/2', '/3')
    await until(() => begun.length === turn + 1)
    socket.destroy()
    await pause(20)
  }
  send('/1', '/2', '/3').resume()
  await until(() => begun.length === 6)

  assert.equal(begun, ['/unanswered', '/unanswered', '/unanswered', '/1', '/2', '/3'])
})

test('after a response that closes the connection, no further request is handled', async () => {
  const { begun, send } = await serve((_, response) => {
    response.shouldKeepAlive = false
    response.end('x')
  })

  send('/1', '/2').resume()
  await until(() => begun.length > 0)
  await pause(50)

  assert.equal(begun, ['/1'])
})

test.run()
