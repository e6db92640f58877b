/**
 * Requests per second of the server, as a share of what bare `node:http` does with a fixed response of the same length.
 * Both run in their own process and take turns under the same load. Prints the median ratio and its range.
 *
 *     npm run bench
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startServer } from '../../server/index.js'
import { basic, people, sceneSeed } from '../../server/testing/scene.js'
import { median, note, print } from './measure.js'

const connections = 64
const turns = 5
const millisecondsPerTurn = 1_500
const bookings = 1_000

interface Case {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: (index: number) => string
}

const authorization = basic(people.owner.email, people.owner.password)

const booking = (index: number) =>
  JSON.stringify({
    resource_id: 1,
    title: `Booking ${index}`,
    start: '2026-03-02 09:00',
    end: '2026-03-02 10:30',
    note,
    link: 'https://example.com/rooms/1',
  })

const cases: readonly Case[] = [
  { name: 'GET one booking', method: 'GET', path: '/v1/schedules/first/bookings/500' },
  { name: 'GET a list of 20', method: 'GET', path: '/v1/schedules/first/bookings' },
  {
    name: 'GET a filtered list',
    method: 'GET',
    path: '/v1/schedules/first/bookings?time_min=2026-01-01&limit=20',
  },
  { name: 'POST a booking', method: 'POST', path: '/v1/schedules/first/bookings', body: booking },
]

function requestOf({ method, path, body }: Case, index: number): string {
  const content = body?.(index) ?? ''
  const length = body ? `content-length: ${Buffer.byteLength(content)}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n${length}\r\n${content}`
}

/** The first complete response in a buffer. */
function firstAnswer(buffer: Buffer): Buffer | undefined {
  const end = buffer.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const length = Number(/content-length: (\d+)/i.exec(buffer.toString('latin1', 0, end))?.[1] ?? 0)
  return buffer.length < end + 4 + length ? undefined : buffer.subarray(0, end + 4 + length)
}

/** Responses per second; every connection sends its next request once the last one is answered. */
async function load(port: number, benched: Case, milliseconds: number): Promise<number> {
  let answers = 0
  const begin = performance.now()
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let received = Buffer.alloc(0)
      const next = () => socket.write(requestOf(benched, answers))
      socket.setNoDelay(true).once('connect', next).once('error', reject)
      socket.on('data', chunk => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const answer = firstAnswer(received)
        if (!answer) return
        if (!/^HTTP\/1\.1 2/.test(answer.toString('latin1', 0, 12)))
          return reject(new Error(answer.toString()))
        received = received.subarray(answer.length)
        answers++
        if (performance.now() - begin < milliseconds) next()
        else {
          socket.destroy()
          resolve()
        }
      })
    })
  await Promise.all(Array.from({ length: connections }, one))
  return answers / ((performance.now() - begin) / 1000)
}

async function oneAnswer(port: number, benched: Case): Promise<string> {
  const { method, path, body } = benched
  const init = { method, headers: { authorization }, ...(body && { body: body(0) }) }
  return (await fetch(`http://127.0.0.1:${port}${path}`, init)).text()
}

async function serveReal(): Promise<number> {
  const server = await startServer({ seed: sceneSeed, requestRateLimit: 1e12 })
  const post = (path: string, content: string) =>
    fetch(`${server.url}/v1/schedules/first/${path}`, {
      method: 'POST',
      headers: { authorization },
      body: content,
    })
  await post('resources', '{"name": "Room 1"}')
  for (let index = 0; index < bookings; index++) await post('bookings', booking(index))
  return server.port
}

function serveBare(text: string): Promise<number> {
  const content = Buffer.from(text)
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': content.length })
      response.end(content)
    })
  })
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}

function start(kind: 'real' | 'bare', text = ''): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(import.meta.url), [kind])
  child.send(text)
  return new Promise(resolve => child.once('message', port => resolve({ child, port: Number(port) })))
}

async function compare(benched: Case, port: number): Promise<string> {
  const bare = await start('bare', await oneAnswer(port, benched))
  await load(port, benched, 300)
  await load(bare.port, benched, 300)
  const rates: { real: number; bare: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    const real = await load(port, benched, millisecondsPerTurn)
    rates.push({ real, bare: await load(bare.port, benched, millisecondsPerTurn) })
  }
  bare.child.kill()
  const ratios = rates.map(rate => rate.real / rate.bare)
  const cells = [
    benched.name.padEnd(20),
    `${Math.round(median(rates.map(rate => rate.real)))}/s`.padStart(10),
    `${Math.round(median(rates.map(rate => rate.bare)))}/s`.padStart(10),
    median(ratios).toFixed(2).padStart(8),
    `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`.padStart(12),
  ]
  return cells.join('')
}

if (process.argv[2] === undefined) {
  const real = await start('real')
  const heads = ['schedkit'.padStart(10), 'bare'.padStart(10), 'ratio'.padStart(8), 'range'.padStart(12)]
  print(`${connections} connections, ${bookings} bookings\n${''.padEnd(20)}${heads.join('')}`)
  for (const benched of cases) print(await compare(benched, real.port))
  real.child.kill()
} else {
  process.once('message', async text => {
    process.send?.(process.argv[2] === 'real' ? await serveReal() : await serveBare(String(text)))
  })
}
