/*
 * How long a process takes to its first response, to its help, or to have imported something.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { count, get, headersOf, password, sizes } from '../data.js'
import { exchange } from '../exchange.js'
import { atMost, type Goal, type Line, milliseconds, ratioLine } from '../line.js'
import { cpuSeconds, endedChildrenSeconds } from '../machine.js'
import { median } from '../measure.js'
import type { Bench, Row } from '../row.js'
import { type ServerProcess, schedkit, startProcess, startSchedkit } from '../server-process.js'
import { takeTurns } from '../turns.js'
import { fastifyArguments, program } from './peers.js'

const run = promisify(execFile)
const node = async (...args: string[]) => (await run(process.execPath, args)).stdout

/** In milliseconds. */
interface Times {
  took: number
  /** From readiness to the end of the first response; 0 where there is none. */
  first: number
  /** Processor time. */
  cpu: number
}

/** Something that is started again and again. */
interface Starter {
  name: string
  measure(): Promise<Times>
  goal?: Goal
  /** Of its time as a multiple of the first starter's. */
  ratioGoal?: Goal
  /** Of the milliseconds after it was ready. */
  firstGoal?: Goal
}

const heads = ['time (range)', ''] as const

/** Starts all of them in turns. */
async function startInTurns(bench: Bench, starters: readonly Starter[]): Promise<Line[]> {
  const { samples, marked } = await takeTurns(bench, bench.quick ? 3 : 11, starters)
  const of = (index: number, name: keyof Times) => samples[index]?.map(times => times[name]) ?? []
  const lines = starters.flatMap(({ name, goal, ratioGoal, firstGoal }, index): Line[] => {
    const [took, first] = [of(index, 'took'), of(index, 'first')]
    const cpu = `CPU ${milliseconds(median(of(index, 'cpu')))}`
    const more = median(first) > 0 && !firstGoal ? `${cpu}, first ${milliseconds(median(first))}` : cpu
    const show = milliseconds
    return [
      { name, values: took, show, more, goal },
      ...(firstGoal ? [{ name: '  of it first request', values: first, show, goal: firstGoal }] : []),
      ...(ratioGoal ? [ratioLine(starters[0]?.name, took, of(0, 'took'), ratioGoal)] : []),
    ]
  })
  return marked(lines)
}

async function toFirstResponse(start: () => Promise<ServerProcess>, demand = get('/1')): Promise<Times> {
  const begin = performance.now()
  const server = await start()
  try {
    const { status, text, took: first } = await exchange(server.url, demand)
    const took = performance.now() - begin
    if (status !== 200) throw new Error(`The first response was ${status}: ${text}`)
    return { took, first, cpu: cpuSeconds(server.pid) * 1000 }
  } finally {
    await server.stop()
  }
}

async function toEnd(...args: string[]): Promise<Times> {
  const [begin, before] = [performance.now(), endedChildrenSeconds()]
  await node(...args)
  return { took: performance.now() - begin, first: 0, cpu: (endedChildrenSeconds() - before) * 1000 }
}

const start: Row = {
  name: 'start',
  title: 'Start to first response',
  heads,
  async measure(bench) {
    const seed = await bench.data.seed(1_000)
    const small = await bench.data.seed(1)
    const data = await bench.data.kept(1_000)
    const peer = await fastifyArguments(bench, 'NORMAL', seed)
    // Once with the seed, so that all further starts find what it has kept.
    if (peer) await (await startProcess(peer)).stop()
    return startInTurns(bench, [
      {
        name: 'bare node:http',
        measure: () => toFirstResponse(() => startProcess([program('bare')])),
      },
      {
        name: 'schedkit, 1,000 bookings',
        measure: () => toFirstResponse(() => startSchedkit({ seed })),
        ratioGoal: atMost(2),
        firstGoal: atMost(20),
      },
      { name: 'schedkit, 1 booking', measure: () => toFirstResponse(() => startSchedkit({ seed: small })) },
      { name: 'schedkit --data', measure: () => toFirstResponse(() => startSchedkit({ seed, data })) },
      ...(peer
        ? [{ name: 'Fastify, SQLite', measure: () => toFirstResponse(() => startProcess(peer.slice(0, -1))) }]
        : []),
      { name: 'schedkit --help', measure: () => toEnd(schedkit(), '--help'), goal: atMost(110) },
      {
        name: 'schedkit serve --help',
        measure: () => toEnd(schedkit(), 'serve', '--help'),
        goal: atMost(110),
      },
      { name: 'schedkit conformance list', measure: () => toEnd(schedkit(), 'conformance', 'list') },
    ])
  },
}

/** Seeds with passwords that have no hash yet. */
const accounts: Row = {
  name: 'accounts',
  title: 'Start with 1,000 accounts',
  heads,
  async measure(bench) {
    const users = Array.from({ length: 1_000 }, (_, index) => ({
      email: `person-${index}@example.test`,
      password,
      timezone: 'UTC',
    }))
    const seed = join(bench.data.directory, 'accounts.json')
    await writeFile(seed, JSON.stringify({ users, schedules: [] }))
    const me = { method: 'GET', path: '/v1/users/me', headers: headersOf('person-999@example.test') } as const
    const measure = () => toFirstResponse(() => startSchedkit({ seed }), me)
    return startInTurns(bench, [
      {
        name: 'passwords in plain text',
        measure,
        goal: atMost(1_000),
        firstGoal: atMost(20),
      },
    ])
  },
}

const restart: Row = {
  name: 'restart',
  title: 'Restart with --data',
  heads,
  async measure(bench) {
    const seed = await bench.data.seed(1_000)
    const starters: Starter[] = []
    for (const bookings of sizes(bench)) {
      const data = await bench.data.kept(bookings)
      starters.push({
        name: count(bookings),
        measure: () => toFirstResponse(() => startSchedkit({ seed, data }), get(`/${bookings}`)),
        ...(bookings > 1_000 && { ratioGoal: atMost(1.3) }),
      })
    }
    return startInTurns(bench, starters)
  },
}

/** The time of the import alone, without that of Node. */
const imported = (name: string) => async (): Promise<Times> => {
  const code = `const begin = performance.now(), before = process.cpuUsage()
    await import('${name}')
    const { user, system } = process.cpuUsage(before)
    console.log(JSON.stringify({ took: performance.now() - begin, first: 0, cpu: (user + system) / 1000 }))`
  return JSON.parse(await node('--input-type=module', '-e', code))
}

const importing: Row = {
  name: 'import',
  title: 'Import of the mock in Node',
  heads,
  measure: bench =>
    startInTurns(bench, [
      { name: 'msw/node', measure: imported('msw/node') },
      {
        name: 'schedkit/mock/node',
        measure: imported('schedkit/mock/node'),
        ratioGoal: atMost(1.3),
      },
      { name: 'schedkit/fixtures', measure: imported('schedkit/fixtures') },
    ]),
}

export const startRows: readonly Row[] = [start, accounts, restart, importing]
