import { answerJobs } from '../processes/thread-pool.js'
import { type Case, runCase } from './case.js'
import { onlyProblem, type Verdict } from './verdict.js'

/** The result of a case. */
export interface CaseResult {
  readonly kind: Case['kind']
  readonly verdict: Verdict
  /** Milliseconds. */
  readonly took: number
}

answerJobs(async (asked: Case): Promise<CaseResult> => {
  const { kind, id } = asked
  const started = performance.now()
  const verdict = await runCase(asked).catch((error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return onlyProblem(id, `the certification threw: ${reason}`)
  })
  return { kind, verdict, took: performance.now() - started }
})
