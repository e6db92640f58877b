/*
 * Start-up times of processes: until the first response, until the help is printed, or until a module is imported.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { program } from '../../bin/testing/schedkit-process.js'
import { type World, worlds } from '../../mock/serve/index.js'
import { basicHeaders, bookingsPath, countBookings, owner, password, sizeText } from '../processes/data.js'
import { exchange } from '../processes/exchange.js'
import { cpuSeconds, endedChildrenSeconds, peakMemory } from '../processes/machine.js'
import { startSchedkit } from '../processes/server-process.js'
import {
  type Bench,
  type Benchmark,
  type Contestant,
  contend,
  few,
  large,
  measureTime,
  type Named,
  type Sample,
  sizes,
} from './contest.js'
import { atMost, type Goal, type Line, megabytes, milliseconds, seconds } from './line.js'
import { type Start, startBare } from './servers.js'

const starts = ({ quick }: Bench) => (quick ? 3 : 11)

/** Milliseconds until a new process has sent its first response. */
async function toFirstResponse(start: Start, target = `${bookingsPath}/1`, email = owner): Promise<Sample> {
  const begin = performance.now()
  const server = await start()
  try {
    const sent = { method: 'GET', path: target, headers: basicHeaders(email) }
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

const measureStart = (named: Named, start: Start) => measureTime(named, () => toFirstResponse(start))

const start: Benchmark = {
  name: 'start',
  title: 'Start to first response',
  async measure(setting) {
    const { servers, data } = setting
    for (const bookings of [1, few]) await data.dataDirectory(bookings)
    const fastify = servers.fastify('NORMAL', few)
    // The first start loads the seed; all further starts reuse the database.
    if (fastify) await (await fastify()).stop()
    const name = 'Fastify, SQLite'
    const help = { goal: atMost(110), goalOf: 'value' as const }
    return contend(setting, starts(setting), [
      measureStart({ name: 'bare node:http' }, () => startBare()),
      measureStart(
        { name: 'schedkit, 1,000 bookings', against: name, goal: atMost(1.3) },
        servers.inMemory(few),
      ),
      measureStart({ name: 'schedkit, 1 booking' }, servers.inMemory(1)),
      measureStart({ name: 'schedkit --data' }, servers.onDisk(few, true)),
      ...(fastify ? [measureStart({ name }, fastify)] : []),
      measureTime({ name: 'schedkit --help', ...help }, () => toEnd(program, '--help')),
      measureTime({ name: 'schedkit serve --help', ...help }, () => toEnd(program, 'serve', '--help')),
      measureTime({ name: 'schedkit conformance list' }, () => toEnd(program, 'conformance', 'list')),
    ])
  },
}

/** A seed whose passwords are not hashed yet. */
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
    return contend(setting, starts(setting), [measureTime(named, measure)])
  },
}

const restart: Benchmark = {
  name: 'restart',
  title: 'Restart with --data',
  async measure(setting) {
    for (const bookings of [1, ...sizes(setting)]) await setting.data.dataDirectory(bookings)
    const contestants = sizes(setting).map(bookings =>
      measureTime({ name: sizeText(bookings), goal: atMost(1.3) }, () =>
        toFirstResponse(setting.servers.onDisk(bookings, true), `${bookingsPath}/${bookings}`),
      ),
    )
    return contend(setting, starts(setting), contestants)
  },
}

const importing: Benchmark = {
  name: 'import',
  title: 'Import of the mock in Node',
  measure(setting) {
    // Excludes the start of Node.
    const script = (name: string) => `const begin = performance.now(), before = process.cpuUsage()
      await import('${name}')
      const { user, system } = process.cpuUsage(before)
      console.log(JSON.stringify({ value: performance.now() - begin, cpu: (user + system) / 1000 }))`
    const measureImport = (name: string, goal?: Goal) =>
      measureTime({ name, goal }, async () => {
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script(name)])
        return JSON.parse(stdout)
      })
    return contend(setting, starts(setting), [
      measureImport('msw/node'),
      measureImport('schedkit/mock/node', atMost(1.3)),
      measureImport('schedkit/fixtures'),
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
        const total = await countBookings(server.url)
        const sample = { value: performance.now() - begin, cpu: cpuSeconds(server.pid) * 1_000 }
        peaks.push(peakMemory(server.pid))
        await server.stop()
        if (total !== bookings) throw new Error(`${total} of ${bookings} bookings were loaded`)
        return sample
      }
      await setting.data.seedFile(bookings)
      const goals = bookings === large ? [atMost(2_500), atMost(200)] : []
      const named: Named & Partial<Contestant> = { name: sizeText(bookings), goal: goals[0], goalOf: 'value' }
      lines.push(...(await contend(setting, 1, [measureTime({ ...named, show: seconds }, measure)])), {
        name: '  peak memory',
        values: peaks,
        show: megabytes,
        goal: goals[1],
      })
    }
    return lines
  },
}

const certification: Benchmark = {
  name: 'certification',
  title: 'Full certification',
  async measure(setting) {
    const token = 'bench'
    const measure = async () => {
      const server = await startSchedkit({ seed: await setting.data.seedFile(few), 'control-token': token })
      const target = ['--control', server.url, '--control-token', token]
      const options = ['--allow', 'all', '--strict', '--jobs', '8']
      return toEnd(program, 'conformance', 'run', ...target, ...options).finally(server.stop)
    }
    const named: Named & Partial<Contestant> = {
      ...{ name: 'conformance run', goal: atMost(9_000), goalOf: 'value', show: seconds },
    }
    return contend(setting, setting.quick ? 1 : 3, [measureTime(named, measure)])
  },
}

/** With this many bookings, the suite takes two seconds. */
const suiteBookings = 5_000

/** The overhead of `schedkit client` over running its command alone in the same worlds. */
const clientWorlds: Benchmark = {
  name: 'worlds',
  title: 'A suite of 50 tests in the worlds of schedkit client, two at a time',
  async measure(setting) {
    const chosen = worlds.filter(({ kind }) => !setting.quick || kind === 'time')
    const command = [resolve('dist/proof/bench/suite.js'), await setting.data.seedFile(suiteBookings)]
    /** Ignores failures, because the suite fails in some worlds. */
    const inWorld = (world?: World) => {
      const { name, timezone = process.env.TZ } = world ?? {}
      const env = { ...process.env, SCHEDKIT_WORLD: name, TZ: timezone }
      return run(process.execPath, command, { env }).catch(() => undefined)
    }
    const alone = async () => {
      const [begin, before] = [performance.now(), endedChildrenSeconds()]
      await inWorld()
      const waiting = [...chosen]
      const work = async () => {
        for (let world = waiting.shift(); world; world = waiting.shift()) await inWorld(world)
      }
      await Promise.all([work(), work()])
      return { value: performance.now() - begin, cpu: (endedChildrenSeconds() - before) * 1_000 }
    }
    const only = setting.quick ? ['--only', 'time'] : []
    const lines = await contend(setting, 1, [
      measureTime({ name: 'the command alone', show: seconds }, alone),
      measureTime({ name: 'schedkit client', show: seconds, goal: atMost(1.1) }, () =>
        toEnd(program, 'client', ...only, '--jobs', '2', '--', process.execPath, ...command),
      ),
    ])
    const [before = 0, after = 0] = lines.map(({ values }) => values[0])
    return [
      ...lines,
      {
        ...{ name: '  in all', values: [after], show: seconds },
        goal: setting.quick ? undefined : atMost(300_000),
      },
      { name: '  more for each world', values: [(2 * (after - before)) / chosen.length], show: milliseconds },
    ]
  },
}

export const startBenchmarks: readonly Benchmark[] = [
  start,
  accounts,
  restart,
  importing,
  seed,
  certification,
  clientWorlds,
]
