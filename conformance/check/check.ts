import { ruleIdOf } from '../catalogue/index.js'
import type { BulkScope, Danger, Level, Member, Need, Person } from '../catalogue/rule.js'
import type { Exchange } from '../http/exchange.js'
import type { Finding } from '../session/outcomes.js'
import type { Context } from './context.js'

export interface CheckOptions {
  /** What the check needs besides the owner and one schedule. */
  readonly needs?: readonly Need[]
  /** The danger of the check; that of its rule by default, with `acct` if the check has `changes`. */
  readonly danger?: Danger | readonly Danger[]
  /** The level of the check; that of its rule by default. It differs for a part of a `may` that the document forbids. */
  readonly level?: Level
  /** People whose settings it changes. No other check uses these accounts meanwhile, and the settings are restored. */
  readonly changes?: readonly Person[]
  /**
   * What no other check may use meanwhile: `schedule` or `second` with everything in it, the membership of a person, such as
   * What no other check may use meanwhile: `schedule` or `second` with everything in it, a person's membership, such as
   * `editor in second`, or a person's wrong logins, `logins of owner`. The spare schedule is always exclusive.
   */
  readonly alone?: readonly ('schedule' | 'second' | `${Member} in second` | `logins of ${Person}`)[]
  /**
   * Bulk requests that the check sends to a schedule other than the spare one. Checks that prove them safe run before it,
   * even if they are not selected; if one of those does not pass, this one is blocked.
   */
  readonly sends?: readonly BulkScope[]
  /** Bulk requests that this check tries where they can do no harm, before any check that `sends` them. */
  readonly provesSafe?: readonly BulkScope[]
  /** The check waits for a second or more: it begins early, and other checks run meanwhile. */
  readonly waits?: boolean
  /** Id of a check that must pass first, such as a guard on one resource before one on a whole schedule. */
  readonly after?: string
}

/** A check: one expected behaviour and the code that verifies it. */
export interface Check extends CheckOptions {
  /** The id of its rule, with a dot and a word if a rule has several checks: `RES-05`, `RES-05.create`. */
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

/** A condition that must hold for every exchange of a run. Without `judge`, the record of the run judges it. */
export interface Invariant {
  readonly id: string
  readonly rule: string
  readonly title: string
  readonly level?: Level
  /** Returns `true` if the exchange keeps the rule, `undefined` if the rule does not apply, otherwise what is wrong. */
  readonly judge?: (exchange: Exchange, secrets: Secrets) => true | undefined | Omit<Finding, 'replies'>
}

/** Texts that must never appear in a response. */
export interface Secrets {
  readonly passwords: readonly string[]
}

/** Declares a condition for every exchange of a run. */
export const invariant = (id: string, title: string, judge: NonNullable<Invariant['judge']>): Invariant =>
  Object.freeze({ id, rule: ruleIdOf(id), title, judge })
