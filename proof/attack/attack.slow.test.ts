import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { atMost, percentile } from '../bench/line.js'
import { hostileAddress, judge, normalAddress } from './attack.js'
import { attacks } from './attacks.js'
import { fire, keepConnections } from './hostile.js'
import { behaveNormally } from './normal-client.js'

const run = promisify(execFile)
const hostileProcess = fileURLToPath(new URL('./hostile-process.js', import.meta.url))

async function serve(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('names of attacks are unique', () => {
  assert.is(new Set(attacks.map(({ name }) => name)).size, attacks.length)
})

test('the normal client reads and writes from its own address, and counts what fails', async () => {
  const seen = new Set<string>()
  const { port, end } = await serve(({ method, socket }, response) => {
    seen.add(`${method} from ${socket.remoteAddress}`)
    response.writeHead(method === 'GET' ? 200 : 503).end()
  })

  const { times, reads, requests, failures } = await behaveNormally(`http://127.0.0.1:${port}`, {
    milliseconds: 300,
  })

  end()
  assert.equal([...seen].sort(), [`GET from ${normalAddress}`, `POST from ${normalAddress}`])
  assert.is(times.length, requests)
  assert.is(failures['503'], requests - reads.length)
})

test('kept connections come from the hostile address and stay open', async () => {
  const { server, port, end } = await serve(() => {})
  const opened: (string | undefined)[] = []
  server.on('connection', ({ remoteAddress }) => opened.push(remoteAddress))
  const target = { host: '127.0.0.1', port, bookings: 1, quick: true, until: Date.now() + 300 }
  const counts: string[] = []

  await keepConnections(target, { connections: 20, text: 'GET / HTTP/1.1\r\n' }, what => counts.push(what))

  end()
  assert.equal(opened, Array(20).fill(hostileAddress))
  assert.equal(counts, Array(20).fill('connections'))
})

test('a barrage comes from its addresses, and is sent again once it is answered', async () => {
  const seen = new Map<string, number>()
  const { server, port, end } = await serve(({ socket }, response) => {
    const address = socket.remoteAddress ?? ''
    seen.set(address, (seen.get(address) ?? 0) + 1)
    response.end('x')
  })
  let connections = 0
  server.on('connection', () => connections++)
  const target = { host: '127.0.0.1', port, bookings: 1, quick: true, until: Date.now() + 300 }
  const barrage = {
    connections: 2,
    text: () => 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3),
    responses: 3,
    addressOf: (index: number) => `127.0.0.${index + 3}`,
  }
  const counts: string[] = []

  await fire(target, barrage, what => counts.push(what))
  const kept = connections
  await fire({ ...target, until: Date.now() + 300 }, { ...barrage, reconnects: true }, () => {})

  end()
  assert.equal([...seen.keys()].sort(), ['127.0.0.3', '127.0.0.4'])
  assert.ok([...seen.values()].every(count => count > 6))
  assert.equal([...new Set(counts)], ['200'])
  assert.is(kept, 2)
  assert.ok(connections > 6)
})

test('the process of the attackers prints what they have counted', async () => {
  const { port, end } = await serve((_, response) => response.writeHead(401).end())
  const target = JSON.stringify({ host: '127.0.0.1', port, bookings: 1, quick: true })

  const { stdout } = await run(process.execPath, [hostileProcess, 'guesses', target, '1000'])

  end()
  assert.is(stdout, 'attacking\n{"401":102}\n')
})

test('a time misses its goal only if it is far above that of the quiet server', () => {
  const goal = atMost(50)

  assert.is(judge({ value: 50, goal, quiet: 1 }), 'met')
  assert.is(judge({ value: 90, goal, quiet: 40 }), 'unclear')
  assert.is(judge({ value: 900, goal, quiet: 40 }), 'missed')
})

test('if other processes keep the machine busy, a time does not miss its goal, but everything else can', () => {
  const goal = atMost(50)

  assert.is(judge({ value: 900, goal, quiet: 40 }, { others: 0.8 }), 'unclear')
  assert.is(judge({ value: 40, goal, quiet: 40 }, { others: 0.8 }), 'met')
  assert.is(judge({ value: 51, goal }, { others: 0.8 }), 'missed')
})

test('if times are not judged, everything else is', () => {
  const goal = atMost(50)
  const judgesTimes = false

  assert.is(judge({ value: 900, goal, quiet: 40 }, { judgesTimes }), 'not judged')
  assert.is(judge({ value: 40, goal, quiet: 40 }, { judgesTimes }), 'met')
  assert.is(judge({ value: 51, goal }, { judgesTimes }), 'missed')
})

test('a percentile is a value that occurred', () => {
  assert.is(percentile([3, 1, 2], 0.5), 2)
  assert.is(percentile([3, 1, 2], 1), 3)
  assert.ok(Number.isNaN(percentile([], 0.5)))
})

test.run()
