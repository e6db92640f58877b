/*
 * The table of benchmarks.
 */
import { type Cluster, programs, startCluster } from '../../server/storage/postgres/testing/cluster.js'
import { sizeText } from '../processes/data.js'
import { exchange } from '../processes/exchange.js'
import { countAsOurs, forget } from '../processes/machine.js'
import {
  type Bench,
  type Benchmark,
  type Contestant,
  contend,
  few,
  large,
  measureLoad,
  type Named,
  type Question,
  type Setting,
  sizes,
} from './contest.js'
import { atLeast, atMost, type Goal, type Line } from './line.js'
import { create, one, openWindow, page, week } from './questions.js'
import { type Start, startBare } from './servers.js'
import { startBenchmarks } from './starts.js'

/** A contestant under load; none if its server is not installed. */
const contestant = (
  setting: Setting,
  named: Named,
  start: Start | undefined,
  question: Question,
  connections?: number,
): Contestant[] => (start ? [measureLoad(setting, named, start, question, connections)] : [])

const turns = ({ quick }: Bench) => (quick ? 3 : 7)
const includeIf = <T>(condition: boolean, all: readonly T[]) => (condition ? all : [])

/** Bare node:http, whose fixed response is as long as that of schedkit. */
async function bareContestant(setting: Setting, question: Question): Promise<Contestant[]> {
  const { method, paths, headers, body } = question.demand
  const model = await setting.servers.inMemory(few)()
  const sent = { method, path: paths[0] ?? '', headers, ...(body !== undefined && { body }) }
  const { text, status } = await exchange(model.url, sent).finally(model.stop)
  const start = () => startBare(Buffer.byteLength(text), status)
  return contestant(setting, { name: 'bare node:http' }, start, { demand: question.demand })
}

/** Every server under the same load, with ratios to bare node:http. */
const requests = (name: string, title: string, questions: typeof one, goal: Goal): Benchmark => ({
  name,
  title,
  async measure(setting) {
    const { quick, servers } = setting
    const question = questions(few)
    const isRead = question.demand.method === 'GET'
    return contend(setting, turns(setting), [
      ...(await bareContestant(setting, question)),
      ...contestant(setting, { name: 'schedkit', goal }, servers.inMemory(few), question),
      ...includeIf(
        !quick && isRead,
        contestant(setting, { name: 'schedkit --data' }, servers.onDisk(few, false), question),
      ),
      ...contestant(setting, { name: 'Fastify, SQLite NORMAL' }, servers.fastify('NORMAL', few), question),
    ])
  },
})

const postData: Benchmark = {
  name: 'post-data',
  title: 'POST, kept on disk',
  async measure(setting) {
    const { servers } = setting
    const question = create(few)
    const name = 'Fastify, SQLite FULL'
    const own = { name: 'schedkit --data', against: name, goal: atLeast(2.5) }
    return contend(setting, turns(setting), [
      ...(await bareContestant(setting, question)),
      ...contestant(setting, own, servers.onDisk(few, false), question),
      ...contestant(setting, { name }, servers.fastify('FULL', few), question),
    ])
  },
}

/** Response times over one connection, with data of several sizes on disk. */
const ofSizes = (name: string, title: string, question: (bookings: number) => Question): Benchmark => ({
  name,
  title,
  async measure(setting) {
    const contestants = sizes(setting).flatMap(bookings => {
      const goal = bookings === large ? atMost(15) : undefined
      const start = setting.servers.onDisk(bookings, true)
      return contestant(
        setting,
        { name: sizeText(bookings), goal, goalOf: 'value' },
        start,
        question(bookings),
        1,
      )
    })
    return contend(setting, turns(setting), contestants)
  },
})

/** Compares with Fastify and pg doing the same work, on one database cluster. */
async function onPostgres(setting: Setting, cluster: Cluster): Promise<Line[]> {
  const { servers } = setting
  const peer = servers.fastifyPostgres(cluster, few)
  const own = sizes(setting).map(bookings => [bookings, servers.onPostgres(cluster, bookings)] as const)
  const lines: Line[] = []
  const questions = [
    { name: 'one', question: one, goal: 0.8 },
    { name: 'list', question: page, goal: 0.9 },
    { name: 'POST', question: create, goal: 0.8 },
  ]
  for (const { name, question, goal } of questions) {
    const [peerName, ownName] = [`${name}: Fastify, pg`, `${name}: schedkit`]
    const contestants = own.flatMap(([bookings, start]) => {
      const named =
        bookings === few
          ? { name: ownName, against: peerName, goal: atLeast(goal) }
          : { name: `  ${sizeText(bookings)}`, against: ownName, goal: atLeast(0.67) }
      // Earlier contestants have added bookings.
      return contestant(setting, named, start, { ...question(bookings), complaint: isSuccess })
    })
    const beside = contestant(setting, { name: peerName }, peer, {
      ...question(few),
      complaint: isSuccess,
    })
    lines.push(...(await contend(setting, turns(setting), [...beside, ...contestants])))
  }
  return lines
}

const isSuccess = ({ status }: { status: number }) => (status < 300 ? undefined : `${status}`)

const postgres: Benchmark = {
  name: 'postgres',
  title: 'On PostgreSQL',
  async measure(setting) {
    if (!programs()) throw new Error('PostgreSQL is not installed')
    const cluster = await startCluster()
    countAsOurs(cluster.pid())
    try {
      return await onPostgres(setting, cluster)
    } finally {
      forget(cluster.pid())
      cluster.remove()
    }
  },
}

export const benchmarks: readonly Benchmark[] = [
  requests('one', 'GET one booking', one, atLeast(0.58)),
  requests('list', 'GET 20 at a random offset', page, atLeast(0.12)),
  requests('window', 'GET 20 of a random week', week, atLeast(0.18)),
  requests('post', 'POST a booking', create, atLeast(0.22)),
  postData,
  ofSizes('offset', '20 from a random offset in the last tenth', bookings => page(bookings, 0.9)),
  ofSizes('open-window', '20 from a random time on', openWindow),
  postgres,
  ...startBenchmarks,
]
