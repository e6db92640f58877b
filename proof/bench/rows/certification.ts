/*
 * What the kit adds to the requests that it sends.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atMost, type Line, ratioLine } from '../line.js'
import { cpuSeconds, endedChildrenSeconds } from '../machine.js'
import { median } from '../measure.js'
import type { Bench, Row } from '../row.js'
import { schedkit, startSchedkit } from '../server-process.js'
import { takeTurns } from '../turns.js'
import { program } from './peers.js'

const run = promisify(execFile)
const token = 'bench'
const jobs = 8

/** In seconds; cpu is that of the client, server that of the server. */
interface Measured {
  took: number
  cpu: number
  server: number
}

async function timed(pid: number, args: readonly string[]): Promise<Measured> {
  const [begin, client, server] = [performance.now(), endedChildrenSeconds(), cpuSeconds(pid)]
  await run(process.execPath, args, { maxBuffer: 2 ** 26 })
  return {
    took: (performance.now() - begin) / 1000,
    cpu: endedChildrenSeconds() - client,
    server: cpuSeconds(pid) - server,
  }
}

/** A full certification, and the same number of requests by undici, each with a server of its own. */
async function measurePair(bench: Bench) {
  const seed = await bench.data.seed(1_000)
  const report = join(bench.data.directory, 'certification.json')
  const certified = await startSchedkit({ seed, 'control-token': token })
  const kit = await timed(certified.pid, [
    ...[schedkit(), 'conformance', 'run', '--control', certified.url, '--control-token', token],
    ...['--allow', 'all', '--strict', '--jobs', String(jobs), '--report', `json=${report}`],
  ]).finally(certified.stop)
  const { traffic } = JSON.parse(await readFile(report, 'utf8'))
  const plain = await startSchedkit({ seed, 'control-token': token })
  const client = [program('undici-client'), plain.url, String(traffic.requests), String(jobs)]
  const undici = await timed(plain.pid, client).finally(plain.stop)
  return { kit, undici, requests: Number(traffic.requests) }
}

const seconds = (value: number) => `${value.toFixed(1)} s`

export const certification: Row = {
  name: 'certification',
  title: 'Full certification',
  heads: ['time (range)', ''],
  async measure(bench) {
    const measure = () => measurePair(bench)
    const { samples, marked } = await takeTurns(bench, bench.quick ? 1 : 3, [{ name: 'both', measure }])
    const pairs = samples[0] ?? []
    const of = (client: 'kit' | 'undici', name: keyof Measured) => pairs.map(pair => pair[client][name])
    const line = (name: string, client: 'kit' | 'undici'): Line => ({
      name,
      values: of(client, 'took'),
      show: seconds,
      more: `CPU ${seconds(median(of(client, 'cpu')))}, server ${seconds(median(of(client, 'server')))}`,
    })
    return marked([
      line(`${pairs[0]?.requests} requests, undici`, 'undici'),
      line('conformance run', 'kit'),
      ratioLine('undici', of('kit', 'took'), of('undici', 'took'), atMost(2.5)),
    ])
  },
}
