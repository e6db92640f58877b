import type { Need } from '../catalogue/rule.js'
import type { AdditionalOwner } from '../target/target.js'
import type { Estimate } from './estimate.js'
import { usualRequests } from './estimate.js'
import { type CheckPlan, dangerOf, narrow } from './plan.js'
import type { CheckReport, Outcome, Report } from './report.js'
import type { Progress } from './runner.js'

/*
 * Each account may send a limited number of requests in 5 minutes (section 8). If a target names more owners, with
 * schedules of their own, they run checks in parallel with the first one, each in its own lane: a run of one owner. All
 * lanes end in one report.
 */

/** The checks of the first owner, and the ids of those of each other owner. */
export interface Shares {
  readonly own: readonly CheckPlan[]
  readonly others: readonly (readonly string[])[]
}

/** Distributes the checks so that all owners send about the same number of requests. */
export function shareOut(plans: readonly CheckPlan[], owners: readonly AdditionalOwner[]): Shares {
  if (owners.length === 0) return { own: plans, others: [] }
  const chains = chainsOf(plans.filter(({ asked }) => asked))
  const own = { load: 0, ids: [] as string[], schedules: 0 }
  const lanes = [
    own,
    ...owners.map(({ schedules }) => ({ load: 0, ids: [] as string[], schedules: schedules.length })),
  ]
  const sized = chains
    .map(chain => ({
      chain,
      needs: Math.max(...chain.map(schedulesOf)),
      load: chain.reduce((sum, { check }) => sum + usualRequests(check.id), 0),
    }))
    // Largest first, after those that only the first owner can run.
    .sort((a, b) => Number(b.needs > 3) - Number(a.needs > 3) || b.load - a.load)
  for (const { chain, needs, load } of sized) {
    const able = lanes.filter(lane => lane === own || lane.schedules >= needs)
    const lane = able.reduce((least, each) => (each.load < least.load ? each : least))
    lane.load += load
    lane.ids.push(...chain.map(({ check }) => check.id))
  }
  const [, ...others] = lanes.map(({ ids }) => ids)
  return { own: narrow(plans, own.ids), others }
}

/**
 * Groups checks that belong together: those that run after one another, and those that read the same 25 objects. Checks
 * that prove bulk requests safe are run by each owner who sends such requests.
 */
function chainsOf(plans: readonly CheckPlan[]): CheckPlan[][] {
  const byId = new Map(plans.map(plan => [plan.check.id, plan]))
  const rootOf = (plan: CheckPlan): string => {
    const first = plan.check.after === undefined ? undefined : byId.get(plan.check.after)
    if (first && !first.check.provesSafe) return rootOf(first)
    return plan.check.needs?.includes('25 objects') ? '25 objects' : plan.check.id
  }
  const chains = new Map<string, CheckPlan[]>()
  for (const plan of plans) {
    const root = rootOf(plan)
    chains.set(root, [...(chains.get(root) ?? []), plan])
  }
  return [...chains.values()]
}

/** What an owner with schedules can provide without other users. */
const ofOwner: readonly Need[] = ['second schedule', 'spare schedule', '25 objects']

/** Returns how many schedules an owner needs for a check; Infinity if only the first one, who also has the members, can run it. */
function schedulesOf({ check, obstacle }: CheckPlan): number {
  const { needs = [], changes = [], alone = [], provesSafe = [] } = check
  const isForFirst =
    obstacle !== undefined ||
    provesSafe.length > 0 ||
    needs.some(need => !ofOwner.includes(need)) ||
    changes.some(person => person !== 'owner' && person !== 'anyone') ||
    alone.some(what => what.includes(' in ')) ||
    dangerOf(check).includes('mail')
  if (isForFirst) return Number.POSITIVE_INFINITY
  return needs.includes('spare schedule') ? 3 : needs.includes('second schedule') ? 2 : 1
}

/** The results of another owner. */
export interface LaneReport {
  readonly ids: readonly string[]
  readonly report: Report
  /** Why it ended early. */
  readonly ended: string | undefined
}

/** Combines the estimates of parallel runs; each of the others comes with the number of checks that no other run has. */
export function combinedEstimate(
  own: Estimate,
  others: readonly (readonly [estimate: Estimate, checks: number])[],
): Estimate {
  const all = [own, ...others.map(([estimate]) => estimate)]
  const longest = all.reduce((most, each) => (each.duration > most.duration ? each : most))
  return {
    ...longest,
    checks: own.checks + others.reduce((sum, [, checks]) => sum + checks, 0),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    accounts: all.flatMap(({ accounts }) => accounts),
  }
}

/** Reports the progress of several runs as that of one. */
export function combineProgress(tell: (progress: Progress) => void) {
  const latest = new Map<number, Progress>()
  const told = ({ ended, waiting: _, waitingFor: __, ...first }: Progress) => {
    const all = [...latest.values()]
    const sumOf = (name: 'planned' | 'done' | 'failed' | 'warned') =>
      all.reduce((sum, each) => sum + each[name], 0)
    // The combined run is not waiting while one of them sends.
    const isWaiting = all.every(({ waiting, done, planned }) => waiting !== undefined || done === planned)
    const [next] = all
      .filter(({ waiting }) => waiting !== undefined)
      .sort((a, b) => (a.waiting ?? 0) - (b.waiting ?? 0))
    tell({
      ...first,
      planned: sumOf('planned'),
      done: sumOf('done'),
      failed: sumOf('failed'),
      warned: sumOf('warned'),
      running: all.flatMap(({ running }) => running),
      ledgers: all.flatMap(({ ledgers }) => ledgers),
      elapsed: Math.max(...all.map(({ elapsed }) => elapsed)),
      ...(isWaiting && next?.waiting !== undefined && { waiting: next.waiting }),
      ...(isWaiting && next?.waitingFor !== undefined && { waitingFor: next.waitingFor }),
      ...(ended && { ended }),
    })
  }
  return {
    /** Called when a run begins, before it has reported any progress. */
    begins(lane: number, planned: number, ledger: string): void {
      latest.set(lane, {
        ...{ planned, done: 0, failed: 0, warned: 0 },
        ...{ running: [], ledgers: [ledger], elapsed: 0 },
      })
    },
    progressed(lane: number, progress: Progress): void {
      latest.set(lane, progress)
      told(progress)
    },
  }
}

/** Merges the checks of all owners. For an invariant, which all of them watch, the worst outcome counts. */
export function withLanes(own: readonly CheckReport[], lanes: readonly LaneReport[]): CheckReport[] {
  const byId = new Map(own.map(check => [check.id, check]))
  for (const { ids, report } of lanes) {
    const mine = new Set(ids)
    for (const check of report.checks) {
      const other = byId.get(check.id)
      if (mine.has(check.id) || !other || weightOf(check) > weightOf(other)) byId.set(check.id, check)
    }
  }
  return [...byId.values()]
}

const weights: Partial<Record<Outcome, number>> = { failed: 4, error: 3, warned: 2, skipped: 0 }
const weightOf = ({ outcome }: CheckReport) => weights[outcome] ?? 1

/** The checks of other owners that had not started when the run ended. */
export const notStartedIn = (lanes: readonly LaneReport[]): string[] =>
  lanes.flatMap(({ ids, report }) => {
    const there = new Set(report.checks.map(({ id }) => id))
    return ids.filter(id => !there.has(id))
  })
