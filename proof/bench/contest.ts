/*
 * Starts contestants and measures them in turns, so that all of them meet the same conditions.
 */

import { countBookings, type Data } from '../processes/data.js'
import { type Answer, exchange } from '../processes/exchange.js'
import { cpuSeconds } from '../processes/machine.js'
import type { ServerProcess } from '../processes/server-process.js'
import { type Goal, type Line, median, milliseconds, perSecond } from './line.js'
import { type Demand, load } from './load.js'
import type { Servers } from './servers.js'

/** What all measurements share. */
export interface Bench {
  quick: boolean
  /** Shows progress on standard error. */
  tell(what: string): void
}

/** What benchmarks are called with. */
export interface Setting extends Bench {
  data: Data
  servers: Servers
}

export interface Benchmark {
  /** The name for `--only`. */
  name: string
  title: string
  measure(setting: Setting): Promise<Line[]>
}

export const few = 1_000
export const large = 100_000
export const sizes = ({ quick }: Bench) => [few, large, ...(quick ? [] : [1_000_000])]

export interface Sample {
  /** Requests per second or milliseconds, depending on the contestant. */
  value: number
  /** The processor time, or another figure that `showCpu` prints. */
  cpu: number
}

interface Started {
  measure(): Promise<Sample>
  /** Verifies the server after all turns. @throws {Error} if its data is wrong */
  check?(): Promise<void>
  stop?(): Promise<unknown>
}

export interface Contestant {
  name: string
  start(): Promise<Started>
  show(value: number): string
  showCpu(cpu: number): string
  /** The goal for the ratio, unless `goalOf` is `value`. */
  goal?: Goal | undefined
  goalOf?: 'value' | 'ratio'
  /** The name of the contestant that the ratio refers to. @default the first */
  against?: string
}

export type Named = Pick<Contestant, 'name' | 'goal' | 'goalOf' | 'against'>

/** Measures contestants in turns; each turn begins with the next contestant. */
export async function contend(
  { tell }: Bench,
  turns: number,
  contestants: readonly Contestant[],
): Promise<Line[]> {
  const running: (Contestant & Started & { samples: Sample[] })[] = []
  try {
    for (const contestant of contestants) {
      tell(`starting ${contestant.name}`)
      running.push({ ...contestant, ...(await contestant.start()), samples: [] })
    }
    for (let turn = 0; turn < turns; turn++) {
      for (const place of running.keys()) {
        const one = running[(place + turn) % running.length]
        tell(`turn ${turn + 1} of ${turns}, ${one?.name}`)
        one?.samples.push(await one.measure())
      }
    }
    for (const { check } of running) await check?.()
  } finally {
    for (const { stop } of running) await stop?.()
  }
  const [first] = running
  return running.map(({ name, samples, show, showCpu, goal, goalOf = 'ratio', against }) => {
    const base = running.find(other => other.name === against) ?? first
    const isOwnBase = base?.samples === samples
    const values = samples.map(({ value }) => value)
    return {
      name,
      values,
      show,
      ...(base &&
        !isOwnBase && {
          ratio: {
            to: base.name,
            values: values.map((value, turn) => value / (base.samples[turn]?.value ?? Number.NaN)),
          },
        }),
      more: showCpu(median(samples.map(({ cpu }) => cpu))),
      // Without the peer, there is nothing to compare with.
      goal: goalOf === 'ratio' && (isOwnBase || (against && base?.name !== against)) ? undefined : goal,
      goalOf,
    }
  })
}

/** A request to a server, and the validation of its response. */
export interface Question {
  demand: Demand
  /** Returns what is wrong with a response. Omitted for a server whose responses have no content to check. */
  complaint?: (answer: Answer) => string | undefined
}

/** Warm-up requests, until V8 has compiled the hot code. A write runs more code, some of it in WebAssembly. */
const settledAfter = { GET: 3_000, POST: 15_000 }

async function checkOne({ demand, complaint }: Question, name: string, url: string): Promise<void> {
  const { method, paths, headers, body } = demand
  const path = paths[0] ?? '/'
  const answer = await exchange(url, { method, path, headers, ...(body !== undefined && { body }) })
  const wrong = complaint?.(answer)
  if (wrong === undefined) return
  const start = answer.text.slice(0, 500)
  throw new Error(`${name} gave a wrong response to ${method} ${path}: ${wrong}\n${start}`)
}

/** Measures a server under load: its rate or, with one connection, its response time. */
export function measureLoad(
  { quick }: Bench,
  named: Named,
  start: () => Promise<ServerProcess>,
  question: Question,
  connections = 64,
): Contestant {
  const { demand, complaint } = question
  async function burst(server: ServerProcess, length: number) {
    const creates = demand.method === 'POST' && complaint !== undefined
    const before = creates ? await countBookings(server.url) : 0
    const began = cpuSeconds(server.pid)
    const sent = await load({ url: server.url, demand, connections, milliseconds: length })
    const used = cpuSeconds(server.pid) - began
    const created = creates ? (await countBookings(server.url)) - before : sent.requests
    if (created !== sent.requests)
      throw new Error(`${named.name} created ${created} objects in ${sent.requests} requests`)
    return { ...sent, rate: sent.requests / sent.seconds, each: (used / sent.requests) * 1e6 }
  }
  return {
    ...named,
    show: connections === 1 ? milliseconds : perSecond,
    showCpu: cpu => `CPU ${cpu.toFixed(0)} us`,
    async start() {
      const server = await start()
      try {
        await checkOne(question, named.name, server.url)
        // The warm-up takes longer on a machine that other processes keep busy.
        for (let sent = 0, turn = 0; sent < settledAfter[demand.method] && turn < 5; turn++)
          sent += (await burst(server, quick ? 1_200 : 2_000)).requests
      } catch (error) {
        await server.stop()
        throw error
      }
      return {
        async measure() {
          const { rate, each } = await burst(server, quick ? 500 : 1_000)
          return { value: connections === 1 ? 1_000 / rate : rate, cpu: each }
        },
        check: () => checkOne(question, named.name, server.url),
        stop: server.stop,
      }
    },
  }
}

/** Measures the duration of something, in milliseconds. */
export const measureTime = (
  named: Named & Partial<Contestant>,
  measure: () => Promise<Sample>,
): Contestant => ({
  show: milliseconds,
  showCpu: cpu => `CPU ${cpu.toFixed(0)} ms`,
  ...named,
  start: async () => ({ measure }),
})
