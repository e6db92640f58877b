/**
 * Measures schedkit and its peers side by side and prints ratios, with the goals that were set for them.
 *
 *     npm run bench -- --help
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { createData } from './data.js'
import { headOf, isMissed, type Line, percent, textOf } from './line.js'
import { createAutocannon, createWrk, type Load } from './load.js'
import { watchOthers } from './machine.js'
import { print } from './measure.js'
import { listOf, type Options, parseOptions } from './options.js'
import { install, peerPackages, versionOf } from './peers/install.js'
import { announce, reasonOf, runCommand, tell } from './progress.js'
import type { Bench, Row } from './row.js'
import { certification } from './rows/certification.js'
import { growthRows } from './rows/growth.js'
import { postgres } from './rows/postgres.js'
import { requestRows } from './rows/requests.js'
import { startRows } from './rows/start.js'
import { busy } from './turns.js'

/** In the order of the table. */
const rows: readonly Row[] = [...requestRows, ...startRows, ...growthRows, postgres, certification]

const help = `npm run bench -- [OPTIONS]

Measures schedkit and its peers side by side; proof/bench/README.md explains the results.

  --quick      Less data, fewer turns and peers; takes less than 2 minutes
  --only NAME  Measure one row; may be repeated
  --no-peers   Install and start no peers
  --help       Show this help

Rows:
${listOf(rows)}`

async function findLoad(directory: string): Promise<Load> {
  if (spawnSync('wrk', ['--version']).error === undefined) return createWrk(directory)
  try {
    const folder = await install({ autocannon: '8' }, announce)
    return createAutocannon(join(folder, 'node_modules/autocannon/autocannon.js'))
  } catch (error) {
    throw new Error(
      `There is no load generator, and ${reasonOf(error)}. Install wrk, for example with apt-get install wrk`,
    )
  }
}

async function findPeers(): Promise<string | undefined> {
  try {
    return await install(peerPackages, announce)
  } catch (error) {
    announce(`Peers are skipped: ${reasonOf(error)}`)
    return undefined
  }
}

interface Result {
  lines: readonly Line[]
  hasFailed: boolean
}

async function measure(row: Row, bench: Bench): Promise<Result> {
  const begin = performance.now()
  const others = watchOthers()
  let failure: string | undefined
  const measured = await row.measure(bench).catch(error => {
    failure = reasonOf(error)
    return []
  })
  tell('')
  const share = others()
  const took = ((performance.now() - begin) / 1000).toFixed(0)
  const lines = measured.map(line => ({ isDoubtful: share > busy, ...line }))
  print(`\n${headOf(row)}`)
  for (const line of lines) print(textOf(line))
  if (failure !== undefined) print(`  FAILED: ${failure}`)
  const isBusy = lines.some(({ isDoubtful }) => isDoubtful)
  print(`  ${row.name}: ${took} s; others used ${percent(share)} of the machine${isBusy ? ': BUSY' : ''}`)
  return { lines, hasFailed: failure !== undefined }
}

async function run({ quick, chosen, has }: Options<Row>, directory: string): Promise<void> {
  const load = await findLoad(directory)
  const peers = has('no-peers') ? undefined : await findPeers()
  const versions = peers ? Object.keys(peerPackages).map(name => `${name} ${versionOf(name)}`) : []
  print([`Node ${process.versions.node}`, `${cpus().length} processors`, load.name, ...versions].join(', '))
  const bench: Bench = { quick, load, peers, data: createData(directory, tell), tell }
  const results: Result[] = []
  for (const [index, row] of chosen.entries()) {
    const position = `${index + 1}/${chosen.length} ${row.name}`
    if (!process.stderr.isTTY) announce(position)
    results.push(await measure(row, { ...bench, tell: what => tell(`${position}: ${what}`) }))
  }
  const withGoal = results.flatMap(({ lines }) => lines).filter(({ goal }) => goal !== undefined)
  print(`\n${withGoal.filter(line => !isMissed(line)).length} of ${withGoal.length} goals met`)
  if (results.some(({ hasFailed }) => hasFailed)) process.exitCode = 1
  if (results.some(({ lines }) => lines.some(({ isDoubtful }) => isDoubtful))) {
    print('The machine was busy: trust the CPU time, and measure again before you trust a ratio.')
  }
}

await runCommand('bench', async directory => {
  const options = parseOptions(process.argv.slice(2), rows, ['no-peers'])
  if (options.has('help')) process.stdout.write(help)
  else await run(options, directory)
})
