import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Handler, type Parts, reply } from '../core/index.js'
import type { HttpLimits } from './limits.js'
import { type Listener, listen } from './listener.js'

let listener: Listener | undefined
const sockets: Socket[] = []
test.after.each(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listener?.close()
})

interface Sending {
  made: number
  closed: number
}

const line = `${'x'.repeat(65_535)}\n`

/** A listener whose responses have this many parts of 64 KiB. */
async function start(parts: number, limits: Partial<HttpLimits> = {}, fails = false) {
  const sendings: Sending[] = []
  const defects: unknown[] = []
  const inParts = (): Parts => {
    const sending = { made: 0, closed: 0 }
    sendings.push(sending)
    return {
      next() {
        if (sending.made === parts && fails) throw new Error('out of parts')
        return sending.made++ < parts ? line : undefined
      },
      close: () => void sending.closed++,
    }
  }
  const answer: Handler = call =>
    call.target === '/short' ? reply(200, '{}') : { ...reply(200, ''), body: '', parts: inParts() }
  const defect = (error: unknown) => void defects.push(error)
  listener = await listen({ answer, host: '127.0.0.1', port: 0, limits, grace: 5_000, defect })
  return { url: `http://127.0.0.1:${listener.port}`, port: listener.port, sendings, defects }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`

function unread(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  socket.write(text)
  return socket
}

test('a body in parts arrives completely, in chunks, and the connection can be reused', async () => {
  const { url, sendings } = await start(50)

  const response = await fetch(url)
  const text = await response.text()

  assert.is(text.length, 50 * 65_536)
  assert.is(response.headers.get('content-length'), null)
  assert.is(response.headers.get('transfer-encoding'), 'chunked')
  assert.is((await fetch(url, { method: 'HEAD' })).status, 200)
  assert.equal(
    sendings.map(({ closed }) => closed),
    [1, 1],
  )
})

test('a caller that does not read costs a few parts, does not block others, and is disconnected in time', async () => {
  const { url, port, sendings } = await start(10_000, { readTime: 500 })
  for (let index = 0; index < 20; index++) unread(port, get('/'))
  while (sendings.length < 20) await pause(20)

  assert.is((await fetch(`${url}/short`)).status, 200)
  while (sendings.some(({ closed }) => closed === 0)) await pause(20)

  const made = sendings.map(sending => sending.made)
  // The rest is in the buffers of the operating system, which hold some megabytes on loopback.
  assert.ok(Math.max(...made) < 150, String(made))
  assert.equal(
    sendings.map(({ closed }) => closed),
    made.map(() => 1),
  )
})

test('a caller that disconnects ends the parts', async () => {
  const { port, sendings } = await start(100_000)
  const socket = unread(port, get('/'))
  socket.resume()
  await once(socket, 'data')

  socket.destroy()
  while (sendings[0]?.closed === 0) await pause(10)

  assert.ok((sendings[0]?.made ?? 0) < 100_000)
})

test('failing parts drop the connection, so that the caller can tell, and are reported', async () => {
  const { url, defects, sendings } = await start(3, {}, true)

  const error = await fetch(url)
    .then(response => response.text())
    .catch(error => error)

  assert.instance(error, Error)
  assert.match(String(defects), 'out of parts')
  assert.is(sendings[0]?.closed, 1)
})

test('a response that is sent whole is received completely while the server stops', async () => {
  const text = 'x'.repeat(32 * 1024 * 1024)
  listener = await listen({ answer: async () => reply(200, text), host: '127.0.0.1', port: 0 })
  const response = await fetch(`http://127.0.0.1:${listener.port}/`)

  const closing = listener.close()
  await pause(300)
  const received = await response.text()
  await closing

  assert.is(received, `${text}\n`)
})

test('a long response is finished before the server stops', async () => {
  const { url } = await start(200)
  const response = await fetch(url)

  const [text] = await Promise.all([response.text(), listener?.close()])

  assert.is(text.length, 200 * 65_536)
})

test.run()
