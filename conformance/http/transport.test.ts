import { type AddressInfo, createServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startFake } from '../testing/fake.js'
import { atEnd, endAll, thrownBy } from '../testing/stage.js'
import { fetchTransport, networkTransport, type Transport } from './transport.js'

test.after(endAll)

const limits = { timeout: 10_000, maxResponse: 16_000_000 }
const get = { method: 'GET', path: '/', query: '', as: 'owner' }
const headers = { authorization: 'Basic c2VjcmV0' }

/** A server that handles a connection as a test wants. */
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
const ways: readonly (readonly [string, (timeout: number, maxResponse?: number) => Transport])[] = [
  ['the network', (timeout, maxResponse = 16_000_000) => networkTransport({ timeout, maxResponse })],
  [
    'fetch',
    (timeout, maxResponse = 16_000_000) => fetchTransport(globalThis.fetch, { timeout, maxResponse }),
  ],
]
for (const [name, open] of ways) {
  const broken = async (url: string, timeout = 150) => {
    const transport = open(timeout)
    const error = await thrownBy(() => transport.send(url, get, headers))
    await transport.close()
    assert.is(error?.name, 'Interrupted')
    return error?.message ?? ''
  }

  test(`given ${name}, when a response arrives, then its status, headers and text are as they were sent`, async () => {
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
    assert.is(answer.hasByteOrderMark, undefined)
    assert.equal([fake.calls[0]?.method, fake.calls[0]?.text], ['PUT', '{"é":1}'])
    assert.is(fake.calls[0]?.headers.authorization, headers.authorization)
  })

  test(`given ${name}, when a response begins with a byte order mark, then its text omits it, and the response says so`, async () => {
    const fake = await startFake({ odd: () => ({ status: 200, headers: {}, text: '\ufeff{}' }) })
    const transport = open(10_000)

    const answer = await transport.send(`${fake.url}/v1/x`, get, headers)

    await transport.close()
    assert.equal([answer.text, answer.hasByteOrderMark], ['{}', true])
  })

  test(`given ${name}, when no response begins, then the request is interrupted after the timeout`, async () => {
    const message = await broken(await listen(() => {}))

    assert.match(message, 'no complete response within 150 ms; raise --timeout')
  })

  test(`given ${name}, when a response begins and stops, then the request is interrupted after the timeout`, async () => {
    const message = await broken(await listen(socket => socket.write(`${head}{"su`)))

    assert.match(message, 'no complete response within 150 ms')
  })

  test(`given ${name}, when a response only trickles, then the request is interrupted all the same`, async () => {
    const url = await listen(socket => {
      socket.write(head)
      const timer = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(timer))
    })

    assert.match(await broken(url, 100), 'no complete response within 100 ms')
  })

  test(`given ${name}, when the connection is closed within a response, then the request is interrupted`, async () => {
    const message = await broken(await listen(socket => socket.end(`${head}{"su`)), 10_000)

    assert.ok(message)
    assert.not.match(message, '--timeout')
  })

  test(`given ${name}, when the response is not HTTP, then the request is interrupted`, async () => {
    assert.ok(await broken(await listen(socket => socket.end('hello\r\n\r\n')), 10_000))
  })

  test(`given ${name}, when the connection is refused, then the message has the code`, async () => {
    assert.match(await broken('http://127.0.0.1:9', 10_000), /ECONNREFUSED|bad port/)
  })

  test(`given ${name}, when a body exceeds a limit, then only its beginning is read`, async () => {
    const endless = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const write = () => {
        while (!socket.destroyed && socket.write('{"a":"'.padEnd(5_000, 'a')));
      }
      socket.on('drain', write)
      write()
    }
    const deep = '['.repeat(400)
    const bodies: [url: string, excess: string | undefined, beginning: string][] = [
      [await listen(endless), 'is larger than 2 kB (--max-response)', '{"a":"aaa'],
      [
        await listen(socket => socket.end(`HTTP/1.1 200 OK\r\n\r\n${deep}`)),
        'is nested more than 100 levels deep',
        deep,
      ],
      [await listen(socket => socket.end(`HTTP/1.1 200 OK\r\n\r\n${' '.repeat(2_000)}`)), undefined, '  '],
      [
        await listen(socket => socket.end(`HTTP/1.1 200 OK\r\n\r\n${' '.repeat(2_001)}`)),
        'is larger than 2 kB (--max-response)',
        '  ',
      ],
    ]
    const transport = open(10_000, 2_000)

    for (const [url, excess, beginning] of bodies) {
      const answer = await transport.send(url, get, headers)
      assert.is(answer.excess, excess)
      assert.ok(answer.text.startsWith(beginning) && answer.text.length <= 2_000)
    }
    await transport.close()
  })

  test(`given ${name}, when the response is a redirect, then credentials are sent nowhere else`, async () => {
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

test('given the network, when a body announces that it is too large, then only its beginning is read', async () => {
  const url = await listen(socket => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2001\r\n\r\n{"a":`))
  const transport = networkTransport({ timeout: 10_000, maxResponse: 2_000 })

  const { text, excess } = await transport.send(url, get, headers)

  await transport.close()
  assert.equal([text, excess], ['{"a":', 'is larger than 2 kB (--max-response)'])
})

test('given a fetch that ignores its signal, when no response comes, then the request is interrupted all the same', async () => {
  const transport = fetchTransport(() => new Promise(() => {}), { timeout: 50, maxResponse: 1_000 })
  const send = () => transport.send('http://target.test/', get, headers)

  assert.match((await thrownBy(send))?.message ?? '', 'no complete response within 50 ms')
  const waiting = thrownBy(send)
  transport.destroy()
  assert.match((await waiting)?.message ?? '', 'the run was ended')
})

test('given a fetch that never waits for anything, when requests follow each other, then timers of the process go off meanwhile', async () => {
  const answer = { status: 200, headers: [], body: [] } as unknown as Response
  const transport = fetchTransport(async () => answer, limits)
  let isUp = false
  setTimeout(() => {
    isUp = true
  }, 100)

  for (let sent = 0; sent < 1_000_000 && !isUp; sent++)
    await transport.send('http://target.test/', get, headers)

  assert.ok(isUp)
})

test('given fetch, when a body is compressed, then the decompressed size counts', async () => {
  const body = gzipSync(Buffer.alloc(1_000_000))
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`
  const url = await listen(socket => socket.end(Buffer.concat([Buffer.from(head), body])))
  const transport = fetchTransport(globalThis.fetch, { ...limits, maxResponse: 500_000 })

  const { excess } = await transport.send(url, get, headers)

  await transport.close()
  assert.is(excess, 'is larger than 500 kB (--max-response)')
})

const compressed = (coding: string, bytes: Uint8Array) => (socket: Socket) => {
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n\r\n`
  socket.end(Buffer.concat([Buffer.from(head), bytes]))
}

test('given the network, when a body is compressed without being asked for, then it is read', async () => {
  const text = '{"success":true}'
  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['BR', brotliCompressSync],
  ] as const) {
    const url = await listen(compressed(coding, compress(text)))
    const transport = networkTransport(limits)

    const answer = await transport.send(url, get, headers)

    await transport.close()
    assert.is(answer.text, text, coding)
  }
})

test('given the network, when a compressed body contains too much, then the response says so', async () => {
  const transport = networkTransport({ ...limits, maxResponse: 500_000 })
  const excessOf = async (text: Uint8Array) =>
    (await transport.send(await listen(compressed('gzip', gzipSync(text))), get, headers)).excess

  const found = [await excessOf(Buffer.alloc(1_000_000)), await excessOf(Buffer.alloc(100_000, '['))]

  await transport.close()
  assert.is(found[0], 'is larger than 500 kB (--max-response)')
  assert.match(found[1] ?? '', 'nested')
})

test('given the network, when a body is not compressed as announced, then it is shown as received', async () => {
  const url = await listen(compressed('gzip', Buffer.from('{"success":true}')))
  const transport = networkTransport(limits)

  const { text } = await transport.send(url, get, headers)

  await transport.close()
  assert.is(text, '{"success":true}')
})

test('given the network, when a request cannot be sent at all, then that is not the fault of the target', async () => {
  const fake = await startFake()
  const transport = networkTransport(limits)

  const error = await thrownBy(() => transport.send(fake.url, get, { authorization: 'a\nb' }))

  await transport.close()
  assert.is.not(error?.name, 'Interrupted')
  assert.is(fake.calls.length, 0)
})

test('given a target that closes connections without notice, when one write has failed, then no other one does', async () => {
  const url = await listen(socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
    socket.on('data', data => String(data).startsWith('POST') && socket.destroy())
  })
  const transport = networkTransport({ ...limits, timeout: 2000 })
  const write = () => transport.send(`${url}/v1/x`, { ...get, method: 'POST', body: '{}' }, headers)

  const outcomes: string[] = []
  for (let count = 0; count < 12; count++) {
    outcomes.push((await thrownBy(write))?.name ?? 'answered')
  }

  await transport.close()
  assert.is(outcomes.filter(outcome => outcome === 'Interrupted').length, 1, outcomes.join())
})

test.run()
