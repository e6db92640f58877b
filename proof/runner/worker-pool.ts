import { Worker } from 'node:worker_threads'
import type { Case } from './case.js'
import type { CaseResult } from './worker.js'

/** Cases at a time in one thread: while the kit waits a second in one, others go on. */
const atOnce = 6

/** Runs cases in several threads; resolves when all are done. */
export async function runCases(
  cases: readonly Case[],
  threads: number,
  onResult: (result: CaseResult) => void,
): Promise<void> {
  const waiting = [...cases]
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        // Most objects of a run are short-lived: more room for them saves a sixth of the time.
        resourceLimits: { maxYoungGenerationSizeMb: 256 },
      })
      let running = 0
      const next = () => {
        while (running < atOnce) {
          const one = waiting.shift()
          if (!one) break
          worker.postMessage(one)
          running++
        }
        if (running === 0) resolve(worker.terminate().then(() => {}))
      }
      worker.on('message', (result: CaseResult) => {
        running--
        onResult(result)
        next()
      })
      worker.on('error', reject)
      next()
    })
  await Promise.all(Array.from({ length: Math.min(threads, cases.length) }, work))
}
