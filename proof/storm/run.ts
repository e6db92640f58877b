/**
 * Three servers on one PostgreSQL, behind a load balancer: races between requests, and writers that go on while servers are
 * killed, the database crashes, a standby takes over and connections end. Every acknowledged write must be stored exactly once,
 * and its mails must be delivered.
 *
 *     npm run storm:postgres -- --help
 */
import { randomNumbers } from '../../server/core/random.js'
import { readOptions } from '../terminal/options.js'
import { print, runCommand, tell } from '../terminal/progress.js'
import { openDeployment } from './deployment.js'
import { races } from './races.js'
import { storm } from './storm.js'

const help = `npm run storm:postgres -- [OPTIONS]

  --kills N         Servers that are killed (default: 200)
  --restarts N      Crashes of the database (default: 20)
  --terminations N  Connections that the database ends (default: 200)
  --failovers N     Primaries that are killed, so that a synchronous standby takes over (default: 0)
  --route WHICH     How servers find the standby: pooler, pgbouncer in between, or hosts, in their URL (default: pooler)
  --races N         Races for one name; other races run a tenth as often (default: 1000)
  --seed N          Another order of events (default: 1)
  --help            Show this help
`

const text = (value: string) => ({ type: 'string', default: value }) as const

function show(what: string, problems: readonly string[]): void {
  print(`${what}: ${problems.length === 0 ? 'no contradiction' : `${problems.length} contradictions`}`)
  for (const problem of problems.slice(0, 20)) print(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}

const { route, ...texts } = readOptions(help, {
  kills: text('200'),
  restarts: text('20'),
  terminations: text('200'),
  failovers: text('0'),
  route: text('pooler'),
  races: text('1000'),
  seed: text('1'),
})

await runCommand('storm:postgres', async directory => {
  const numbers = Object.entries(texts).map(([name, value]) => [name, Number(value)])
  const {
    races: rounds,
    seed,
    ...disturbances
  } = Object.fromEntries(numbers) as Record<keyof typeof texts, number>
  if (route !== 'pooler' && route !== 'hosts') throw new Error(`--route is "${route}": use pooler or hosts`)
  const deployment = await openDeployment(directory, disturbances.failovers > 0 ? route : undefined)
  try {
    const begin = performance.now()
    show(`${rounds} races`, await races(deployment, rounds, tell))
    const random = randomNumbers(seed)
    const { acknowledged, outcomes, mails, problems } = await storm(deployment, disturbances, random, tell)
    tell('')
    const { kills, restarts, terminations, failovers } = disturbances
    show(
      `${kills} kills, ${restarts} crashes, ${terminations} terminations, ${failovers} failovers`,
      problems,
    )
    const others = Object.entries(outcomes).map(([status, count]) =>
      status === '0' ? `${count} closed connections` : `${count} times ${status}`,
    )
    print(
      `${mails.wanted} mails had to be delivered; ${mails.repeated} more were repetitions with the same Message-ID`,
    )
    print(
      `${acknowledged} writes acknowledged; ${others.join(', ')}; ${((performance.now() - begin) / 1000).toFixed(0)} s`,
    )
  } finally {
    await deployment.end()
  }
})
