/*
 * The server on PostgreSQL, beside Fastify and pg doing the same work; both on one database cluster that the bench starts.
 */

import { openSeedFile } from '../../../fixtures/seed-file.js'
import { importData } from '../../../server/index.js'
import { type Cluster, programs, startCluster } from '../../../server/storage/postgres/testing/cluster.js'
import { count, get, post, totalOf } from '../data.js'
import { atLeast, atMost, times } from '../line.js'
import type { Answer, Demand } from '../load.js'
import { median } from '../measure.js'
import type { Bench, Row } from '../row.js'
import { schedkit, startProcess } from '../server-process.js'
import { type Contestant, compare, contend, contestHeads, contestOf } from './contest.js'
import { program } from './peers.js'

const few = 1_000
const requests: readonly (readonly [name: string, demand: Demand, status: number])[] = [
  ['one', get('/500'), 200],
  ['list', get(), 200],
  ['POST', post, 201],
]

/** A database with so many bookings, and a server on it. */
async function ours(bench: Bench, cluster: Cluster, bookings: number) {
  const database = cluster.database()
  bench.tell(`storing ${count(bookings)} in PostgreSQL`)
  await importData(database, { seed: openSeedFile(await bench.data.seed(bookings)) })
  cluster.run(database, 'VACUUM ANALYZE')
  return () =>
    startProcess([
      schedkit(),
      ...['serve', '--port', '0', '--log', 'off', '--database', database],
      ...['--request-rate-limit', '1000000000'],
    ])
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
    try {
      const lines = []
      const small = await ours(bench, cluster, few)
      const { peers } = bench
      for (const request of requests) {
        const [name] = request
        const own = contestant(`${name}: schedkit`, request, small)
        if (peers === undefined) {
          lines.push(...(await compare(bench, [own])))
          continue
        }
        const seed = await bench.data.seed(few)
        const peer = contestant(`${name}: Fastify, pg`, request, () =>
          startProcess([program('fastify-postgres'), peers, cluster.database(), seed]),
        )
        lines.push(...(await compare(bench, [peer, { ...own, goal: atLeast(0.9) }])))
      }
      const large = await ours(bench, cluster, 100_000)
      for (const request of requests) {
        const running = await contend(
          bench,
          [contestant('1,000', request, small), contestant('100,000', request, large)],
          contestOf(bench),
        )
        const [one, other] = running.map(({ samples }) => samples.map(({ rate }) => 1 / rate))
        lines.push({
          name: `${request[0]}: 100,000 to 1,000`,
          values: (other ?? []).map((time, turn) => time / median(one?.slice(turn, turn + 1) ?? [])),
          show: times,
          goal: atMost(1.5, '1.50 x'),
          isDoubtful: running.some(({ isDoubtful }) => isDoubtful),
        })
      }
      return lines
    } finally {
      cluster.remove()
    }
  },
}
