import { Worker } from 'node:worker_threads'
import type { Case } from './case.js'
import { onlyProblem } from './verdict.js'
import type { CaseResult } from './worker.js'

/** Cases at a time in one thread: while the kit waits a second in one, others go on. */
const atOnce = 6

interface PoolOptions {
  readonly threads: number
  /** Milliseconds after which a thread that ended no case is stuck; one case takes a few seconds. Default: 600,000. */
  readonly stuckAfter?: number
  readonly script?: URL
}

/** Runs cases in several threads; resolves when all are done. Cases that never end are problems, and others go on. */
export async function runCases(
  cases: readonly Case[],
  onResult: (result: CaseResult) => void,
  { threads, stuckAfter = 600_000, script = new URL('./worker.js', import.meta.url) }: PoolOptions,
): Promise<void> {
  const waiting = [...cases]
  const work = async () => {
    while (waiting.length > 0) {
      const stuck = await runThread(waiting, onResult, { stuckAfter, script })
      for (const one of stuck) onResult(stuckResult(one, stuckAfter))
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, cases.length) }, work))
}

/** Runs waiting cases in one thread until none is left or the thread is stuck; tells those it is stuck with. */
function runThread(
  waiting: Case[],
  onResult: (result: CaseResult) => void,
  { stuckAfter, script }: Required<Omit<PoolOptions, 'threads'>>,
): Promise<Case[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      // Most objects of a run are short-lived: more room for them saves a sixth of the time.
      resourceLimits: { maxYoungGenerationSizeMb: 256 },
    })
    const running = new Map<string, Case>()
    const end = () => worker.terminate().then(() => resolve([...running.values()]), reject)
    const timer = setTimeout(end, stuckAfter)
    const next = () => {
      timer.refresh()
      while (running.size < atOnce) {
        const one = waiting.shift()
        if (!one) break
        running.set(one.id, one)
        worker.postMessage(one)
      }
      if (running.size > 0) return
      clearTimeout(timer)
      end()
    }
    worker.on('message', (result: CaseResult) => {
      running.delete(result.verdict.id)
      onResult(result)
      next()
    })
    worker.on('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    next()
  })
}

const stuckResult = ({ kind, id }: Case, stuckAfter: number): CaseResult => ({
  kind,
  verdict: onlyProblem(
    id,
    `it, or a case in the same thread, does not end within ${stuckAfter / 1000} s: run it alone`,
  ),
  took: stuckAfter,
})
