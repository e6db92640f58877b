import { ruleOf } from '../catalogue/index.js'
import {
  type BulkScope,
  type Danger,
  type Gated,
  gated,
  type Level,
  levels,
  type Need,
  type Person,
} from '../catalogue/rule.js'
import type { Check } from '../check/check.js'
import type { Target } from '../target/target.js'
import { checksWithoutTimes } from './checks-without-times.js'
import type { Holds } from './scheduler.js'

/** Which checks to run. */
export interface Selection {
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** The lowest level to check. */
  readonly level: Level
}

/** Why a check can't be started. */
export interface Obstacle {
  /** For example `needs --allow guard`, `needs a second schedule`. */
  readonly reason: string
  readonly remedy: string
}

/** A selected check: how it runs, or why it can't. */
export interface CheckPlan {
  readonly check: Check
  readonly level: Level
  readonly danger: readonly Danger[]
  readonly holds: Holds
  /** Whether it was selected itself; otherwise it is a preparation, and runs only because others depend on it. */
  readonly asked: boolean
  /** The ids of the checks that prove its bulk requests safe, with what each proves. */
  readonly safeguards: ReadonlyMap<string, BulkScope>
  readonly obstacle?: Obstacle
}

/** What is proven safe once a check has passed: a check with several scopes is only the first of two proofs for each. */
export const lastProofOf = ({ provesSafe = [] }: Check) => (provesSafe.length === 1 ? provesSafe : [])

/** What the target and the options provide for checks. */
export interface Means {
  readonly target: Target
  readonly allow: readonly Gated[]
  readonly mailbox: boolean
  readonly limited: boolean
  readonly throwaways: number
}

/** The level of a check or an invariant: its own, or that of its rule. */
export const levelOf = (check: Pick<Check, 'rule' | 'level'>): Level =>
  check.level ?? ruleOf(check.rule).level

/** What a check needs from the target, and the people whose settings it changes. */
export const needsOf = ({ needs = [], changes = [] }: Check): readonly (Need | Person)[] =>
  [...needs, ...changes].map(need => (need === 'anyone' ? 'stranger' : need))

/** The dangers of a check: its own or those of its rule, plus `acct` if it changes settings. */
export function dangerOf({ rule, danger, changes = [] }: Check): readonly Danger[] {
  const usual = ruleOf(rule).danger
  if (danger !== undefined) return [danger].flat()
  return changes.length === 0 || usual.includes('acct') ? usual : [...usual, 'acct']
}

/**
 * Whether a pattern of `only` or `skip` selects an id. `RES-*` and `*.create` are patterns; `RES-05` selects all checks of
 * that rule. Letter case does not matter.
 *
 * @example
 * matches('bulk-06', 'BULK-06.bookings') // true
 */
export function matches(pattern: string, id: string): boolean {
  // Most patterns are ids, and there are very many of both.
  if (!pattern.includes('*')) return `${id}.`.toLowerCase().startsWith(`${pattern}.`.toLowerCase())
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^(?:${source})(?:\\..*)?$`, 'i').test(id)
}

/** Whether a check or an invariant is selected. */
export function isSelected({ only, skip, level }: Selection, id: string, of: Level): boolean {
  return (
    (only.length === 0 || only.some(pattern => matches(pattern, id))) &&
    !isLeftOut({ skip }, id) &&
    levels.indexOf(of) <= levels.indexOf(level)
  )
}

/** Selects and orders the checks of a run, with their locks and obstacles. */
export function planChecks(checks: readonly Check[], selection: Selection, means: Means): CheckPlan[] {
  const isAsked = (check: Check) => isSelected(selection, check.id, levelOf(check))
  const byId = new Map(checks.map(check => [check.id, check]))
  const chosen = withForerunners(checks.filter(isAsked), byId)
  const early = withForerunners(
    checks.filter(({ provesSafe }) => provesSafe),
    byId,
  )
  const plans = checks
    .filter(check => chosen.has(check))
    .map((check): CheckPlan => {
      const danger = dangerOf(check)
      const obstacle = leftOut(check, selection) ?? obstacleOf(check, danger, means)
      return {
        check,
        level: levelOf(check),
        danger,
        holds: holdsOf(check, means.target),
        asked: isAsked(check),
        safeguards: safeguardsOf(check, byId),
        ...(obstacle && { obstacle }),
      }
    })
  // Prerequisites rank no later than the check that needs them, so that a sequential chain begins at once.
  const ranks = new Map<Check, number>()
  for (const plan of plans) {
    const rank = phase(plan)
    for (const check of withForerunners([plan.check], byId)) {
      ranks.set(check, Math.min(rank, ranks.get(check) ?? rank))
    }
  }
  const rankOf = ({ check }: CheckPlan) => (early.has(check) ? -3 : (ranks.get(check) ?? 0))
  return plans.sort((a, b) => rankOf(a) - rankOf(b))
}

/** Returns the checks that prove safe what a check sends. */
const safeguardsOf = (
  { sends = [] }: Check,
  all: ReadonlyMap<string, Check>,
): ReadonlyMap<string, BulkScope> =>
  new Map(
    sends.length === 0
      ? []
      : [...all.values()].flatMap(({ id, provesSafe = [] }) =>
          provesSafe.filter(scope => sends.includes(scope)).map(scope => [id, scope] as const),
        ),
  )

/** Adds the prerequisites of selected checks, and the checks that prove their bulk requests safe. */
export function withForerunners(
  asked: readonly Check[],
  all: ReadonlyMap<string, Check>,
): ReadonlySet<Check> {
  const chosen = new Set(asked)
  for (const check of chosen) {
    for (const id of [check.after ?? '', ...safeguardsOf(check, all).keys()]) {
      const first = all.get(id)
      if (first) chosen.add(first)
    }
  }
  return chosen
}

/** Returns the plans with these ids, with their prerequisites as preparations. */
export function narrow(plans: readonly CheckPlan[], ids: readonly string[]): CheckPlan[] {
  const byId = new Map(plans.map(({ check }) => [check.id, check]))
  const asked = new Set(ids.flatMap(id => byId.get(id) ?? []))
  const chosen = withForerunners([...asked], byId)
  return plans
    .filter(({ check }) => chosen.has(check))
    .map(plan => ({ ...plan, asked: asked.has(plan.check) }))
}

const isLeftOut = ({ skip }: Pick<Selection, 'skip'>, id: string) =>
  skip.some(pattern => matches(pattern, id))

function leftOut({ id, after }: Check, selection: Selection): Obstacle | undefined {
  if (isLeftOut(selection, id)) return { reason: 'left out by --skip', remedy: 'Run without --skip for it.' }
  if (after === undefined || !isLeftOut(selection, after)) return undefined
  return {
    reason: `needs ${after} to have passed, which --skip leaves out`,
    remedy: `Run without --skip for ${after}: it tries on one resource what this one risks on a whole schedule.`,
  }
}

/**
 * When a check runs. First come checks that run alone, then those that prove bulk requests safe and those that wait, so
 * that others run meanwhile. Of the rest, checks that need something exclusively run one after the other, beside the
 * others. Checks that change the owner's settings come late, beside those that do not depend on them. Checks that wipe a
 * schedule come last: a target that wipes too much must not fail other checks.
 */
function phase({ check, holds }: CheckPlan): number {
  if (dangerOf(check).includes('wipe')) return 4
  if (holds.get('schedule')) return -4
  if (check.waits) return -2
  if (holds.get(ownersAccount)) return 1
  const needsForItself = [...holds.values()].includes(true)
  if (holds.has(ownersAccount)) return needsForItself ? -1 : 0
  return needsForItself ? 2 : 3
}

const ownersAccount = 'account of owner'

function holdsOf(check: Check, { members }: Target): Holds {
  const { needs = [], changes = [], alone = [] } = check
  const holds = new Map([['schedule', false]])
  if (!checksWithoutTimes.has(check.id)) holds.set(ownersAccount, false)
  for (const need of needs) {
    if (need === 'second schedule') holds.set('second', false)
    if (need === 'spare schedule') holds.set('spare', true)
    if (need === 'limited account') holds.set('limited', true)
    if (need === 'editor' || need === 'viewer' || need === 'stranger') holds.set(`account of ${need}`, false)
  }
  const anyone = members.length > 2 ? 'stranger' : 'owner'
  for (const person of changes) holds.set(`account of ${person === 'anyone' ? anyone : person}`, true)
  for (const what of alone) holds.set(what, true)
  return holds
}

const allowed: Readonly<Record<Gated, string>> = {
  guard: 'a faulty target may change or delete everything in the third (spare) schedule',
  wipe: 'everything in the third (spare) schedule is changed and deleted',
  lock: 'disposable accounts may be locked out and deleted',
  mail: 'the target sends e-mails to addresses of the mail domain',
}

/** Returns the danger of a check that the run does not allow, if any. */
export const forbiddenDanger = (danger: readonly Danger[], allow: readonly Gated[]): Gated | undefined =>
  gated.find(kind => danger.includes(kind) && !allow.includes(kind))

function obstacleOf(check: Check, danger: readonly Danger[], means: Means): Obstacle | undefined {
  const { allow, target } = means
  const forbidden = forbiddenDanger(danger, allow)
  if (forbidden) {
    return {
      reason: `needs --allow ${forbidden}`,
      remedy: `Run with --allow ${forbidden}: ${allowed[forbidden]}.`,
    }
  }
  const members = target.members.length
  const lacks: readonly [Need, boolean, string][] = [
    [
      'second schedule',
      target.schedules.length < 2,
      'Add a second schedule of the owner: --schedule, or "schedules" in the target file.',
    ],
    [
      'spare schedule',
      target.schedules.length < 3,
      'Add a third (spare) schedule of the owner: --schedule, or "schedules" in the target file.',
    ],
    ['editor', members < 1, 'Give registered users as members; the first one becomes editor.'],
    ['viewer', members < 2, 'Give two registered users as members; the second one becomes viewer.'],
    ['stranger', members < 3, 'Give three registered users as members; the third one gets no access.'],
    ['disposable account', means.throwaways === 0, 'Give accounts that may be deleted as disposable.'],
    [
      'limited account',
      !means.limited,
      'Give an account with a request_rate_limit of 100 or lower among the disposable ones.',
    ],
    [
      'mailbox',
      !means.mailbox,
      'Give the mailbox where e-mails arrive: "mailbox" in the target file, or --mailbox-command.',
    ],
  ]
  const lack = lacks.find(([need, isMissing]) => isMissing && check.needs?.includes(need))
  return lack && { reason: `needs a ${lack[0]}`.replace('a editor', 'an editor'), remedy: lack[2] }
}
