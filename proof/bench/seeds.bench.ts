/**
 * What loading a seed file costs: the reader, which parses, checks and loads bookings one by one, beside the least that it could
 * do, which is JSON.parse of the whole file and the same inserts without any check. Both run in processes of their own, in
 * turns, with the store in memory. Prints medians of processor time and of peak memory (without that of an empty server),
 * and their ratios.
 *
 *     npm run build && node dist/proof/bench/seeds.bench.js [--million]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { openSeedFile, seedText } from '../../fixtures/index.js'
import { completeBooking, markChecked, parseSeed, type Seed } from '../../server/core/index.js'
import { type ServerOptions, startServer } from '../../server/index.js'
import { cpuMicroseconds, median, print } from './measure.js'

/** What a process reports, in milliseconds and MB. */
interface Cost {
  cpu: number
  peak: number
}

/** The seed of a file that is parsed whole, and whose bookings are not checked. */
function parsedWhole(path: string) {
  const { users, schedules }: Seed = JSON.parse(readFileSync(path, 'utf8'))
  const outline = parseSeed({ users, schedules: schedules.map(schedule => ({ ...schedule, bookings: [] })) })
  const bookingsOf = (index: number) => (schedules[index]?.bookings ?? []).map(completeBooking)
  const filled = outline.schedules.map((schedule, index) => ({ ...schedule, bookings: bookingsOf(index) }))
  return markChecked({ ...outline, schedules: filled }, 'service')
}

const sides: Record<string, (path: string) => NonNullable<ServerOptions['seed']>> = {
  stream: openSeedFile,
  bound: parsedWhole,
  empty: () => ({}),
}

async function load(side: string, path: string): Promise<void> {
  const before = cpuMicroseconds()
  const server = await startServer({ seed: sides[side]?.(path) ?? {} })
  const cpu = (cpuMicroseconds() - before) / 1000
  const cost: Cost = { cpu, peak: process.resourceUsage().maxRSS / 1024 }
  process.send?.(cost)
  await server.close()
}

async function measured(side: string, path: string): Promise<Cost> {
  const child = fork(fileURLToPath(import.meta.url), [side, path])
  const [cost] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof cost?.cpu === 'number') return cost
  throw new Error(`The ${side} of ${path} ended with ${cost}`)
}

async function compare(bookings: number, path: string, turns: number): Promise<void> {
  const costs: Record<string, Cost[]> = { stream: [], bound: [], empty: [] }
  for (let turn = 0; turn < turns; turn++) {
    for (const [side, own] of Object.entries(costs)) own.push(await measured(side, path))
  }
  const of = (side: string, what: keyof Cost) => median((costs[side] ?? []).map(cost => cost[what]))
  const more = (side: string, what: keyof Cost) => of(side, what) - of('empty', what)
  const cells = (['cpu', 'peak'] as const).flatMap(what => {
    const [stream, bound] = [more('stream', what), more('bound', what)]
    return [stream.toFixed(0), bound.toFixed(0), (stream / bound).toFixed(2)]
  })
  print(bookings.toLocaleString('en').padEnd(12) + cells.map(cell => cell.padStart(9)).join(''))
}

const [side = '', path = ''] = process.argv.slice(2)
if (side in sides) await load(side, path)
else {
  const folder = await mkdtemp(join(tmpdir(), 'seeds-bench-'))
  print(`${''.padEnd(12)}${'processor time, ms'.padStart(27)}${'peak memory, MB'.padStart(27)}`)
  const heads = ['stream', 'bound', 'ratio']
  print('bookings'.padEnd(12) + [...heads, ...heads].map(head => head.padStart(9)).join(''))
  const sizes = { schedules: 2, resources: 40, users: 6, collaborators: 6 }
  for (const bookings of side === '--million' ? [1_000, 100_000, 1_000_000] : [1_000, 100_000]) {
    const file = join(folder, `${bookings}.json`)
    const text = seedText({ ...sizes, bookings, seed: 1, now: Date.UTC(2026, 10, 23) })
    await pipeline(Readable.from(text), createWriteStream(file))
    await compare(bookings, file, bookings < 1_000_000 ? 3 : 1)
  }
  await rm(folder, { recursive: true })
}
