import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createData, get, post, totalOf } from './data.js'
import { exchange } from './exchange.js'
import { atLeast, headOf, textOf } from './line.js'
import type { Demand, Load } from './load.js'
import { parseOptions } from './options.js'
import type { Bench } from './row.js'
import { type Contestant, contend } from './rows/contest.js'
import { program } from './rows/peers.js'
import { startProcess, startSchedkit } from './server-process.js'
import { takeTurns } from './turns.js'

/** Sends what it is asked for from this process, one request after the other. */
const load: Load = {
  name: 'test',
  isFast: true,
  async burst(url, demand) {
    let bytes = 0
    for (let index = 0; index < 10; index++) bytes += (await exchange(url, demand)).bytes
    return { requests: 10, seconds: 1, bytes, cpu: 0 }
  },
}
const bench = { quick: true, load, tell() {} } as never as Bench
const contest = { connections: 1, turns: 2, milliseconds: 1, warmUp: 1 }

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

async function failureOf(contestant: Omit<Contestant, 'name' | 'demand'> & { demand?: Demand }) {
  try {
    await contend(bench, [{ name: 'peer', demand: get(), ...contestant }], contest)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('given responses of the right content and length, then every turn counts', async () => {
  const start = () => startProcess([program('bare'), '100'])

  const {
    running: [one],
  } = await contend(bench, [{ name: 'bare', demand: get(), start }], contest)

  assert.is(one?.samples.length, 2)
  assert.is(one?.samples[0]?.rate, 10)
  assert.ok(one?.server.hasEnded())
})

test('a wrong response fails the measurement, and the message shows it', async () => {
  const message = await failureOf({ start: server('"no"'), complaint: () => 'not a list' })

  assert.match(message ?? '', /peer gave a wrong response to GET .*: not a list\nno/)
})

test('a response that has another length under load fails the measurement', async () => {
  const message = await failureOf({ start: server('"x".repeat(count > 0 ? 900 : 100)') })

  assert.match(message ?? '', /peer sent \d+ bytes per response under load, and \d+ before/)
})

test('a POST that creates nothing fails the measurement', async () => {
  const message = await failureOf({ start: server('"{}"'), demand: post, count: async () => 7 })

  assert.match(message ?? '', /peer created 0 objects in 10 requests/)
})

test('a server that ends before it is ready is an error with what it printed', async () => {
  try {
    await startProcess(['-e', 'console.error("out of order")'])
    assert.unreachable()
  } catch (error) {
    assert.match((error as Error).message, /ended before it was ready:\nout of order/)
  }
})

test('the server loads a generated seed completely, and stops', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'schedkit-bench-test-'))
  const data = createData(directory, () => {}, ['ben@example.test'])

  const started = await startSchedkit({ seed: await data.seed(60) })
  const total = await totalOf(started.url)
  await started.stop()

  assert.is(total, 60)
  assert.ok(started.hasEnded())
  await rm(directory, { recursive: true })
})

test('a line fits 100 columns and says whether its goal is met', () => {
  const values = [0.1, 0.2, 0.3]
  const line = { name: 'Fastify, SQLite NORMAL', values, more: 'x'.repeat(28), isDoubtful: true }

  const [met, missed] = [0.2, 0.7].map(limit => textOf({ ...line, goal: atLeast(limit) }))

  assert.match(met ?? '', /0\.20 \(0\.10-0\.30\) .*>= 0\.20 +met\?$/)
  assert.match(missed ?? '', />= 0\.70 +missed\?$/)
  assert.ok(
    [met, missed, headOf({ title: 'Title', heads: ['a', 'b'] })].every(text => `${text}`.length <= 100),
  )
})

test('turns begin with another server each time, and go on until enough of them were quiet', async () => {
  const order: string[] = []
  const one = (name: string) => ({ name, measure: async () => order.push(name) })

  const { samples } = await takeTurns({ ...bench, quick: false }, 2, [one('a'), one('b')])

  assert.is(order.slice(0, 4).join(''), 'abba')
  assert.equal(
    samples.map(({ length }) => length),
    [2, 2],
  )
})

test('an unknown name is refused, and the message lists the names', () => {
  const all = [
    { name: 'one', title: 'One' },
    { name: 'two', title: 'Two' },
  ]

  assert.equal(parseOptions(['--only', 'two'], all).chosen, [all[1]])
  assert.throws(
    () => parseOptions(['--only', 'three'], all),
    /--only does not know three; choose from one, two/,
  )
  assert.throws(() => parseOptions(['--quik'], all), /Unknown option '--quik'/)
})

test.run()
