/**
 * Attacks a server that it starts itself, on the loopback interface only, while a normal client goes on working.
 *
 *     npm run attack -- --help
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atMost, megabytes, milliseconds, percent, percentile, whole } from '../bench/line.js'
import { createData, type Data } from '../processes/data.js'
import { busy, peakMemory, resetPeakMemory, watchOthers } from '../processes/machine.js'
import { type ServerProcess, startSchedkit } from '../processes/server-process.js'
import { chosenOf, listOf, readOptions } from '../terminal/options.js'
import { announce, print, reasonOf, runCommand } from '../terminal/progress.js'
import {
  type Attack,
  client,
  failed,
  judge,
  type Measured,
  newcomers,
  type Outcome,
  type Seen,
  type Target,
  token,
  type Verdict,
  victim,
} from './attack.js'
import { attacks } from './attacks.js'
import { behaveNormally, logIn } from './normal-client.js'

const help = `npm run attack -- [OPTIONS]

Attacks a server on the loopback interface while a normal client goes on working, and says which goals are missed.

  --quick           Shorter, with fewer attacks and connections; takes about a minute. It judges what does not depend on
                    the speed of the machine: memory, failures and counts. Times are only shown
  --strict-latency  With --quick, judge times, too
  --only NAME       Run one attack; may be repeated
  --help            Show this help

Attacks:
${listOf(attacks)}`

const options = readOptions(help, {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  'strict-latency': { type: 'boolean' },
})

const program = fileURLToPath(new URL('./hostile-process.js', import.meta.url))

const noneSeen: Seen = { times: [], reads: [], requests: 0, failures: {} }

async function startTarget({ onMock, bookings, layout }: Attack, data: Data): Promise<ServerProcess> {
  const seed = await data.seedFile(bookings, layout)
  const options = { seed, 'control-token': token }
  return onMock
    ? startSchedkit(options, 'mock')
    : startSchedkit({ ...options, data: await data.dataDirectory(bookings, layout) })
}

/** Starts the attackers in a process of their own; their counts are available once it has exited. */
async function startAttackers(attack: Attack, target: Omit<Target, 'until'>, milliseconds: number) {
  const args = [program, attack.name, JSON.stringify(target), String(milliseconds)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', chunk => {
    printed += chunk
  })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  const counting = ended.then(() => JSON.parse(printed.split('\n')[1] ?? '') as Record<string, number>)
  return { counting }
}

async function measure(attack: Attack, server: ServerProcess, quick: boolean): Promise<Measured> {
  const { bookings, opensConnections = false, hasNewcomers = false } = attack
  const [calm, length] = quick ? [600, 2_000] : [3_000, 10_000]
  await behaveNormally(server.url, { milliseconds: 300, opensConnections })
  const quiet = await behaveNormally(server.url, { milliseconds: calm, opensConnections })
  resetPeakMemory(server.pid)
  const { hostname: host, port } = new URL(server.url)
  let peak = 0
  const sampling = setInterval(() => {
    // A server that has exited has no memory figures.
    peak = Math.max(peak, peakMemory(server.pid) || 0)
  }, 50)
  const target = { host, port: Number(port), bookings, quick }
  const { counting } = await startAttackers(attack, target, length)
  const [attacked, logins, counts] = await Promise.all([
    behaveNormally(server.url, { milliseconds: length, opensConnections }),
    hasNewcomers ? logIn(server.url, quick ? 10 : newcomers.length, length) : noneSeen,
    counting,
  ])
  clearInterval(sampling)
  return { quiet, attacked, logins, counts, peak }
}

const none = { show: whole, goal: atMost(0) }

const common = ({ attacked }: Measured, server: ServerProcess): Verdict[] => [
  { what: 'server processes that ended', value: Number(server.hasEnded()), ...none },
  { what: 'failed requests of the normal client', value: failed(attacked), ...none },
]

/** "3 ECONNRESET, 20 503" */
const reasons = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([reason, count]) => `${count} x ${reason}`)
    .join(', ')

function show(name: string, { times, requests, failures }: Seen): void {
  const cells = [0.5, 0.99, 1].map(share => milliseconds(percentile(times, share)).padStart(10))
  const why = reasons(failures)
  print(
    `  ${name.padEnd(14)}p50${cells[0]}   p99${cells[1]}   max${cells[2]}   ${requests} requests${why && `, failed: ${why}`}`,
  )
}

const reasonOfDoubt = ({ show, quiet = 0 }: Verdict, others: number) =>
  others > busy ? `: other processes took ${percent(others)}` : `: ${show(quiet)} without an attack`

function report(
  attack: Attack,
  measured: Measured,
  { server, ...judging }: { server: ServerProcess; judgesTimes: boolean; others: number },
): readonly Outcome[] {
  print(`\n${attack.title} (${attack.name})`)
  show('quiet', measured.quiet)
  show('under attack', measured.attacked)
  if (measured.logins.requests > 0) show('first logins', measured.logins)
  print(
    `  attackers: ${reasons(measured.counts) || 'no response'}; peak memory of the server ${megabytes(measured.peak)}`,
  )
  const verdicts = [...common(measured, server), ...attack.verdicts(measured)]
  return verdicts.map(verdict => {
    const { what, value, show, goal } = verdict
    const outcome = judge(verdict, judging)
    const why = outcome === 'unclear' ? reasonOfDoubt(verdict, judging.others) : ''
    print(
      `    ${what.padEnd(38)}${show(value).padStart(10)}   goal ${goal.text(show).padEnd(11)}${outcome}${why}`,
    )
    return outcome
  })
}

async function run(directory: string): Promise<boolean> {
  const { quick } = options
  const chosen = chosenOf(options.only, attacks)
  const judgesTimes = !quick || options['strict-latency'] === true
  const data = createData(directory, announce, [client, victim, ...newcomers])
  const selected = chosen.filter(({ isLong }) => !(quick && isLong) || chosen.length < attacks.length)
  const missed: string[] = []
  const unclear: string[] = []
  const notJudged: string[] = []
  for (const [index, attack] of selected.entries()) {
    announce(`${index + 1}/${selected.length} ${attack.name}`)
    const server = await startTarget(attack, data)
    const others = watchOthers()
    try {
      const measured = await measure(attack, server, quick)
      const outcomes = report(attack, measured, { server, judgesTimes, others: others() })
      if (outcomes.includes('missed')) missed.push(attack.name)
      else if (outcomes.includes('unclear')) unclear.push(attack.name)
      else if (outcomes.includes('not judged')) notJudged.push(attack.name)
    } catch (error) {
      print(`  FAILED: ${reasonOf(error)}`)
      missed.push(attack.name)
    } finally {
      print(`    others used ${percent(others())} of the machine`)
      await server.stop()
    }
  }
  const held = selected.length - missed.length - unclear.length
  print(`\n${held} of ${selected.length} attacks held off`)
  if (missed.length > 0) print(`Goals missed: ${missed.join(', ')}`)
  if (unclear.length > 0) print(`Measure again, the machine was too busy: ${unclear.join(', ')}`)
  if (notJudged.length > 0)
    print(`Slower than the goal, which --strict-latency judges: ${notJudged.join(', ')}`)
  return missed.length === 0
}

await runCommand('attack', run)
