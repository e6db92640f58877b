import { writeFile } from 'node:fs/promises'
import { checks } from '../../conformance/index.js'
import { effectiveChecks } from '../../conformance/run/effective-checks.js'
import type { Fault } from '../faults/fault.js'
import { certifyServer } from './certify-server.js'
import type { Verdict } from './verdict.js'

/*
 * The checks that find most per request, with which a run within a budget begins. The order is derived from what a whole
 * proof has seen, and kept with the checks.
 */

const file = 'conformance/run/effective-checks.ts'

/** Requests of the checks that a proof runs for every fault besides its own: of all of them it would take hours. */
const firstRequests = 2000

/** The first checks of the present order: a proof that rewrites it runs them for every fault. */
export function firstChecks(): string[] {
  let requests = 0
  return effectiveChecks
    .trim()
    .split(/\s+/)
    .map(entry => entry.split(':'))
    .filter(([, count]) => {
      requests += Number(count)
      return requests <= firstRequests
    })
    .map(([id = '']) => id)
}

/**
 * The faults that each check catches: it fails, or an invariant does by what it asked; or either warns, where nothing of the fault
 * is a MUST.
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

/**
 * The requests that each check takes on the reference server if it runs alone, with all that it creates and deletes. A budget
 * has to count with them: what checks share is paid for by the first one. Checks that wait for a second or more are left out:
 * with few requests, a run should not take long.
 */
async function countRequests(): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { id, waits } of checks) {
    const result = await certifyServer([], { only: [id] })
    if (!('report' in result)) throw new Error(`The reference server: ${result.unreachable}`)
    const took = result.report.checks.find(check => check.id === id)?.took ?? 0
    if (waits && took >= 1000) continue
    counts.set(id, result.report.traffic.requests)
  }
  const least = Math.min(...counts.values()) - 1
  return new Map([...counts].map(([id, requests]) => [id, requests - least]))
}

interface Ordered {
  readonly id: string
  readonly requests: number
  /** Faults that no earlier check catches. */
  readonly faults: number
}

/**
 * Orders checks greedily: the next one always catches most of the remaining faults per request. Checks that
 * catch nothing new are left out.
 */
export function orderChecks(
  kills: ReadonlyMap<string, ReadonlySet<string>>,
  requestsOf: ReadonlyMap<string, number>,
): Ordered[] {
  const order: Ordered[] = []
  const caught = new Set<string>()
  const left = new Map([...kills].filter(([id]) => requestsOf.has(id)))
  while (left.size > 0) {
    let best: (Ordered & { yield: number }) | undefined
    for (const [id, own] of left) {
      const faults = [...own].filter(fault => !caught.has(fault)).length
      const requests = requestsOf.get(id) ?? 0
      if (faults === 0) left.delete(id)
      else if (best === undefined || faults / requests > best.yield)
        best = { id, requests, faults, yield: faults / requests }
    }
    if (best === undefined) break
    for (const fault of left.get(best.id) ?? []) caught.add(fault)
    left.delete(best.id)
    order.push({ id: best.id, requests: best.requests, faults: best.faults })
  }
  return order
}

/** Writes the order, from the verdicts of a whole proof. */
export async function writeEffectiveChecks(
  verdicts: readonly Verdict[],
  faults: readonly Fault[],
): Promise<void> {
  const order = orderChecks(killsByCheck(verdicts), await countRequests())
  const known = faults.filter(({ missed }) => missed === undefined).length
  await writeFile(file, effectiveChecksText(order, known))
}

export function effectiveChecksText(order: readonly Ordered[], known: number): string {
  const lines = ['']
  for (const entry of order.map(({ id, requests, faults }) => `${id}:${requests}:${faults}`)) {
    const last = lines.at(-1) ?? ''
    if (last.length + entry.length > 118) lines.push(entry)
    else lines[lines.length - 1] = last === '' ? entry : `${last} ${entry}`
  }
  return `// Written by \`npm run proof -- --write\`: the checks that catch most faults for their requests, best first, with their requests on
// the reference server, each alone, and the number of faults that no check before them catches.
export const effectiveChecks = \`
${lines.join('\n')}
\`

/** The number of faulty servers that the kit catches. */
export const knownFaults = ${known}
`
}
