import type { Danger, Level, Need } from '../areas/rule.js'
import type { Context } from './context.js'
import type { Exchange } from './exchange.js'
import { Blocked, type Finding } from './outcomes.js'
import type { CheckSession } from './session.js'

/** People whose settings a check changes; `anyone` is the stranger where there is one, and the owner otherwise. */
export type Person = 'owner' | 'editor' | 'viewer' | 'stranger' | 'anyone'

export interface CheckOptions {
  /** What it takes beside the owner and one schedule. */
  readonly needs?: readonly Need[]
  /** Where it differs from that of its rule. */
  readonly danger?: Danger | readonly Danger[]
  /** Where it differs from that of its rule, as for the part of a `may` that the document does forbid. */
  readonly level?: Level
  /** Whose settings it changes: nobody else uses these accounts meanwhile, and the settings are put back. */
  readonly changes?: readonly Person[]
  /**
   * What it must have for itself while it runs: `schedule` or `second` for all that is in it; `editor in second` and its
   * like for the membership of a person there. The spare schedule is always for one check alone.
   */
  readonly alone?: readonly ('schedule' | 'second' | `${'editor' | 'viewer' | 'stranger'} in second`)[]
  /**
   * Requests that it shows to touch nothing but what they list. It runs before all others; where it does not pass, such
   * requests go to no schedule that checks share.
   */
  readonly canaryFor?: readonly BulkScope[]
  /** A check that has to pass first, such as a guard on one resource before that on a whole schedule. */
  readonly after?: string
}

/** A bulk request on a whole schedule, such as `DELETE bookings`: on a faulty target it can ruin every other check. */
export type BulkScope = `${'PUT' | 'DELETE'} ${'resources' | 'bookings' | 'collaborators'}`

const wholeSchedule = /^\/v1\/schedules\/([^/]+)\/(resources|bookings|collaborators)$/

/**
 * Throws `Blocked` where a bulk request would go to a shared schedule and its canary failed: the target touches more than
 * the request lists, and would change what other checks rely on.
 */
export function refuseUnsafe(
  { schedules, unsafe }: Pick<CheckSession, 'schedules' | 'unsafe'>,
  method: string,
  path: string,
): void {
  const [, schedule, collection] = wholeSchedule.exec(path) ?? []
  if (schedule === undefined || schedules[2]?.path.endsWith(`/${schedule}`)) return
  const rule = unsafe.get(`${method} ${collection}` as BulkScope)
  if (rule === undefined) return
  throw new Blocked(rule, {
    message: `a bulk ${method} of ${collection} touches more than it lists here, and is not sent where other checks are at work`,
    replies: [],
  })
}

/** One thing that is checked. */
export interface Check extends CheckOptions {
  /** The id of the rule, or that with a dot and a word: `RES-05`, `RES-05.create`. */
  readonly id: string
  readonly rule: string
  /** What holds, as a sentence without a full stop: `a rename to a name in use is refused`. */
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

const ruleIdOf = (id: string) => id.split('.')[0] ?? id

/** Something that holds for every exchange of the run, whoever makes it. */
export interface Invariant {
  readonly id: string
  readonly rule: string
  readonly title: string
  readonly level?: Level
  /** What is wrong with an exchange; `undefined` where it says nothing about the rule; `true` where the rule holds. */
  judge(exchange: Exchange, secrets: Secrets): true | undefined | Omit<Finding, 'replies'>
}

/** What must never be seen in an answer. */
export interface Secrets {
  readonly passwords: readonly string[]
}

/** Declares what holds for every exchange of the run. */
export function invariant(
  id: string,
  title: string,
  judge: Invariant['judge'],
  options: Pick<Invariant, 'level'> = {},
): Invariant {
  return Object.freeze({ ...options, id, rule: ruleIdOf(id), title, judge })
}
