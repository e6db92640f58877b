import type { Evidence, Outcome } from '../report/report.js'
import { type CheckRuntime, createCheckRuntime, createContext } from './check-runtime.js'
import { cleanUp, undeleted } from './cleanup-registry.js'
import { evidenceOf } from './evidence.js'
import { Blocked, type Finding, Interrupted, messageOf, Skipped, stackOf, Violation } from './outcomes.js'
import type { CheckPlan } from './plan.js'
import { attempts, retry } from './retry.js'
import type { CheckSession } from './session.js'

/** The outcome of one check. */
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

type Result = Pick<Attempt, 'outcome' | 'reason' | 'blockedBy' | 'evidence'>

/** Runs a check, again from the start where the connection broke, and cleans up after it. Never throws. */
export async function attempt(plan: CheckPlan, session: CheckSession): Promise<Attempt> {
  const started = performance.now()
  let result: Result = { outcome: 'blocked', evidence: [] }
  let requests = 0
  let count = 0
  const run = async () => {
    const runtime = createCheckRuntime(session, plan.check, ++count)
    const { interruption, ...ended } = await runOnce(plan, session, runtime)
    result = ended
    requests += runtime.trail.length
    if (interruption) throw interruption
  }
  await retry(run, { limit: attempts.check, isWanted: () => !session.signal?.aborted }).catch(error => {
    if (!(error instanceof Interrupted)) throw error
    result = { ...result, reason: `no whole answer in attempt ${count}: ${result.reason}` }
  })
  const took = Math.round((performance.now() - started) * 10) / 10
  return { ...result, attempts: count, requests, took }
}

async function runOnce(
  plan: CheckPlan,
  session: CheckSession,
  runtime: CheckRuntime,
): Promise<Result & { interruption?: Interrupted }> {
  const { check } = plan
  const evidence: Evidence[] = []
  const note = (kind: Evidence['kind'], finding: Finding) =>
    evidence.push(evidenceOf(kind, finding, runtime.trail, session))

  const { context, open, close } = createContext(check, session, runtime, note)
  let result: Result
  let thrown: unknown
  try {
    await open()
    await check.run(context)
  } catch (error) {
    thrown = error
  }
  // The evidence is taken before the clean-up adds requests of its own.
  try {
    result = resultOf(plan, evidence, thrown, note)
  } catch (error) {
    result = broken(stackOf(error), [])
  }
  await tidy(session, runtime, close)
  return { ...result, ...(thrown instanceof Interrupted && { interruption: thrown }) }
}

/** The outcome of a violation, and the kind of its evidence, by the level of the check. */
export const violated = {
  must: { outcome: 'failed', kind: 'failure' },
  should: { outcome: 'warned', kind: 'warning' },
  may: { outcome: 'observed', kind: 'observation' },
} as const

/** The result of a check that ended, or that threw something. */
function resultOf(
  { check, level }: CheckPlan,
  evidence: readonly Evidence[],
  thrown: unknown,
  note: (kind: Evidence['kind'], finding: Finding) => void,
): Result {
  if (thrown === undefined) {
    if (evidence.some(({ kind }) => kind === 'warning')) return { outcome: 'warned', evidence }
    if (level !== 'may') return { outcome: 'passed', evidence }
    const isObserved = evidence.some(({ kind }) => kind === 'observation')
    return isObserved
      ? { outcome: 'observed', evidence }
      : broken('It ended without an observation.', evidence)
  }
  const isOwnRule = thrown instanceof Blocked && thrown.rule === check.rule && level !== 'may'
  if (thrown instanceof Violation || isOwnRule) {
    const { outcome, kind } = violated[level]
    note(kind, thrown.finding)
    return { outcome, evidence }
  }
  if (thrown instanceof Blocked) {
    note('preparation', thrown.finding)
    return { outcome: 'blocked', blockedBy: thrown.rule, reason: thrown.message, evidence }
  }
  if (thrown instanceof Skipped) return { outcome: 'skipped', reason: thrown.message, evidence }
  if (thrown instanceof Interrupted) return { outcome: 'blocked', reason: thrown.message, evidence }
  return broken(stackOf(thrown), evidence)
}

const broken = (reason: string, evidence: readonly Evidence[]): Result => ({
  outcome: 'error',
  reason,
  evidence,
})

/** Cleans up after a check. What fails here is reported at the end of the run and is no verdict about the check. */
async function tidy(session: CheckSession, runtime: CheckRuntime, close: () => Promise<void>): Promise<void> {
  try {
    await close()
    const left = await cleanUp(runtime.registry, runtime.owner)
    session.remains.push(...left.map(undeleted))
  } catch (error) {
    const paths = runtime.registry.list().map(({ list, id }) => `${list}/${id}`)
    const which = paths.length > 0 ? `: ${paths.join(', ')}` : ''
    session.remains.push(`the clean-up broke off (${messageOf(error)})${which}`)
  }
}
