import { writeFile } from 'node:fs/promises'
import { checks, type Report } from '../../conformance/index.js'
import { withForerunners } from '../../conformance/run/plan.js'
import type { Fault } from '../faults/fault.js'
import { certifyServer } from './certify-server.js'
import type { Verdict } from './verdict.js'

/*
 * The checks that catch most faults per request, with which a run within a budget begins. The order is derived from the results
 * of a full proof and stored with the checks.
 */

const file = 'conformance/run/effective-checks.ts'

/**
 * The faults that each check catches: the check fails, or an invariant fails on its requests. A warning counts if the fault breaks
 * no MUST rule.
 */
export function killsByCheck(verdicts: readonly Pick<Verdict, 'id' | 'seen'>[]): Map<string, Set<string>> {
  const kills = new Map<string, Set<string>>()
  for (const { id, seen } of verdicts) {
    const outcome = seen.some(each => each.outcome === 'failed') ? 'failed' : 'warned'
    for (const { shownBy } of seen.filter(each => each.outcome === outcome))
      for (const check of shownBy) kills.set(check, (kills.get(check) ?? new Set()).add(id))
  }
  return kills
}

/** Certifies the reference server with some checks and those that must pass before them. */
async function certifyBy(ids: readonly string[]): Promise<Report> {
  const asked = new Set(ids)
  // The id of a rule selects all its checks.
  const skip = checks
    .map(({ id }) => id)
    .filter(id => !asked.has(id) && ids.some(one => id.startsWith(`${one}.`)))
  const result = await certifyServer([], { only: ids, skip })
  if (!('report' in result)) throw new Error(`The reference server: ${result.unreachable}`)
  return result.report
}

const byId = new Map(checks.map(check => [check.id, check]))

/** The number of requests of a check. */
export interface Cost {
  /** Requests that it shares with no other check. */
  readonly own: number
  /** Requests for things that it shares with other checks, by the name of the thing. */
  readonly shared?: Readonly<Record<string, number>>
}

interface CountedCost extends Cost {
  /** All requests of a run of this check alone, including setup and clean-up, but without the checks before it. */
  readonly most: number
}

/**
 * Counts the requests of checks, each in a run of its own, because a run within a budget shares less than a complete one. Omits
 * checks that wait: a run with few requests should not take long.
 */
async function countRequests(ids: Iterable<string>): Promise<Map<string, CountedCost>> {
  const costs = new Map<string, CountedCost>()
  const none = (await certifyBy(['none'])).traffic.requests
  for (const id of ids) {
    const check = byId.get(id)
    if (!check) continue
    const { checks, preparations, traffic } = await certifyBy([id])
    const { requests = 0, shared = {}, took = 0 } = checks.find(each => each.id === id) ?? {}
    if (check.waits && took >= 1000) continue
    const isPaid = (what: string) => preparations.some(({ shared = {} }) => Object.hasOwn(shared, what))
    const sharedRequests = Object.entries(shared).map(([what, count]) => (isPaid(what) ? 0 : count))
    const own = requests - sum(sharedRequests)
    const most = traffic.requests - none - sum(preparations.map(({ requests }) => requests))
    costs.set(id, { own, shared, most })
  }
  return costs
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, number) => all + number, 0)

/** The checks that run before a check because it needs them. */
function forerunnersOf(id: string): string[] {
  const own = byId.get(id)
  return own ? [...withForerunners([own], byId)].map(check => check.id).filter(other => other !== id) : []
}

interface Ordered {
  readonly id: string
  /** The requests that it sends when it runs after the checks before it in the order. */
  readonly requests: number
  /** Faults that no earlier check catches. */
  readonly faults: number
}

/**
 * Orders checks greedily: the next check is always the one that catches most of the remaining faults per request. The first
 * check that needs another check, or something shared, pays for that too. Checks that catch nothing new are left out.
 */
export function orderChecks(
  kills: ReadonlyMap<string, ReadonlySet<string>>,
  costs: ReadonlyMap<string, Cost>,
  before: (id: string) => readonly string[] = forerunnersOf,
): Ordered[] {
  const order: Ordered[] = []
  const caught = new Set<string>()
  /** Checks that have run, and the shared things that exist. */
  const paid = new Set<string>()
  const left = new Map([...kills].filter(([id]) => costs.has(id)))
  /** What still has to be paid for some checks, with the number of requests for each. */
  const unpaid = (ids: readonly string[]) =>
    new Map(
      ids
        .flatMap(id => [
          [id, costs.get(id)?.own ?? 0] as const,
          ...Object.entries(costs.get(id)?.shared ?? {}),
        ])
        .filter(([what]) => !paid.has(what)),
    )
  while (left.size > 0) {
    let best: { id: string; faults: number; yield: number } | undefined
    for (const [id, own] of left) {
      const faults = [...own].filter(fault => !caught.has(fault)).length
      const cost = Math.max(1, sum(unpaid([...before(id), id]).values()))
      if (faults === 0) left.delete(id)
      else if (best === undefined || faults / cost > best.yield) best = { id, faults, yield: faults / cost }
    }
    if (best === undefined) break
    const { id, faults } = best
    for (const what of unpaid(before(id)).keys()) paid.add(what)
    const requests = unpaid([id])
    for (const what of requests.keys()) paid.add(what)
    for (const fault of left.get(id) ?? []) caught.add(fault)
    left.delete(id)
    order.push({ id, requests: sum(requests.values()), faults })
  }
  return order
}

/** Writes the order, from the verdicts of a full proof. */
export async function writeEffectiveChecks(
  verdicts: readonly Verdict[],
  faults: readonly Fault[],
): Promise<void> {
  const kills = killsByCheck(verdicts)
  const costs = await countRequests(new Set([...kills.keys()].flatMap(id => [id, ...forerunnersOf(id)])))
  const order = orderChecks(kills, costs).map(each => ({
    ...each,
    most: costs.get(each.id)?.most ?? each.requests,
  }))
  const known = faults.filter(({ missed }) => missed === undefined).length
  await writeFile(file, effectiveChecksText(order, known))
}

export function effectiveChecksText(
  order: readonly (Ordered & Pick<CountedCost, 'most'>)[],
  known: number,
): string {
  const entries = order.map(({ id, requests, most, faults }) => `${id}:${requests}/${most}:${faults}`)
  return `// Written by \`npm run proof -- --full --write\`: the checks that catch most faults for their requests, best first, with their
// requests after those before them and alone, with all that is deleted, and the number of faults that no check before them catches.
export const effectiveChecks = \`
${filled(entries)}
\`

/** The number of faulty servers that the kit catches. */
export const knownFaults = ${known}
`
}

/** Wraps words into lines of at most 118 characters. */
export function filled(words: readonly string[]): string {
  const lines = ['']
  for (const word of words) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length > 118) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}
