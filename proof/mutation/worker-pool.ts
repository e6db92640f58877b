import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer, Job } from './job.js'

export interface PoolOptions {
  readonly size: number
  readonly root: string
  /** The file with the subject's code. */
  readonly script: string
  /** Milliseconds after which a worker that does not answer is ended. */
  readonly most?: number
}

/** How many trials one process makes: what a kit that runs on remembers is let go of now and then. */
const trialsOfOne = 60

/** Has jobs done by processes of their own, the next one as soon as one is free. */
export async function runJobs<Work>(
  work: readonly Work[],
  jobOf: (work: Work) => Job,
  done: (work: Work, answer: Answer) => void,
  { size, root, script, most = 90_000 }: PoolOptions,
): Promise<void> {
  const waiting = [...work]
  const labour = async () => {
    let worker: ChildProcess | undefined
    let trials = 0
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (worker === undefined || trials >= trialsOfOne) {
        worker?.kill('SIGKILL')
        worker = await started(root, script)
        trials = 0
      }
      trials++
      const answer = await ask(worker, jobOf(next), most)
      if (answer.verdict === 'endless' || worker.exitCode !== null || worker.signalCode !== null) {
        worker.kill('SIGKILL')
        worker = undefined
      }
      done(next, answer)
    }
    worker?.disconnect()
  }
  await Promise.all(Array.from({ length: Math.min(size, work.length) }, labour))
}

const program = fileURLToPath(new URL('./worker.js', import.meta.url))

function started(root: string, script: string): Promise<ChildProcess> {
  const worker = fork(program, [root, script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Where the machine's own zone is nobody's, a core that falls back on it gives itself away.
    env: { ...process.env, TZ: 'America/St_Johns' },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker))
    worker.once('exit', code => reject(new Error(`Failed to start a worker: it ended with ${code}.`)))
  })
}

function ask(worker: ChildProcess, job: Job, most: number): Promise<Answer> {
  const began = performance.now()
  return new Promise(resolve => {
    const settle = (answer: Answer) => {
      clearTimeout(late)
      worker.removeAllListeners('message')
      worker.removeAllListeners('exit')
      resolve(answer)
    }
    const took = () => Math.round(performance.now() - began)
    const late = setTimeout(
      () => settle({ verdict: 'endless', by: 'it let nothing else run any more', took: took() }),
      most,
    )
    worker.once('message', answer => settle(answer as Answer))
    worker.once('exit', code =>
      settle({ verdict: 'crash', by: `the process ended with ${code}`, took: took() }),
    )
    worker.send(job)
  })
}
