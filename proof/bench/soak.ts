/**
 * 64 connections change bookings for some minutes (default: 10), as many as there are at the beginning. Once warmed up, memory
 * and files must not grow. At the end the server is killed, and every booking must have been changed.
 *
 *     npm run soak -- [MINUTES]
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { basicHeaders, bookingsPath, createData, owner } from '../processes/data.js'
import { exchange } from '../processes/exchange.js'
import { residentMemory } from '../processes/machine.js'
import { type ServerProcess, startSchedkit } from '../processes/server-process.js'
import { announce, print, runCommand } from '../terminal/progress.js'
import { load } from './load.js'

const bookings = 1_000
const headers = { ...basicHeaders(owner), 'content-type': 'application/json' }
const title = 'Changed again and again'
const demand = {
  method: 'PUT' as const,
  paths: Array.from({ length: bookings }, (_, index) => `${bookingsPath}/${index + 1}`),
  headers,
  body: JSON.stringify({ title, note: 'x'.repeat(400) }),
}

/** In MB. */
interface Sample {
  memory: number
  files: number
}

const filesIn = (directory: string): number =>
  readdirSync(directory).reduce((sum, name) => {
    // A log may be replaced meanwhile.
    const { size = 0 } = statSync(join(directory, name), { throwIfNoEntry: false }) ?? {}
    return sum + size / 2 ** 20
  }, 0)

async function kill({ pid, stop }: ServerProcess): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await stop()
}

await runCommand('soak', async directory => {
  const minutes = Number(process.argv[2] ?? 10)
  const data = join(directory, 'data')
  const seed = await createData(directory, announce).seedFile(bookings)
  const server = await startSchedkit({ seed, data })
  const samples: Sample[] = []
  const sampling = setInterval(() => {
    const sample = { memory: residentMemory(server.pid), files: filesIn(data) }
    samples.push(sample)
    if (samples.length % 10 === 0)
      announce(
        `${samples.length} s: memory ${sample.memory.toFixed(0)} MB, files ${sample.files.toFixed(1)} MB`,
      )
  }, 1_000)
  const { requests } = await load({
    url: server.url,
    demand,
    connections: 64,
    milliseconds: minutes * 60_000,
  })
  clearInterval(sampling)
  await kill(server)

  const again = await startSchedkit({ data })
  const all = await exchange(again.url, {
    method: 'GET',
    path: `${bookingsPath}?limit=0&fields=title`,
    headers,
  })
  await again.stop()
  const changed = JSON.parse(all.text).data.filter((each: { title: string }) => each.title === title).length
  const third = Math.floor(samples.length / 3)
  const growth = (name: keyof Sample) => {
    const most = (part: readonly Sample[]) => Math.max(...part.map(sample => sample[name]))
    return most(samples.slice(2 * third)) / most(samples.slice(third, 2 * third))
  }
  const [memory, files] = [growth('memory'), growth('files')]
  print(`${requests} changes; after a kill, ${changed} of ${bookings} bookings have theirs.`)
  print(
    `The last third compared with the middle one: memory ${(100 * memory).toFixed(0)} %, files ${(100 * files).toFixed(0)} %.`,
  )
  // Noise is a few percent; a leak grows with every write.
  if (memory > 1.15 || files > 1.3 || changed < Math.min(bookings, requests / 20)) {
    print('It grew too much, or lost changes.')
    process.exitCode = 1
  }
})
