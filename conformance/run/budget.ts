import { count, grouped } from './counts.js'
import { effectiveChecks, knownFaults } from './effective-checks.js'
import type { Estimate } from './estimate.js'
import { type CheckPlan, narrow } from './plan.js'
import type { CheckReport, Outcome, Report } from './report.js'

/** The limits of a run. */
export interface Budget {
  /** The maximum number of requests, including preparation and clean-up. */
  readonly requests?: number
  /** The maximum duration in milliseconds. */
  readonly time?: number
}

interface Effect {
  /** The position of the check when sorted by faults caught per request. */
  readonly rank: number
  /** The requests of the check on the reference server, after those ranked before it. */
  readonly requests: number
  /** The maximum number of requests: run alone, with all its deletions. */
  readonly most: number
  /** The number of known faults that it catches and no check before it does. */
  readonly faults: number
}

/** `BKG-01.create:7/12:31`: 7 requests, alone 12, and 31 faults that no check before it catches. */
const effects: ReadonlyMap<string, Effect> = new Map(
  effectiveChecks
    .trim()
    .split(/\s+/)
    .map((entry, rank) => {
      const [id = '', requests, most, faults] = entry.split(/[:/]/)
      return [id, { rank, requests: Number(requests), most: Number(most), faults: Number(faults) }]
    }),
)

/** The share of its requests that a check sends on average: other checks have already found out the rest. */
const ownShare = 0.92

/** Returns the requests of a check in a run of many, if they were counted. */
export function sharedRequests(id: string): number | undefined {
  const effect = effects.get(id)
  return effect && ownShare * effect.requests
}

/** Sorts checks by faults caught per request; the others keep their order. */
export const mostEffectiveFirst = <Each extends { id: string }>(checks: readonly Each[]): Each[] => {
  const rankOf = ({ id }: Each) => effects.get(id)?.rank ?? effects.size
  return [...checks].sort((a, b) => rankOf(a) - rankOf(b))
}

/** The plans that fit a budget: as many of the most effective checks as it allows, with their prerequisites. */
export function withinBudget(
  plans: readonly CheckPlan[],
  { requests = Number.POSITIVE_INFINITY, time = Number.POSITIVE_INFINITY }: Budget,
  estimate: (ids: readonly string[]) => Estimate,
): CheckPlan[] {
  const runnable = plans.filter(({ asked, obstacle }) => asked && !obstacle).map(({ check }) => check)
  const order = mostEffectiveFirst(runnable).map(({ id }) => id)
  const firstOf = (count: number) => narrow(plans, order.slice(0, count))
  const fits = (count: number) => {
    const estimated = estimate(firstOf(count).map(({ check }) => check.id))
    return estimated.requests <= requests && estimated.duration <= time
  }
  let [most, tooMany] = [0, order.length + 1]
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2)
    if (fits(middle)) most = middle
    else tooMany = middle
  }
  return firstOf(most)
}

/** How much of a budget is used. */
export interface Use {
  readonly requests: number
  /** Milliseconds. */
  readonly time: number
  /** The number of objects left to delete at the end, with one request each. */
  readonly remaining: number
}

/** Requests of the clean-up besides deletions: one read of each list, and the owner's settings. */
const lastLook = 12

/** The number of requests of a typical check. */
const usual = 8

/**
 * Returns what a budget has left for more checks; `beginning` is the estimate of a run without checks, whose requests were
 * sent.
 */
export const budgetLeft = ({ requests, time }: Budget, use: Use, beginning: Estimate): Budget => ({
  ...(requests !== undefined && {
    requests: requests - use.requests - use.remaining - lastLook + beginning.requests,
  }),
  ...(time !== undefined && { time: time - use.time }),
})

/** Whether the budget allows one more check beside the running ones, and the clean-up after it, at the pace so far. */
export function canAfford(
  { requests, time }: Budget,
  id: string,
  running: readonly string[],
  use: Use,
): boolean {
  const checks = [...running, id].reduce((sum, each) => sum + (effects.get(each)?.most ?? usual), 0)
  const ahead = use.remaining + lastLook + checks
  const pace = use.time / Math.max(1, use.requests)
  return (
    use.time + ahead * pace <= (time ?? Number.POSITIVE_INFINITY) &&
    use.requests + ahead <= (requests ?? Number.POSITIVE_INFINITY)
  )
}

/** The outcomes of checks that ran to their end. */
const conclusive: readonly Outcome[] = ['passed', 'failed', 'warned', 'observed']

/** The budget in a report: how many known faults the executed checks catch, by their order in the last full proof. */
export function budgetReport(
  budget: Budget,
  checks: readonly Pick<CheckReport, 'id' | 'attempts' | 'outcome'>[],
): NonNullable<Report['budget']> {
  const ended = checks.filter(({ attempts, outcome }) => attempts > 0 && conclusive.includes(outcome))
  const caught = ended.reduce((sum, { id }) => sum + (effects.get(id)?.faults ?? 0), 0)
  return {
    ...(budget.requests !== undefined && { requests: budget.requests }),
    ...(budget.time !== undefined && { time: budget.time }),
    caught,
    faults: knownFaults,
  }
}

/** Describes the budget as a reason for the verdict. */
export function budgetText({ requests, time, caught, faults }: NonNullable<Report['budget']>): string {
  const limits = [
    ...(requests === undefined ? [] : [count(requests, 'request')]),
    ...(time === undefined
      ? []
      : [time < 120_000 ? `${Math.round(time / 1000)} s` : `${Math.round(time / 60_000)} min`]),
  ]
  const share = Math.floor((100 * caught) / faults)
  return `About ${share} % of the ${grouped(faults)} known faults are caught within ${limits.join(' and ')}.`
}
