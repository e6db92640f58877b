import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startFake } from '../testing/fake.js'
import { atEnd, endAll, thrownBy } from '../testing/stage.js'
import { fetchTransport, networkTransport, type Transport } from './transport.js'

test.after(endAll)

const get = { method: 'GET', path: '/', query: '', as: 'owner' }
const headers = { authorization: 'Basic c2VjcmV0' }

/** A server that does with a connection what a test wants. */
async function listen(meet: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => meet(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n'
const ways: readonly (readonly [string, (timeout: number) => Transport])[] = [
  ['the network', networkTransport],
  ['fetch', timeout => fetchTransport(globalThis.fetch, timeout)],
]
for (const [name, open] of ways) {
  const broken = async (url: string, timeout = 150) => {
    const transport = open(timeout)
    const error = await thrownBy(() => transport.send(url, get, headers))
    await transport.close()
    assert.is(error?.name, 'Interrupted')
    return error?.message ?? ''
  }

  test(`given ${name}, when an answer comes, then its status, headers and text are as they were sent`, async () => {
    const fake = await startFake({
      odd: () => ({ status: 418, headers: { 'X-Odd': 'a' }, text: '{"é":"🎉"}' }),
    })
    const transport = open(10_000)

    const answer = await transport.send(
      `${fake.url}/v1/x?a=1`,
      { ...get, method: 'PUT', body: '{"é":1}' },
      headers,
    )

    await transport.close()
    assert.equal([answer.status, answer.headers['x-odd'], answer.text], [418, 'a', '{"é":"🎉"}'])
    assert.equal([fake.calls[0]?.method, fake.calls[0]?.text], ['PUT', '{"é":1}'])
    assert.is(fake.calls[0]?.headers.authorization, headers.authorization)
  })

  test(`given ${name}, when no answer begins, then it is interrupted after the timeout`, async () => {
    const message = await broken(await listen(() => {}))

    assert.match(message, 'no complete response within 150 ms; raise --timeout')
  })

  test(`given ${name}, when an answer begins and stops, then it is interrupted after the timeout`, async () => {
    const message = await broken(await listen(socket => socket.write(`${head}{"su`)))

    assert.match(message, 'no complete response within 150 ms')
  })

  test(`given ${name}, when an answer only trickles, then it is interrupted all the same`, async () => {
    const url = await listen(socket => {
      socket.write(head)
      const timer = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(timer))
    })

    assert.match(await broken(url, 100), 'no complete response within 100 ms')
  })

  test(`given ${name}, when the connection is closed within an answer, then it is interrupted`, async () => {
    const message = await broken(await listen(socket => socket.end(`${head}{"su`)), 10_000)

    assert.ok(message)
    assert.not.match(message, '--timeout')
  })

  test(`given ${name}, when what is answered is no HTTP, then it is interrupted`, async () => {
    assert.ok(await broken(await listen(socket => socket.end('hello\r\n\r\n')), 10_000))
  })

  test(`given ${name}, when nobody listens, then the message has the code`, async () => {
    assert.match(await broken('http://127.0.0.1:9', 10_000), /ECONNREFUSED|bad port/)
  })

  test(`given ${name}, when the answer is a redirect, then credentials go nowhere else`, async () => {
    const elsewhere = await startFake()
    const fake = await startFake({
      odd: () => ({ status: 307, headers: { location: `${elsewhere.url}/v1/x` }, text: 'away' }),
    })
    const transport = open(10_000)

    const answer = await transport.send(fake.url, get, headers)

    await transport.close()
    assert.equal([answer.status, answer.headers.location], [307, `${elsewhere.url}/v1/x`])
    assert.is(elsewhere.calls.length, 0)
  })
}

test('given the network, when a request can not be sent at all, then that is no fault of the target', async () => {
  const fake = await startFake()
  const transport = networkTransport(10_000)

  const error = await thrownBy(() => transport.send(fake.url, get, { authorization: 'a\nb' }))

  await transport.close()
  assert.is.not(error?.name, 'Interrupted')
  assert.is(fake.calls.length, 0)
})

test('given a target that closes connections without a word, when a write has run into it, then no other one does', async () => {
  const url = await listen(socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
    socket.on('data', data => String(data).startsWith('POST') && socket.destroy())
  })
  const transport = networkTransport(2000)
  const write = () => transport.send(`${url}/v1/x`, { ...get, method: 'POST', body: '{}' }, headers)

  const outcomes: string[] = []
  for (let count = 0; count < 12; count++) {
    outcomes.push((await thrownBy(write))?.name ?? 'answered')
  }

  await transport.close()
  assert.is(outcomes.filter(outcome => outcome === 'Interrupted').length, 1, outcomes.join())
})

test.run()
