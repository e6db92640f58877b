import { setTimeout as sleep } from 'node:timers/promises'
import { ruleOf } from '../catalogue/index.js'
import { describeRequest } from '../check/assertions.js'
import type { Check, Invariant } from '../check/check.js'
import { attempts, retry } from '../http/client.js'
import { type Exchange, replyOf, type SentRequest } from '../http/exchange.js'
import { Interrupted, messageOf, stackOf } from '../http/interrupted.js'
import { me } from '../http/paths.js'
import { whyLimited } from '../session/accounts.js'
import { createActor } from '../session/actor.js'
import { cleanUp, deleteUnanswered, discard, forgetDeleted, undeletedText } from '../session/cleanup.js'
import { Undeletable } from '../session/cleanup-registry.js'
import {
  Blocked,
  type Finding,
  FindingError,
  NotImplemented,
  Skipped,
  Violation,
} from '../session/outcomes.js'
import type { CheckSession } from '../session/session.js'
import { noResponse } from './causes.js'
import { evidenceOf } from './evidence.js'
import { type CheckPlan, lastProofOf } from './plan.js'
import type { CheckReport, Evidence } from './report.js'
import { type CheckRuntime, createCheckRuntime, createContext } from './runtime.js'

type Result = Pick<CheckReport, 'outcome' | 'reason' | 'blockedBy' | 'operation' | 'evidence'>

/** The outcome of one check. */
export interface Attempt extends Result, Pick<CheckReport, 'attempts' | 'requests' | 'shared' | 'took'> {
  /** The check did not pass, possibly because of other checks: they got ids that it had, or the reverse. */
  readonly isDisturbed: boolean
}

/**
 * Runs a check, starting over where the connection broke, and cleans up after it. Never throws. `before` is the number of
 * earlier attempts: names must differ from those of objects that they left behind.
 */
export async function attempt(plan: CheckPlan, session: CheckSession, before = 0): Promise<Attempt> {
  const started = performance.now()
  let result: Result = { outcome: 'blocked', evidence: [] }
  let requests = 0
  let uses: CheckRuntime['uses'] = new Map()
  let count = before
  const breaks: Break[] = []
  const creators = [session.registry.creator]
  const run = async () => {
    const runtime = createCheckRuntime(session, plan.check, ++count)
    creators.push(runtime.registry.creator)
    const { interruption, trail, ...ended } = await session.concurrency.work(() =>
      runOnce(plan, session, runtime),
    )
    result = ended
    requests += runtime.trail.length - runtime.borrowed.size
    uses = runtime.uses
    if (interruption?.request) {
      const { request, exchange, rule, message } = interruption
      breaks.push({ request, exchange, rule, trail, reason: message })
    }
    if (interruption) throw interruption
  }
  await retry(run, {
    limit: attempts.unluckyCheck,
    isWanted: () => !session.ending.signal.aborted && !isDropped(breaks),
    pause: attempt => sleep(2 * session.retryDelay * attempt),
  }).catch(async error => {
    if (!(error instanceof Interrupted)) throw error
    result =
      (await droppedResult(plan, breaks, session)) ??
      ({ ...result, reason: `${noResponse} in attempt ${count}: ${result.reason}` } as const)
  })
  const { deletions } = session.registry
  if (result.outcome === 'passed') for (const scope of lastProofOf(plan.check)) deletions.provenSafe(scope)
  const took = Math.round((performance.now() - started) * 10) / 10
  const disturbed = await Promise.all(creators.map(creator => creator.isDisturbed()))
  const isDisturbed = result.outcome !== 'passed' && disturbed.includes(true)
  const shared = uses.size > 0 && { shared: Object.fromEntries(uses) }
  return { ...result, attempts: count, requests, ...shared, took, isDisturbed }
}

/**
 * If every attempt ends at the same request, because the connection is dropped or a gateway answers, the target breaks the
 * rule: even what the document leaves open needs a response.
 */
async function droppedResult(
  { check, level }: CheckPlan,
  breaks: readonly Break[],
  session: CheckSession,
): Promise<Result | undefined> {
  if (!isDropped(breaks) || session.ending.signal.aborted) return undefined
  const dropped = await droppedFinding(breaks, check, session)
  if (!dropped) return undefined
  const { finding, trail } = dropped
  const rule = breaks.at(-1)?.rule
  if (rule !== undefined && rule !== check.rule) {
    const evidence = [evidenceOf('preparation', finding, trail, session)]
    return { outcome: 'blocked', blockedBy: rule, reason: finding.message, evidence }
  }
  const { outcome, kind } = level === 'must' ? violated.must : violated.should
  return { outcome, evidence: [evidenceOf(kind, finding, trail, session)] }
}

async function runOnce(
  plan: CheckPlan,
  session: CheckSession,
  runtime: CheckRuntime,
): Promise<Result & { interruption?: Interrupted; trail: readonly Exchange[] }> {
  const { check } = plan
  const evidence: Evidence[] = []
  const note = (kind: Evidence['kind'], finding: Finding) => {
    // Where the document is silent, a finding is only an observation.
    const isOpen = kind === 'warning' && plan.level === 'may'
    evidence.push(evidenceOf(isOpen ? 'observation' : kind, finding, runtime.trail, session))
  }

  const { context, open, restore, close } = createContext(check, session, runtime, note)
  let result: Result
  let thrown: unknown
  try {
    await open()
    await check.run(context)
  } catch (error) {
    thrown = error
  }
  // Evidence is collected before the clean-up adds requests of its own.
  try {
    result = resultOf(plan, evidence, thrown, note, session)
  } catch (error) {
    result = broken(stackOf(error), [])
  }
  const interruption = thrown instanceof Interrupted ? thrown : undefined
  const isPassed = result.outcome === 'passed'
  const trail = [...runtime.trail]
  await cleanUpAfter(session, runtime, isPassed, {
    restore: () => restore(interruption),
    close: () => close(interruption),
  })
  const { creator } = runtime.registry
  creator.end()
  return { ...result, trail, ...(interruption && { interruption }) }
}

/** The outcome of a violation, and the kind of its evidence, by the level of the check. */
export const violated = {
  must: { outcome: 'failed', kind: 'failure' },
  should: { outcome: 'warned', kind: 'warning' },
  may: { outcome: 'observed', kind: 'observation' },
} as const

/** Returns the result of a check that ended or threw. */
function resultOf(
  { check, level }: CheckPlan,
  evidence: Evidence[],
  thrown: unknown,
  note: (kind: Evidence['kind'], finding: Finding) => void,
  session: CheckSession,
): Result {
  if (thrown === undefined) {
    if (evidence.some(({ kind }) => kind === 'warning')) return { outcome: 'warned', evidence }
    if (level !== 'may') return { outcome: 'passed', evidence }
    const isObserved = evidence.some(({ kind }) => kind === 'observation')
    return isObserved
      ? { outcome: 'observed', evidence }
      : broken('It ended without an observation.', evidence)
  }
  const missing = missingIn(thrown, session)
  if (missing) {
    const { operation, message } = missing
    return { outcome: 'not implemented', operation, reason: message, evidence }
  }
  const limited = thrown instanceof FindingError && whyLimited(session, thrown.finding.replies.at(-1))
  if (thrown instanceof FindingError && limited) {
    note('preparation', thrown.finding)
    return { outcome: 'skipped', reason: limited, evidence }
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
  if (thrown instanceof Skipped) {
    const { message, replies } = thrown
    if (replies.length > 0) note('preparation', { message, replies })
    return { outcome: 'skipped', reason: message, evidence }
  }
  if (thrown instanceof Interrupted) return { outcome: 'blocked', reason: thrown.message, evidence }
  return broken(stackOf(thrown), evidence)
}

/** Returns the operation that a check needs and the target does not have. */
function missingIn(thrown: unknown, { operations }: CheckSession): NotImplemented | undefined {
  if (thrown instanceof NotImplemented) return thrown
  if (thrown instanceof Undeletable && thrown.operation !== undefined) {
    const isMissing = operations.stateOf(thrown.operation) === 'missing'
    return isMissing ? new NotImplemented(thrown.operation) : undefined
  }
  if (!(thrown instanceof Violation || thrown instanceof Blocked)) return undefined
  const decisive = thrown.finding.replies.at(-1)
  if (decisive === undefined) return undefined
  // Users other than the owner may be refused for lack of access, except on their own account.
  const { as, path } = decisive.exchange.request
  if (as !== 'owner' && path !== me) return undefined
  const operation = operations.missingBy(decisive)
  return operation === undefined ? undefined : new NotImplemented(operation)
}

const broken = (reason: string, evidence: readonly Evidence[]): Result => ({
  outcome: 'error',
  reason,
  evidence,
})

/** Cleans up after a check. Failures are reported at the end of the run and do not affect the verdict on the check. */
async function cleanUpAfter(
  session: CheckSession,
  runtime: CheckRuntime,
  isPassed: boolean,
  { restore, close }: { restore(): Promise<void>; close(): Promise<void> },
): Promise<void> {
  runtime.endCheck()
  const clean = async () => {
    await restore()
    if (!session.canCleanUp()) return
    if (isPassed && (await discard(session, runtime.registry))) return
    if (isPassed) await forgetDeleted(runtime.registry, runtime.owner, session.lists)
    const { unanswered } = runtime.registry
    const left = [
      ...(await deleteUnanswered(session, unanswered, runtime.owner)),
      ...(await cleanUp(runtime.registry, runtime.owner)),
    ]
    session.leftovers.push(...left.map(undeletedText))
  }
  try {
    // Other checks wait for the disposable account, even if this fails.
    await clean().finally(close)
  } catch (error) {
    if (!session.canCleanUp()) return
    const paths = runtime.registry.list().map(({ list, id }) => `${list}/${id}`)
    const which = paths.length > 0 ? `: ${paths.join(', ')}` : ''
    session.leftovers.push(`the clean-up failed (${messageOf(error)})${which}`)
  }
}

/** The point where an attempt ended because a request got no complete response. */
interface Break {
  readonly request: SentRequest
  /** The gateway's response. */
  readonly exchange?: Exchange | undefined
  /** The exchanges before it. */
  readonly trail: readonly Exchange[]
  readonly reason: string
  /** The rule that the request had to keep, if it was part of the preparation. */
  readonly rule?: string | undefined
}

/** The request without the ids and names that differ in each attempt. */
const shapeOf = ({ request: { method, path, query }, trail }: Break) =>
  `${trail.length}: ${`${method} ${path}?${query}`.replace(/\d+/g, '0')}`

/** Whether the latest attempts all ended at the same request, so that another attempt would probably end there, too. */
function isDropped(breaks: readonly Break[]): boolean {
  const last = breaks.slice(-attempts.check)
  return last.length === attempts.check && new Set(last.map(shapeOf)).size === 1
}

/**
 * Returns the finding about a request that got no response in any attempt of a check, while the target answers others.
 * Undefined if the target answers nothing: then the connection is at fault.
 */
async function droppedFinding(
  breaks: readonly Break[],
  { id }: Pick<Check, 'id'>,
  session: CheckSession,
): Promise<{ finding: Finding; trail: readonly Exchange[] } | undefined> {
  const last = breaks.at(-1)
  if (!last) return undefined
  const owner = createActor(session, session.target.owner, 'owner', { check: id })
  const answer = await owner.get(me).catch(() => undefined)
  if (answer === undefined || answer.status >= 500) return undefined

  const { request, reason } = last
  const none = { request, answer: { status: 0, headers: {}, text: '' }, sentAt: Date.now(), took: 0 }
  const dropped = last.exchange ?? none
  const reply = replyOf(dropped)
  return {
    finding: {
      message: `${describeRequest(reply)} got no complete response in ${breaks.length} attempts, while the target answers other requests`,
      expected: 'an answer, of whatever kind',
      actual: reason,
      replies: [reply],
    },
    trail: [...last.trail, dropped],
  }
}

/** Builds the report of a check: the result of its attempt, or why there was none. */
export const checkReport = (
  { check, level, danger }: Pick<CheckPlan, 'level' | 'danger'> & { check: Check | Invariant },
  { outcome, ...attempt }: Pick<Attempt, 'outcome'> & Partial<Attempt>,
): CheckReport => ({
  id: check.id,
  rule: check.rule,
  title: check.title,
  level,
  section: ruleOf(check.rule).section,
  danger,
  outcome,
  evidence: [],
  attempts: 0,
  requests: 0,
  took: 0,
  ...attempt,
})
