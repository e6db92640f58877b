/*
 * Servers that answer the same request under the same load, in turns.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, exchange } from '../exchange.js'
import { type Goal, type Line, times } from '../line.js'
import type { Demand } from '../load.js'
import { cpuSeconds } from '../machine.js'
import { median } from '../measure.js'
import type { Bench } from '../row.js'
import type { ServerProcess } from '../server-process.js'
import { type Turns, takeTurns } from '../turns.js'

export interface Contestant {
  name: string
  start(): Promise<ServerProcess>
  demand: Demand
  /** What is wrong with a response. */
  complaint?: ((answer: Answer) => string | undefined) | undefined
  /** How many objects a POST has created so far. */
  count?: ((url: string) => Promise<number>) | undefined
  /** Of the ratio to the first contestant. */
  goal?: Goal | undefined
  /** Another contestant to be compared with. */
  against?: { name: string; goal: Goal } | undefined
}

export interface Sample {
  /** Requests per second. */
  rate: number
  /** Microseconds of processor time per request. */
  cpu: number
  loadCpu: number
}

export interface Running extends Contestant {
  server: ServerProcess
  /** Bytes of one response. */
  bytes: number
  samples: readonly Sample[]
}

export interface Contest {
  connections: number
  turns: number
  milliseconds: number
  /** Milliseconds of load before the first turn. */
  warmUp: number
}

/** Full and quick measurements. */
export const contestOf = ({ quick }: Bench): Contest =>
  quick
    ? { connections: 64, turns: 3, milliseconds: 500, warmUp: 1_200 }
    : { connections: 64, turns: 7, milliseconds: 1_000, warmUp: 2_000 }

async function checkOne({ name, demand, complaint }: Contestant, url: string): Promise<number> {
  const answer = await exchange(url, demand)
  const wrong = complaint?.(answer)
  if (wrong !== undefined) {
    throw new Error(
      `${name} gave a wrong response to ${demand.method} ${demand.path}: ${wrong}\n${answer.text.slice(0, 500)}`,
    )
  }
  return answer.bytes
}

/** Lengths differ where an id has more digits; more than that is another response. */
const tolerance = 0.03

async function burst(bench: Bench, contest: Contest, running: Running): Promise<Sample> {
  const { name, server, demand, bytes, count } = running
  const before = await count?.(server.url)
  const began = cpuSeconds(server.pid)
  const { requests, seconds, cpu, ...sent } = await bench.load.burst(server.url, demand, contest)
  const used = cpuSeconds(server.pid) - began
  const perResponse = sent.bytes / requests
  if (Math.abs(perResponse - bytes) > tolerance * bytes + (contest.connections * bytes) / requests) {
    throw new Error(
      `${name} sent ${perResponse.toFixed(0)} bytes per response under load, and ${bytes} before`,
    )
  }
  if (before !== undefined && count) {
    // Requests that the end of this or the last burst interrupts may have been carried out.
    await wait(50)
    const created = (await count(server.url)) - before
    if (created < requests || created > requests + 2 * contest.connections) {
      throw new Error(`${name} created ${created} objects in ${requests} requests`)
    }
  }
  return { rate: requests / seconds, cpu: (used / requests) * 1e6, loadCpu: (cpu / requests) * 1e6 }
}

/** Requests until V8 has compiled what is called often. A write takes more code, some of it in WebAssembly. */
const settledAfter = { GET: 3_000, POST: 15_000 }

/** Until a server has settled, which takes longer on a busy machine. */
async function warmUp(bench: Bench, contest: Contest, one: Running): Promise<void> {
  const milliseconds = contest.warmUp
  for (let requests = 0, turn = 0; requests < settledAfter[one.demand.method] && turn < 5; turn++) {
    const { rate } = await burst(bench, { ...contest, milliseconds }, one)
    requests += (rate * milliseconds) / 1000
  }
}

/** Of the rates, or of the processor time where the load generator is too slow for a rate. */
const ratios = ({ load }: Bench, left: Running, right: Running) =>
  left.samples.map((sample, turn) => {
    const other = right.samples[turn]
    return load.isFast ? sample.rate / (other?.rate ?? Number.NaN) : (other?.cpu ?? Number.NaN) / sample.cpu
  })

const column = (value: string | number, width: number) =>
  (typeof value === 'string' ? value : Number.isNaN(value) ? '-' : value.toFixed(0)).padStart(width)

/** The last column is the processor time per request of the load generator. */
export const contestHeads = (values: string): [string, string] => [
  values,
  `${column('req/s', 7)}${column('CPU us', 8)}${column('ratio', 7)}${column('load', 6)}`,
]

function linesOf(bench: Bench, running: readonly Running[]): Line[] {
  const [base] = running
  const of = (one: Running | undefined, name: keyof Sample) =>
    median(one?.samples.map(sample => sample[name]) ?? [])
  return running.flatMap(one => {
    const cpu = of(one, 'cpu')
    const byCpu = Number.isNaN(cpu) ? '-' : (of(base, 'cpu') / cpu).toFixed(2)
    const more = [column(of(one, 'rate'), 7), column(cpu, 8), column(byCpu, 7), column(of(one, 'loadCpu'), 6)]
    const { name, goal, against } = one
    const line: Line = { name, values: ratios(bench, one, base ?? one), more: more.join(''), goal }
    const other = running.find(candidate => candidate.name === against?.name)
    if (!other) return [line]
    const values = ratios(bench, one, other)
    return [line, { name: `  to ${other.name}`, values, goal: against?.goal, show: times }]
  })
}

/** Lets servers take turns under load. */
export async function contend(
  bench: Bench,
  contestants: readonly Contestant[],
  contest: Contest,
): Promise<Pick<Turns<Sample>, 'marked'> & { running: Running[] }> {
  const running: Running[] = []
  try {
    for (const contestant of contestants) {
      bench.tell(`starting ${contestant.name}`)
      const server = await contestant.start()
      running.push({ ...contestant, server, bytes: 0, samples: [] })
    }
    for (const one of running) one.bytes = await checkOne(one, one.server.url)
    for (const one of running) {
      bench.tell(`warming up ${one.name}`)
      await warmUp(bench, contest, one)
    }
    const measures = running.map(one => ({ name: one.name, measure: () => burst(bench, contest, one) }))
    const { samples, marked } = await takeTurns(bench, contest.turns, measures)
    for (const [index, one] of running.entries()) one.samples = samples[index] ?? []
    for (const one of running) await checkOne(one, one.server.url)
    return { running, marked }
  } finally {
    for (const { server } of running) await server.stop()
  }
}

/** Rates as ratios to the first contestant. */
export async function compare(bench: Bench, contestants: readonly Contestant[]): Promise<Line[]> {
  const { running, marked } = await contend(bench, contestants, contestOf(bench))
  return marked(linesOf(bench, running))
}
