import type { BulkScope, Danger, Level, Member, Need, Person } from '../catalogue/rule.js'
import type { Exchange } from '../http/exchange.js'
import type { Outcome } from '../run/report.js'
import { Blocked, type Finding, NotImplemented, Unguarded } from '../session/outcomes.js'
import type { CheckSession } from '../session/session.js'
import type { Context } from './context.js'

export interface CheckOptions {
  /** What the check needs besides the owner and one schedule. */
  readonly needs?: readonly Need[]
  /** The danger of the check; that of its rule by default, with `acct` where the check has `changes`. */
  readonly danger?: Danger | readonly Danger[]
  /** The level of the check; that of its rule by default. It differs for a part of a `may` that the document forbids. */
  readonly level?: Level
  /** People whose settings it changes. No other check uses these accounts meanwhile, and the settings are restored. */
  readonly changes?: readonly Person[]
  /**
   * What no other check may use meanwhile: `schedule` or `second` with everything in it, or the membership of a person,
   * such as `editor in second`. The spare schedule is always exclusive.
   */
  readonly alone?: readonly ('schedule' | 'second' | `${Member} in second`)[]
  /**
   * Bulk requests that this check tries first: it runs before all others that send them, also where it is not selected.
   * Where it does not pass, such requests are not sent to the shared schedules.
   */
  readonly canaryFor?: readonly BulkScope[]
  /** It waits for a second or more: it begins early, and other checks run meanwhile. */
  readonly waits?: boolean
  /** Id of a check that must pass first, such as a guard on one resource before one on a whole schedule. */
  readonly after?: string
}

const wholeSchedule = /^\/v1\/schedules\/([^/]+)\/(resources|bookings|collaborators)$/

/**
 * Throws `NotImplemented` where the target does not have the operation. Of bulk requests to a shared schedule, which a
 * faulty target may apply to what other checks rely on, throws `Unguarded` where the canary has not run yet, and `Blocked`
 * where it did not pass.
 */
export function refuseUnsafe(session: CheckSession, method: string, path: string): void {
  const { schedules, unsafe, untried, operations } = session
  const missing = operations.missingFor(method, path)
  if (missing !== undefined) throw new NotImplemented(missing)
  const [, schedule, collection] = wholeSchedule.exec(path) ?? []
  if (schedule === undefined || schedules[2]?.path.endsWith(`/${schedule}`)) return
  const scope = `${method} ${collection}` as BulkScope
  if (untried.has(scope)) throw new Unguarded(scope)
  const canary = unsafe.get(scope)
  if (canary === undefined) return
  if (canary.operation !== undefined) throw new NotImplemented(canary.operation)
  throw new Blocked(
    canary.blockedBy ?? canary.rule,
    {
      message: `a bulk ${method} of ${collection} is not sent where other checks are at work: ${canary.id} tries it first, and ${sequel[canary.outcome]}`,
      replies: [],
    },
    canary.evidence.filter(({ kind }) => kind !== 'observation'),
  )
}

/** The outcome of a check as part of a sentence. */
export const sequel: Readonly<Record<Outcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'warned',
  observed: 'only observed',
  skipped: 'was skipped',
  blocked: 'was blocked itself',
  'not implemented': 'needs what is not implemented',
  error: 'broke off by a fault of its own',
}

/** A check: one expected behaviour and the code that verifies it. */
export interface Check extends CheckOptions {
  /** The id of its rule, with a dot and a word where a rule has several checks: `RES-05`, `RES-05.create`. */
  readonly id: string
  readonly rule: string
  /** The expected behaviour, as a sentence without a full stop: `a rename to a name in use is refused`. */
  readonly title: string
  run(context: Context): Promise<void>
}

/**
 * Declares a check.
 *
 * @example
 * check('UNIQ-02', 'a rename to a name in use is refused', async ({ owner, given }) => {
 *   const [red, blue] = await given.resources(2)
 *
 *   const reply = await owner.put(red.path, { name: blue.name })
 *
 *   refused(reply)
 *   await unchanged(red, blue)
 * })
 */
export function check(id: string, title: string, run: Check['run']): Check
export function check(id: string, title: string, options: CheckOptions, run: Check['run']): Check
export function check(
  id: string,
  title: string,
  ...rest: [Check['run']] | [CheckOptions, Check['run']]
): Check {
  const [options, run] = rest.length === 1 ? [{}, ...rest] : rest
  return Object.freeze({ ...options, id, rule: ruleIdOf(id), title, run })
}

/** `RES-05` of the check `RES-05.bulk`. */
export const ruleIdOf = (id: string) => id.split('.')[0] ?? id

/** A condition that must hold for every exchange of a run. */
export interface Invariant {
  readonly id: string
  readonly rule: string
  readonly title: string
  readonly level?: Level
  /** Returns `true` where the exchange keeps the rule, `undefined` where the rule does not apply, otherwise what is wrong. */
  judge(exchange: Exchange, secrets: Secrets): true | undefined | Omit<Finding, 'replies'>
}

/** Texts that must never appear in an answer. */
export interface Secrets {
  readonly passwords: readonly string[]
}

/** Declares a condition for every exchange of a run. */
export const invariant = (id: string, title: string, judge: Invariant['judge']): Invariant =>
  Object.freeze({ id, rule: ruleIdOf(id), title, judge })
