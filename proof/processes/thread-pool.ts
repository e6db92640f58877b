import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads'

interface PoolOptions<Job, Result> {
  readonly threads: number
  /** The script of a thread, which calls `answerJobs`. */
  readonly script: URL
  readonly worker?: WorkerOptions
  /** The number of concurrent jobs per thread. Default: 1 */
  readonly atOnce?: number
  /** Milliseconds without a result after which a thread counts as stuck. */
  readonly stuckAfter: number
  /** Whether to replace a thread after this result; `jobs` is the number of jobs that it has done. */
  isSpent?(result: Result, jobs: number): boolean
  onResult(job: Job, result: Result): void
  /** Called for a job whose thread got stuck or crashed, possibly because of another job. */
  onLost(job: Job, reason: string): void
}

/** Options of threads that certify servers within their process. */
export const certifying = {
  // Most objects of a run are short-lived: a larger young generation saves a sixth of the time.
  worker: { resourceLimits: { maxYoungGenerationSizeMb: 256 } },
  // While the kit waits a second in one case, other cases proceed.
  atOnce: 6,
  // One case takes a few seconds.
  stuckAfter: 600_000,
} as const

/** Runs jobs in several threads; resolves when all are done or lost. */
export async function runJobs<Job, Result>(
  jobs: readonly Job[],
  options: PoolOptions<Job, Result>,
): Promise<void> {
  const waiting = [...jobs.entries()]
  const work = async () => {
    while (waiting.length > 0) await runThread(waiting, options)
  }
  await Promise.all(Array.from({ length: Math.min(options.threads, jobs.length) }, work))
}

/** Runs waiting jobs in one thread until none is left, or the thread is to be replaced, stuck or has crashed. */
function runThread<Job, Result>(
  waiting: [number: number, job: Job][],
  { script, worker: own, atOnce = 1, stuckAfter, isSpent, onResult, onLost }: PoolOptions<Job, Result>,
): Promise<void> {
  return new Promise(resolve => {
    const worker = new Worker(script, own)
    const running = new Map<number, Job>()
    let done = 0
    let isTaking = true
    const end = (reason: string) => {
      clearTimeout(timer)
      for (const job of running.values()) onLost(job, reason)
      worker.removeAllListeners().on('error', () => {})
      void worker.terminate().then(() => resolve())
    }
    const timer = setTimeout(end, stuckAfter, `no job ended within ${stuckAfter / 1000} s`)
    const next = () => {
      timer.refresh()
      while (isTaking && running.size < atOnce) {
        const taken = waiting.shift()
        if (!taken) break
        running.set(...taken)
        worker.postMessage(taken)
      }
      if (running.size === 0) end('')
    }
    worker.on('message', ([number, result]: [number, Result]) => {
      const job = running.get(number) as Job
      running.delete(number)
      done++
      if (isSpent?.(result, done)) isTaking = false
      onResult(job, result)
      next()
    })
    worker.on('error', error => end(`the thread broke: ${error}`))
    worker.on('exit', code => end(`the thread ended with ${code}`))
    next()
  })
}

/** Called in a thread: runs the jobs that are sent to it. */
export const answerJobs = <Job, Result>(run: (job: Job) => Promise<Result>): void =>
  void parentPort?.on('message', async ([number, job]: [number, Job]) =>
    parentPort?.postMessage([number, await run(job)]),
  )
