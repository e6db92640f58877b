import type { Evidence, Outcome } from '../report/report.js'
import { type CheckRuntime, createCheckRuntime } from './check-runtime.js'
import { cleanUp, undeleted } from './cleanup-registry.js'
import { evidenceOf } from './evidence.js'
import { createContext } from './make-context.js'
import { Blocked, type Finding, Interrupted, Skipped, Violation } from './outcomes.js'
import type { CheckPlan } from './plan.js'
import type { Session } from './session.js'

/** What became of one check. */
export interface Attempt {
  readonly outcome: Outcome
  readonly reason?: string
  readonly blockedBy?: string
  readonly evidence: readonly Evidence[]
  readonly attempts: number
  readonly requests: number
  /** Milliseconds. */
  readonly took: number
}

/** Enough for a connection that breaks once in a hundred requests. */
const most = 5

/** Runs a check, again from the start where the connection broke, and cleans up after it. Never throws. */
export async function attempt(plan: CheckPlan, session: Session): Promise<Attempt> {
  const started = performance.now()
  let requests = 0
  for (let count = 1; ; count++) {
    const runtime = createCheckRuntime(session, plan.check, count)
    const { result, interrupted } = await once(plan, session, runtime)
    requests += runtime.trail.length
    const again = interrupted && count < most && !session.signal?.aborted
    if (again) continue
    const took = Math.round((performance.now() - started) * 10) / 10
    const reason = interrupted ? { reason: `no whole answer in attempt ${count}: ${result.reason}` } : {}
    return { ...result, ...reason, attempts: count, requests, took }
  }
}

type Result = Pick<Attempt, 'outcome' | 'reason' | 'blockedBy' | 'evidence'>

async function once(
  plan: CheckPlan,
  session: Session,
  runtime: CheckRuntime,
): Promise<{ result: Result; interrupted: boolean }> {
  const { check, level } = plan
  const { trail } = runtime
  const { baseUrl } = session.target
  const evidence: Evidence[] = []
  const note = (kind: Evidence['kind'], finding: Finding) =>
    evidence.push(evidenceOf({ kind, finding, trail, baseUrl, redaction: session.redaction }))

  const { context, open, close } = createContext(plan, session, runtime, note)
  let thrown: unknown
  try {
    await open()
    await check.run(context)
  } catch (error) {
    thrown = error
  }
  // The proof stands before the clean-up adds requests of its own.
  const failure = level === 'must' ? 'failed' : 'warned'
  const result = (): Result => {
    if (thrown === undefined) {
      if (evidence.some(({ kind }) => kind === 'warning')) return { outcome: 'warned', evidence }
      const seen = evidence.some(({ kind }) => kind === 'observation')
      if (level === 'may' && !seen) return broken('It ended without an observation.', evidence)
      return { outcome: seen && level === 'may' ? 'observed' : 'passed', evidence }
    }
    if (thrown instanceof Violation) {
      if (level === 'may') {
        note('observation', thrown.finding)
        return { outcome: 'observed', evidence }
      }
      note(level === 'must' ? 'failure' : 'warning', thrown.finding)
      return { outcome: failure, evidence }
    }
    if (thrown instanceof Blocked) {
      if (thrown.rule === check.rule && level !== 'may') {
        note(level === 'must' ? 'failure' : 'warning', thrown.finding)
        return { outcome: failure, evidence }
      }
      note('preparation', thrown.finding)
      return { outcome: 'blocked', blockedBy: thrown.rule, reason: thrown.message, evidence }
    }
    if (thrown instanceof Skipped) return { outcome: 'skipped', reason: thrown.message, evidence }
    if (thrown instanceof Interrupted) return { outcome: 'blocked', reason: thrown.message, evidence }
    return broken(told(thrown), evidence)
  }
  const settled = sound(result)
  await tidy(session, runtime, close)
  return { result: settled, interrupted: thrown instanceof Interrupted }
}

const broken = (reason: string, evidence: readonly Evidence[]): Result => ({
  outcome: 'error',
  reason,
  evidence,
})

const told = (thrown: unknown) =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)

/** A finding that can't even be shown is a fault of the check. */
function sound(result: () => Result): Result {
  try {
    return result()
  } catch (error) {
    return broken(told(error), [])
  }
}

/** Clean-up: what it can't do is said at the end of the run, and is no verdict about the check. */
async function tidy(session: Session, runtime: CheckRuntime, close: () => Promise<void>): Promise<void> {
  try {
    await close()
    const left = await cleanUp(runtime.registry, runtime.owner)
    session.remains.push(...left.map(undeleted))
  } catch (error) {
    const paths = runtime.registry.list().map(({ list, id }) => `${list}/${id}`)
    const reason = error instanceof Error ? error.message : String(error)
    session.remains.push(
      `the clean-up broke off (${reason})${paths.length > 0 ? `: ${paths.join(', ')}` : ''}`,
    )
  }
}
