import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Handler, reply } from '../core/index.js'
import { type Listener, listen } from './listener.js'

let listener: Listener
const sockets: Socket[] = []
test.before.each(async () => {
  const answer: Handler = async call => {
    await call.receive?.()
    return reply(200, '{"success":true}')
  }
  const limits = { connections: 3, headersTime: 300, requestTime: 300, idleTime: 300 }
  listener = await listen({ answer, host: '127.0.0.1', port: 0, limits, grace: 100 })
})
test.after.each(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listener.close()
})

/** A connection that its caller never closes, and what it received. */
async function open(text: string) {
  const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  let received = ''
  socket.setEncoding('latin1').on('data', chunk => {
    received += chunk
  })
  socket.on('error', () => {})
  await new Promise(resolve => socket.once('connect', resolve))
  socket.write(text)
  return { socket, received: () => received }
}

const status = async () =>
  (await fetch(`http://127.0.0.1:${listener.port}/`, { headers: { connection: 'close' } })).status

const tunnel = 'CONNECT example.test:25 HTTP/1.1\r\nhost: localhost\r\n\r\n'
const incomplete = 'POST /v1/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{'

test('given a CONNECT whose caller disconnects at once, then the process continues', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const { socket } = await open(`${tunnel}EHLO x\r\n`)
    await pause(turn)
    socket.resetAndDestroy()
  }
  await pause(50)

  assert.is(await status(), 200)
})

for (const [what, text, answered] of [
  ['a CONNECT', tunnel, 405],
  ['a request that does not end', incomplete, 408],
] as const) {
  test(`given ${what}, refused over connections that their callers never close, then others find room again`, async () => {
    const held = await Promise.all([open(text), open(text), open(text)])

    await pause(3_500)

    for (const { received } of held) assert.match(received(), new RegExp(`^HTTP/1.1 ${answered} `))
    assert.is(await status(), 200)
  })
}

test('given a request that was refused early and then turns out to be malformed, then it gets one response', async () => {
  const { received } = await open(
    `POST /${'x'.repeat(9_000)} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel`,
  )
  await pause(100)
  sockets[0]?.write('lo no chunk\r\n')
  await pause(300)

  assert.match(received(), /^HTTP\/1.1 414 /)
  assert.is(received().split('HTTP/1.1').length - 1, 1)
})

test('given a connection that is not read, in a process that does nothing else, when it is hung up, then it is closed before the process exits', async () => {
  const script = `
    import { connect, createServer } from 'node:net'
    import { hangUp } from ${JSON.stringify(new URL('./raw-answer.js', import.meta.url))}

    const server = createServer({ pauseOnConnect: true }, socket => {
      hangUp(socket, 'bye')
      server.close(() => console.log('closed'))
    })
    server.listen(0, '127.0.0.1', () => connect({ port: server.address().port, allowHalfOpen: true }).unref())`

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])

  assert.is(stdout, 'closed\n')
})

test.run()
