import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MutantResult } from './run-mutant.js'
import type { Job } from './worker.js'

export interface PoolOptions {
  readonly size: number
  readonly root: string
  /** The file with the bundled core. */
  readonly script: string
}

/** Milliseconds after which a worker that does not answer is killed: more than `runMutant` takes by itself. */
const workerTimeout = 90_000

/** A worker is replaced after this many runs, because the kit's caches grow. */
const runsPerWorker = 60

/** Runs jobs in worker processes, several at a time. */
export async function runJobs<Item>(
  items: readonly Item[],
  jobOf: (item: Item) => Job,
  onResult: (item: Item, result: MutantResult) => void,
  { size, root, script }: PoolOptions,
): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    let worker: ChildProcess | undefined
    let runs = 0
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (worker === undefined || runs >= runsPerWorker) {
        worker?.kill('SIGKILL')
        worker = await startWorker(root, script)
        runs = 0
      }
      runs++
      const result = await run(worker, jobOf(item))
      if (result.verdict === 'timeout' || worker.exitCode !== null || worker.signalCode !== null) {
        worker.kill('SIGKILL')
        worker = undefined
      }
      onResult(item, result)
    }
    worker?.disconnect()
  }
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, work))
}

const program = fileURLToPath(new URL('./worker.js', import.meta.url))

async function startWorker(root: string, script: string): Promise<ChildProcess> {
  const worker = fork(program, [root, script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // No account is in this zone, so a core that falls back on the system's zone is noticed.
    env: { ...process.env, TZ: 'America/St_Johns' },
  })
  const [first] = await Promise.race([once(worker, 'message'), once(worker, 'exit')])
  if (first === 'ready') return worker
  throw new Error(`Failed to start a worker: it ended with ${first}.`)
}

async function run(worker: ChildProcess, job: Job): Promise<MutantResult> {
  const start = performance.now()
  const settled = new AbortController()
  const { signal } = settled
  const result = (verdict: MutantResult['verdict'], by: string): MutantResult => ({
    verdict,
    by,
    took: Math.round(performance.now() - start),
  })
  worker.send(job)
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([answer]) => answer as MutantResult),
      once(worker, 'exit', { signal }).then(([code]) => result('crash', `the process ended with ${code}`)),
      sleep(workerTimeout, undefined, { signal }).then(() => result('timeout', 'the process was blocked')),
    ])
  } finally {
    settled.abort()
  }
}
