/**
 * Several clients write and read for some minutes (default: 10). Once warmed up, memory, log and file must not grow. At the
 * end the server is killed, and every acknowledged write must still be there.
 *
 *     npm run soak -- [MINUTES]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dataFiles } from '../../server/storage/sqlite/disk/data-files.js'
import { createCaller } from '../../server/storage/sqlite/testing/caller.js'
import { randomNumbers } from '../../server/storage/sqlite/testing/random-numbers.js'
import { withDirectory } from '../../server/storage/sqlite/testing/temporary-directory.js'
import { print } from './measure.js'

const minutes = Number(process.argv[2] ?? 10)
const callersEach = 8
const logLimit = 2 ** 22
const program = fileURLToPath(new URL('../../server/storage/sqlite/testing/crash-server.js', import.meta.url))
const mebibytes = (bytes: number) => bytes / 2 ** 20

interface Sample {
  seconds: number
  acknowledged: number
  /** In MiB. */
  memory: number
  log: number
  file: number
}

async function start(directory: string) {
  const child = fork(program, [directory, String(callersEach), String(logLimit)], { execArgv: [] })
  const ended = once(child, 'close')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port, ended }
}

const sizeOf = (path: string) => mebibytes(statSync(path, { throwIfNoEntry: false })?.size ?? 0)

/** Runs the clients until the time is over and samples the server every second. */
async function soak(directory: string): Promise<Sample[]> {
  const samples: Sample[] = []
  const callers = Array.from({ length: callersEach }, (_, index) =>
    createCaller(`caller-${index}`, index + 1, randomNumbers(index)),
  )
  const { child, port, ended } = await start(directory)
  const { database, log } = dataFiles(directory)
  const begin = performance.now()
  let acknowledged = 0
  child.on('message', message => {
    const { rss } = message as { rss?: number }
    if (rss === undefined) return
    const seconds = Math.round((performance.now() - begin) / 1_000)
    samples.push({ seconds, acknowledged, memory: mebibytes(rss), log: sizeOf(log), file: sizeOf(database) })
    if (seconds % 10 === 0) show(samples.at(-1) as Sample)
    if (seconds >= minutes * 60) child.kill('SIGKILL')
  })
  await Promise.all([ended, ...callers.map(caller => caller.work(port, () => void acknowledged++))])

  const again = await start(directory)
  for (const caller of callers) {
    const contradiction = await caller.audit(again.port)
    if (contradiction !== undefined) throw new Error(contradiction)
  }
  again.child.kill('SIGKILL')
  await again.ended
  return samples
}

function show({ seconds, acknowledged, memory, log, file }: Sample): void {
  const sizes = `memory ${memory.toFixed(0)} MiB  log ${log.toFixed(1)} MiB  file ${file.toFixed(1)} MiB`
  print(`${String(seconds).padStart(6)} s  ${String(acknowledged).padStart(9)} writes  ${sizes}`)
}

const max = (samples: readonly Sample[], name: keyof Sample) =>
  Math.max(...samples.map(sample => sample[name]))

const samples = await withDirectory(soak)
const third = Math.floor(samples.length / 3)
const [early, late] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
const grown = (name: 'memory' | 'log' | 'file') => max(late, name) / max(early, name)
const report = (['memory', 'log', 'file'] as const).map(name => `${name} ${(100 * grown(name)).toFixed(0)} %`)
print(
  `${samples.at(-1)?.acknowledged} writes were acknowledged, and all are there after a kill. Last third compared with the middle one: ${report.join(', ')}`,
)
// Noise is a few percent; a leak grows with every write.
if (grown('memory') > 1.15 || grown('file') > 1.3 || max(late, 'log') > (4 * logLimit) / 2 ** 20) {
  print('It grew too much.')
  process.exitCode = 1
}
