import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../../server/testing/folder.js'
import { countBookings, createData } from '../processes/data.js'
import { startProcess, startSchedkit } from '../processes/server-process.js'
import { chosenOf } from '../terminal/options.js'
import { type Bench, type Contestant, contend, measureLoad, measureTime, type Question } from './contest.js'
import { atLeast, atMost, formatLine } from './line.js'
import { load } from './load.js'
import { startBare } from './servers.js'

const run = promisify(execFile)

const bench: Bench = { quick: true, tell() {} }
const get: Question = { demand: { method: 'GET', paths: ['/'], headers: {} } }

/** A server whose responses an expression creates; it may use `count`, the number of earlier ones. */
const server = (response: string) => () =>
  startProcess([
    '-e',
    `let count = 0
    const server = require('http').createServer((request, response) => {
      response.end(String(${response}))
      count++
    })
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`,
  ])

async function failureOf(...args: Parameters<typeof measureLoad>) {
  try {
    await contend(bench, 1, [measureLoad(...args)])
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('the load requests each of the paths, on every connection, and counts the responses', async () => {
  const { url, stop } = await server("'x'.repeat(99_999)")()
  const paths = ['/a', '/b']

  const order = { url, demand: { ...get.demand, paths }, connections: 3, milliseconds: 1_000 }
  const { requests, seconds } = await load(order)
  await stop()

  assert.ok(requests > 0)
  assert.ok(seconds >= 1)
})

test('a response without a 2xx status under load fails the measurement', async () => {
  const start = () => startBare(10, 503)

  const message = await failureOf(bench, { name: 'peer' }, start, get)

  assert.match(message ?? '', /GET \/ under load: HTTP\/1.1 503/)
})

test('a wrong response fails the measurement, and the message shows it', async () => {
  const question = { ...get, complaint: () => 'not a list' }

  const message = await failureOf(bench, { name: 'peer' }, server('"no"'), question)

  assert.match(message ?? '', /peer gave a wrong response to GET .*: not a list\nno/)
})

test('a POST that creates nothing fails the measurement', async () => {
  const demand = { ...get.demand, method: 'POST' as const, body: '{}' }
  const question = { demand, complaint: () => undefined }

  const message = await failureOf(
    bench,
    { name: 'peer' },
    server(`'{"pagination":{"total_count":7}}'`),
    question,
  )

  assert.match(message ?? '', /peer created 0 objects in \d+ requests/)
})

test('a server that exits before it is ready is an error with its output', async () => {
  try {
    await startProcess(['-e', 'console.error("out of order")'])
    assert.unreachable()
  } catch (error) {
    assert.match((error as Error).message, /ended before it was ready:\nout of order/)
  }
})

test('the server loads a generated seed completely, and stops', async () => {
  const directory = newFolder()
  const data = createData(directory, () => {}, ['ben@example.test'])

  const started = await startSchedkit({ seed: await data.seedFile(60) })
  const total = await countBookings(started.url)
  await started.stop()

  assert.is(total, 60)
  assert.ok(started.hasEnded())
})

test('a line says whether its goal is met by the median, of the values or of the ratio', () => {
  const line = {
    name: 'schedkit, 1,000 bookings',
    values: [100, 200, 300],
    show: (value: number) => `${value} ms`,
    ratio: { to: 'Fastify, SQLite FULL', values: [1, 2, 3] },
    more: 'CPU 1200 ms',
  }

  const met = formatLine({ ...line, goal: atMost(200) })
  const missed = formatLine({ ...line, goal: atLeast(2.5), goalOf: 'ratio' })

  assert.match(met, /200 ms \(100-300\) +2\.00 x \(1\.00-3\.00\) Fastify, SQLite FULL .*<= 200 ms +met$/)
  assert.match(missed, />= 2\.50 x +missed$/)
  assert.ok(met.length <= 140)
})

/** Measures contestants whose values are given. */
async function valuesOf(turns: number, all: Record<string, Partial<Contestant>>) {
  const order: string[] = []
  const lines = await contend(
    bench,
    turns,
    Object.entries(all).map(([name, more]) =>
      measureTime({ name, ...more }, async () => ({ value: order.push(name), cpu: 0 })),
    ),
  )
  return { order: order.join(''), lines }
}

test('each turn begins with another contestant', async () => {
  assert.is((await valuesOf(3, { a: {}, b: {} })).order, 'abbaab')
})

test('a ratio is that to the first contestant or to a named one, turn by turn', async () => {
  const { lines } = await valuesOf(1, { a: {}, b: { goal: atMost(3) }, c: { against: 'b' } })

  assert.is(lines[0]?.ratio, undefined)
  assert.equal(lines[1]?.ratio, { to: 'a', values: [2] })
  assert.equal(lines[2]?.ratio, { to: 'b', values: [1.5] })
  assert.ok(lines[1]?.goal)
})

test('without its peer, a ratio has no goal', async () => {
  const { lines } = await valuesOf(1, { a: {}, b: { against: 'peer', goal: atMost(1) } })

  assert.is(lines[1]?.goal, undefined)
})

test('an unknown name is refused, and the message lists the names', () => {
  const all = [
    { name: 'one', title: 'One' },
    { name: 'two', title: 'Two' },
  ]

  assert.equal(chosenOf(['two'], all), [all[1]])
  assert.throws(() => chosenOf(['three'], all), /--only does not know three; choose from one, two/)
})

test('an unknown option ends a command, which prints its options', async () => {
  const program = fileURLToPath(new URL('./bench.js', import.meta.url))

  const { code, stderr } = await run(process.execPath, [program, '--quik']).catch(error => error)

  assert.is(code, 1)
  assert.match(stderr, /^Unknown option '--quik'/)
  assert.match(stderr, '--only NAME')
})

test.run()
