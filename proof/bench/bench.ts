/**
 * Measures schedkit and its peers side by side and prints ratios, with the goals that were set for them.
 *
 *     npm run bench -- --help
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { createData } from '../processes/data.js'
import { installPackages } from '../processes/install-packages.js'
import { busy, watchOthers } from '../processes/machine.js'
import { chosenOf, listOf, readOptions } from '../terminal/options.js'
import { announce, print, reasonOf, runCommand, tell } from '../terminal/progress.js'
import { benchmarks } from './benchmarks.js'
import type { Benchmark, Setting } from './contest.js'
import { formatLine, isMissed, type Line, percent } from './line.js'
import { createServers } from './servers.js'

const help = `npm run bench -- [OPTIONS]

Measures schedkit and its peers side by side; proof/bench/README.md explains the results.

  --quick      Less data, fewer turns and peers; takes a few minutes
  --only NAME  Measure one row; may be repeated
  --no-peers   Install and start no peers
  --help       Show this help

Rows:
${listOf(benchmarks)}`

const options = readOptions(help, {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  'no-peers': { type: 'boolean' },
})

/** From version 13 on, better-sqlite3 includes its binary and needs Node 22; earlier versions may have to be compiled. */
const sqlite = Number(process.versions.node.split('.')[0]) >= 22 ? '13' : '12'
const peerPackages = { fastify: '5', 'better-sqlite3': sqlite }

/** The folder of the peers' packages, and their names with versions. The packages are not dependencies of the project. */
async function findPeers(): Promise<{ folder: string; versions: string[] } | undefined> {
  try {
    const folder = await installPackages({ name: 'bench', packages: peerPackages }, announce)
    const versionOf = (name: string): string =>
      JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
    return { folder, versions: Object.keys(peerPackages).map(name => `${name} ${versionOf(name)}`) }
  } catch (error) {
    announce(`Peers are skipped: ${reasonOf(error)}`)
    return undefined
  }
}

interface Result {
  lines: readonly Line[]
  hasFailed: boolean
  isDoubtful: boolean
}

async function measure({ name, title, measure }: Benchmark, setting: Setting): Promise<Result> {
  const begin = performance.now()
  const others = watchOthers()
  let failure: string | undefined
  const lines = await measure(setting).catch(error => {
    failure = reasonOf(error)
    return []
  })
  tell('')
  const share = others()
  const took = ((performance.now() - begin) / 1000).toFixed(0)
  const isDoubtful = share > busy
  print(`\n${title}`)
  for (const line of lines) print(formatLine(line))
  if (failure !== undefined) print(`  FAILED: ${failure}`)
  print(`  ${name}: ${took} s; others used ${percent(share)} of the machine${isDoubtful ? ': BUSY' : ''}`)
  return { lines, hasFailed: failure !== undefined, isDoubtful }
}

async function run(directory: string): Promise<boolean> {
  const { quick } = options
  const chosen = chosenOf(options.only, benchmarks)
  const peers = options['no-peers'] ? undefined : await findPeers()
  print(
    [`Node ${process.versions.node}`, `${cpus().length} processors`, ...(peers?.versions ?? [])].join(', '),
  )
  const data = createData(directory, tell)
  const setting: Setting = { quick, data, servers: createServers(data, peers?.folder, tell), tell }
  const results: Result[] = []
  for (const [index, row] of chosen.entries()) {
    const position = `${index + 1}/${chosen.length} ${row.name}`
    if (!process.stderr.isTTY) announce(position)
    results.push(await measure(row, { ...setting, tell: what => tell(`${position}: ${what}`) }))
  }
  const withGoal = results.flatMap(({ lines }) => lines).filter(({ goal }) => goal !== undefined)
  print(`\n${withGoal.filter(line => !isMissed(line)).length} of ${withGoal.length} goals met`)
  if (results.some(({ isDoubtful }) => isDoubtful)) {
    print('The machine was busy: trust the CPU time, and measure again before you trust a ratio.')
  }
  return !results.some(({ hasFailed }) => hasFailed)
}

await runCommand('bench', run)
