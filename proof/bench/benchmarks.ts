/*
 * The table of benchmarks.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Cluster, programs, startCluster } from '../../server/storage/postgres/testing/cluster.js'
import { exchange } from '../processes/exchange.js'
import { countAsOurs, cpuSeconds, endedChildrenSeconds, forget, peakMemory } from '../processes/machine.js'
import { schedkit, startSchedkit } from '../processes/server-process.js'
import { type Bench, type Contestant, contend, loaded, type Question, type Sample, timed } from './contest.js'
import { count, type Data, headersOf, owner, password, path, totalOf } from './data.js'
import { atLeast, atMost, type Goal, type Line, megabytes, seconds } from './line.js'
import { create, one, openWindow, page, week } from './questions.js'
import { type Servers, type Start, startBare } from './servers.js'

/** What benchmarks are given. */
export interface Setting extends Bench {
  data: Data
  servers: Servers
}

export interface Benchmark {
  /** As `--only` takes it. */
  name: string
  title: string
  measure(setting: Setting): Promise<Line[]>
}

const few = 1_000
const large = 100_000
const sizes = ({ quick }: Bench) => [few, large, ...(quick ? [] : [1_000_000])]

type Named = Pick<Contestant, 'name' | 'goal' | 'goalOf' | 'against'>

/** A contestant under load; none where its server is not installed. */
const contestant = (
  setting: Setting,
  named: Named,
  start: Start | undefined,
  question: Question,
  connections?: number,
): Contestant[] => (start ? [loaded(setting, named, start, question, connections)] : [])

const turns = ({ quick }: Bench) => (quick ? 3 : 7)
const only = <T>(condition: boolean, all: readonly T[]) => (condition ? all : [])

/** Bare node:http, whose fixed response is as long as that of schedkit. */
async function bare(setting: Setting, question: Question): Promise<Contestant[]> {
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
    const { ours, jsonServer } = questions(few)
    const isRead = ours.demand.method === 'GET'
    return contend(setting, turns(setting), [
      ...(await bare(setting, ours)),
      ...contestant(setting, { name: 'schedkit', goal }, servers.inMemory(few), ours),
      ...only(
        !quick && isRead,
        contestant(setting, { name: 'schedkit --data' }, servers.onDisk(few, false), ours),
      ),
      ...contestant(setting, { name: 'Fastify, SQLite NORMAL' }, servers.fastify('NORMAL', few), ours),
      ...only(!quick, contestant(setting, { name: 'json-server' }, servers.jsonServer(few), jsonServer)),
    ])
  },
})

const postData: Benchmark = {
  name: 'post-data',
  title: 'POST, kept on disk',
  async measure(setting) {
    const { servers } = setting
    const { ours } = create(few)
    const name = 'Fastify, SQLite FULL'
    const own = { name: 'schedkit --data', against: name, goal: atLeast(2.5) }
    return contend(setting, turns(setting), [
      ...(await bare(setting, ours)),
      ...contestant(setting, own, servers.onDisk(few, false), ours),
      ...contestant(setting, { name }, servers.fastify('FULL', few), ours),
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
        { name: count(bookings), goal, goalOf: 'value' },
        start,
        question(bookings),
        1,
      )
    })
    return contend(setting, turns(setting), contestants)
  },
})

const starts = ({ quick }: Bench) => (quick ? 3 : 11)

/** Milliseconds until a new process has sent its first response. */
async function toFirstResponse(start: Start, target = `${path}/1`, email = owner): Promise<Sample> {
  const begin = performance.now()
  const server = await start()
  try {
    const sent = { method: 'GET', path: target, headers: headersOf(email) }
    const { status, text } = await exchange(server.url, sent)
    const value = performance.now() - begin
    if (status !== 200) throw new Error(`The first response was ${status}: ${text}`)
    return { value, cpu: cpuSeconds(server.pid) * 1_000 }
  } finally {
    await server.stop()
  }
}

const run = promisify(execFile)

/** Milliseconds that a program of Node takes. */
async function toEnd(...args: string[]): Promise<Sample> {
  const [begin, before] = [performance.now(), endedChildrenSeconds()]
  await run(process.execPath, args, { maxBuffer: 2 ** 26 })
  return { value: performance.now() - begin, cpu: (endedChildrenSeconds() - before) * 1_000 }
}

const started = (named: Named, start: Start) => timed(named, () => toFirstResponse(start))

const start: Benchmark = {
  name: 'start',
  title: 'Start to first response',
  async measure(setting) {
    const { servers } = setting
    const fastify = servers.fastify('NORMAL', few)
    // Once with the seed, so that all further starts find what it has kept.
    if (fastify) await (await fastify()).stop()
    const name = 'Fastify, SQLite'
    const help = { goal: atMost(110), goalOf: 'value' as const }
    return contend(setting, starts(setting), [
      started({ name: 'bare node:http' }, () => startBare()),
      started({ name: 'schedkit, 1,000 bookings', against: name, goal: atMost(1.3) }, servers.inMemory(few)),
      started({ name: 'schedkit, 1 booking' }, servers.inMemory(1)),
      started({ name: 'schedkit --data' }, servers.onDisk(few, true)),
      ...(fastify ? [started({ name }, fastify)] : []),
      timed({ name: 'schedkit --help', ...help }, () => toEnd(schedkit(), '--help')),
      timed({ name: 'schedkit serve --help', ...help }, () => toEnd(schedkit(), 'serve', '--help')),
      timed({ name: 'schedkit conformance list' }, () => toEnd(schedkit(), 'conformance', 'list')),
    ])
  },
}

/** A seed whose passwords have no hash yet. */
const accounts: Benchmark = {
  name: 'accounts',
  title: 'Start with 1,000 accounts',
  async measure(setting) {
    const users = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ email: `person-${index}@example.test`, password, timezone: 'UTC' },
    }))
    const seed = join(setting.data.directory, 'accounts.json')
    await writeFile(seed, JSON.stringify({ users, schedules: [] }))
    const named: Named = { name: 'passwords in plain text', goal: atMost(1_000), goalOf: 'value' }
    const measure = () =>
      toFirstResponse(() => startSchedkit({ seed }), '/v1/users/me', 'person-999@example.test')
    return contend(setting, starts(setting), [timed(named, measure)])
  },
}

const restart: Benchmark = {
  name: 'restart',
  title: 'Restart with --data',
  async measure(setting) {
    for (const bookings of sizes(setting)) await setting.data.kept(bookings)
    const contestants = sizes(setting).map(bookings =>
      timed({ name: count(bookings), goal: atMost(1.3) }, () =>
        toFirstResponse(setting.servers.onDisk(bookings, true), `${path}/${bookings}`),
      ),
    )
    return contend(setting, starts(setting), contestants)
  },
}

const importing: Benchmark = {
  name: 'import',
  title: 'A program that imports the mock in Node',
  measure(setting) {
    const imported = (name: string, goal?: Goal) =>
      timed({ name, goal }, () => toEnd('--input-type=module', '-e', `await import('${name}')`))
    return contend(setting, starts(setting), [
      imported('msw/node'),
      imported('schedkit/mock/node', atMost(1.3)),
      imported('schedkit/fixtures'),
    ])
  },
}

const seed: Benchmark = {
  name: 'seed',
  title: 'Seed file to first response',
  async measure(setting) {
    const lines: Line[] = []
    for (const bookings of sizes(setting).slice(1)) {
      const peaks: number[] = []
      const measure = async () => {
        const begin = performance.now()
        const server = await setting.servers.inMemory(bookings)()
        const total = await totalOf(server.url)
        const sample = { value: performance.now() - begin, cpu: cpuSeconds(server.pid) * 1_000 }
        peaks.push(peakMemory(server.pid))
        await server.stop()
        if (total !== bookings) throw new Error(`${total} of ${bookings} bookings were loaded`)
        return sample
      }
      await setting.data.seed(bookings)
      const goals = bookings === large ? [atMost(2_500), atMost(200)] : []
      const named: Named & Partial<Contestant> = { name: count(bookings), goal: goals[0], goalOf: 'value' }
      lines.push(...(await contend(setting, 1, [timed({ ...named, show: seconds }, measure)])), {
        name: '  peak memory',
        values: peaks,
        show: megabytes,
        goal: goals[1],
      })
    }
    return lines
  },
}

/** Beside Fastify and pg doing the same work, on one database cluster. */
async function onPostgres(setting: Setting, cluster: Cluster): Promise<Line[]> {
  const { servers } = setting
  const peer = servers.fastifyPostgres(cluster, few)
  const own = sizes(setting).map(bookings => [bookings, servers.onPostgres(cluster, bookings)] as const)
  const lines: Line[] = []
  const questions = { one, list: page, POST: create }
  for (const [name, question] of Object.entries(questions)) {
    const [peerName, ownName] = [`${name}: Fastify, pg`, `${name}: schedkit`]
    const contestants = own.flatMap(([bookings, start]) => {
      const named =
        bookings === few
          ? { name: ownName, against: peerName, goal: atLeast(0.9) }
          : { name: `  ${count(bookings)}`, against: ownName, goal: atLeast(0.67) }
      // Earlier contestants have added bookings.
      const { ours } = question(bookings)
      return contestant(setting, named, start, { ...ours, complaint: isSuccess })
    })
    const beside = contestant(setting, { name: peerName }, peer, {
      ...question(few).ours,
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

const certification: Benchmark = {
  name: 'certification',
  title: 'Full certification',
  async measure(setting) {
    const token = 'bench'
    const measure = async () => {
      const server = await startSchedkit({ seed: await setting.data.seed(few), 'control-token': token })
      const target = ['--control', server.url, '--control-token', token]
      const options = ['--allow', 'all', '--strict', '--jobs', '8']
      return toEnd(schedkit(), 'conformance', 'run', ...target, ...options).finally(server.stop)
    }
    const named: Named & Partial<Contestant> = {
      ...{ name: 'conformance run', goal: atMost(9_000), goalOf: 'value', show: seconds },
    }
    return contend(setting, setting.quick ? 1 : 3, [timed(named, measure)])
  },
}

const log: Benchmark = {
  name: 'log',
  title: 'Log and control interface',
  async measure(setting) {
    const { ours } = one(few)
    const { inMemory } = setting.servers
    const named = { name: '--log pretty, --control', goal: atLeast(0.85) }
    const more = { log: 'pretty', 'control-token': 'bench' }
    return contend(setting, turns(setting), [
      ...contestant(setting, { name: '--log off' }, inMemory(few), ours),
      ...contestant(setting, named, inMemory(few, more), ours),
    ])
  },
}

export const benchmarks: readonly Benchmark[] = [
  requests('one', 'GET one booking', one, atLeast(0.58)),
  requests('list', 'GET 20 at a random offset', page, atLeast(0.12)),
  requests('window', 'GET 20 of a random week', week, atLeast(0.18)),
  requests('post', 'POST a booking', create, atLeast(0.22)),
  postData,
  log,
  start,
  accounts,
  restart,
  importing,
  ofSizes('offset', '20 from a random offset in the last tenth', bookings => page(bookings, 0.9).ours),
  ofSizes('open-window', '20 from a random time on', openWindow),
  seed,
  postgres,
  certification,
]
