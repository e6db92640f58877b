import { parentPort } from 'node:worker_threads'
import { type Case, runCase } from './case.js'
import { onlyProblem, type Verdict } from './verdict.js'

/** The result of a case, sent to the main thread. */
export interface CaseResult {
  readonly kind: Case['kind']
  readonly verdict: Verdict
  /** Milliseconds. */
  readonly took: number
}

parentPort?.on('message', async (asked: Case) => {
  const { kind, id } = asked
  const started = performance.now()
  const verdict = await runCase(asked).catch((error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return onlyProblem(id, `the certification threw: ${reason}`)
  })
  const took = performance.now() - started
  parentPort?.postMessage({ kind, verdict, took } satisfies CaseResult)
})
