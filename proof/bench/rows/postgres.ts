/*
 * The server on PostgreSQL, beside Fastify and pg doing the same work; both on one database cluster that the bench starts.
 */

import { copyData } from '../../../server/index.js'
import { type Cluster, programs, startCluster } from '../../../server/storage/postgres/testing/cluster.js'
import { count, get, post, sizes, totalOf } from '../data.js'
import type { Answer } from '../exchange.js'
import { atLeast, atMost, type Goal, type Line, times } from '../line.js'
import type { Demand } from '../load.js'
import { countAsOurs, forget } from '../machine.js'
import type { Bench, Row } from '../row.js'
import { startProcess, startSchedkit } from '../server-process.js'
import { type Contestant, compare, contend, contestHeads, contestOf } from './contest.js'
import { program } from './peers.js'

const few = 1_000
const number = (value: number) => value.toLocaleString('en')
const requests: readonly (readonly [name: string, demand: Demand, status: number])[] = [
  ['one', get('/500'), 200],
  ['list', get(), 200],
  ['POST', post, 201],
]

/** A database with so many bookings, and a server on it. */
async function ours(bench: Bench, cluster: Cluster, bookings: number) {
  const database = cluster.database()
  const kept = await bench.data.kept(bookings)
  bench.tell(`copying ${count(bookings)} to PostgreSQL`)
  await copyData(kept, database)
  cluster.run(database, 'VACUUM ANALYZE')
  return (more: Readonly<Record<string, string>> = {}) => startSchedkit({ database, ...more })
}

const contestant = (
  name: string,
  [, demand, status]: (typeof requests)[number],
  start: Contestant['start'],
): Contestant => ({
  name,
  demand,
  start,
  complaint: (answer: Answer) => (answer.status === status ? undefined : `not ${status}`),
  ...(status === 201 && { count: (url: string) => totalOf(url) }),
})

/** Ratios of each contestant to the first. */
async function ratios(
  bench: Bench,
  contestants: readonly Contestant[],
  ratio: (rate: number, first: number) => number,
  goal?: Goal,
): Promise<Line[]> {
  const { running, marked } = await contend(bench, contestants, contestOf(bench))
  const [base, ...others] = running
  const lines = others.map(({ name, samples }) => ({
    name,
    values: samples.map(({ rate }, turn) => ratio(rate, base?.samples[turn]?.rate ?? Number.NaN)),
    show: times,
    goal,
  }))
  return marked(lines)
}

async function besidePeer(bench: Bench, cluster: Cluster): Promise<Line[]> {
  const lines = []
  const start = await ours(bench, cluster, few)
  const { peers } = bench
  for (const request of requests) {
    const own = contestant(`${request[0]}: schedkit`, request, start)
    if (peers === undefined) {
      lines.push(...(await compare(bench, [own])))
      continue
    }
    const seed = await bench.data.seed(few)
    const peer = contestant(`${request[0]}: Fastify, pg`, request, () =>
      startProcess([program('fastify-postgres'), peers, cluster.database(), seed]),
    )
    lines.push(...(await compare(bench, [peer, { ...own, goal: atLeast(0.9) }])))
  }
  return lines
}

async function growth(bench: Bench, cluster: Cluster): Promise<Line[]> {
  const lines = []
  const servers = new Map<number, Contestant['start']>()
  for (const bookings of sizes(bench)) servers.set(bookings, await ours(bench, cluster, bookings))
  for (const request of requests) {
    const contestants = [...servers].map(([bookings, start]) =>
      contestant(`${request[0]}: ${number(bookings)} to ${number(few)}`, request, () => start()),
    )
    lines.push(...(await ratios(bench, contestants, (rate, first) => first / rate, atMost(1.5))))
  }
  return lines
}

async function workers(bench: Bench, cluster: Cluster): Promise<Line[]> {
  const lines = []
  const start = await ours(bench, cluster, few)
  for (const request of requests) {
    const contestants = [
      contestant(`${request[0]}: 1 process`, request, () => start()),
      contestant(`${request[0]}: 2 workers to 1 process`, request, () => start({ workers: '2' })),
    ]
    lines.push(...(await ratios(bench, contestants, (rate, first) => rate / first)))
  }
  return lines
}

export const postgres: Row = {
  name: 'postgres',
  title: 'On PostgreSQL',
  heads: contestHeads('to the first'),
  async measure(bench) {
    if (!programs()) {
      bench.tell('skipped: PostgreSQL is not installed')
      return []
    }
    const cluster = await startCluster()
    countAsOurs(cluster.pid())
    try {
      return [
        ...(await besidePeer(bench, cluster)),
        ...(await growth(bench, cluster)),
        ...(await workers(bench, cluster)),
      ]
    } finally {
      forget(cluster.pid())
      cluster.remove()
    }
  },
}
