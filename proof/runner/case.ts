import { createHash } from 'node:crypto'
import { checks, matches, rules } from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'
import { faults } from '../faults/index.js'
import { knowNothings } from '../know-nothing/servers.js'
import { answerJobs } from '../processes/thread-pool.js'
import { combinations, partition, variantWith } from '../variants/combinations.js'
import { variants } from '../variants/index.js'
import { certifyServer } from './certify-server.js'
import {
  judgeFault,
  judgeKnowNothing,
  judgeVariant,
  judgeWithinBudget,
  onlyProblem,
  type Verdict,
} from './verdict.js'

/** The checks to run for a fault: those of the rules that it names, also those of a sample of other rules, or all. */
export type Extent = 'named' | 'sampled' | 'all'

/** One server to certify. Cases are sent to worker threads. */
export interface Case {
  readonly kind: 'fault' | 'variant' | 'know-nothing'
  readonly id: string
  readonly seed: number
  /** For a fault. @default 'all' */
  readonly extent?: Extent
  /** The request budget of a run of all checks, for a fault. Only whether the run catches the fault is judged. */
  readonly budget?: number
}

/** Each variant alone, and combinations of variants: more for a full run. */
export const variantsOf = ({ full, seed }: { full: boolean; seed: number }) => [
  ...variants,
  ...combinations(variants, full ? 60 : 12, seed),
]

/** All variants, several combined in one server, which takes a fifth of the time. An accusation concerns one of them. */
export const variantsTogether = () => partition(variants, 16)

/** A sample is one in this many rules. */
const oneOf = 5

const hashOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()

/** Patterns of the checks for a fault unless all are run. Another seed gives another sample. */
export function selectionOf({ id, breaks, touches }: Fault, extent: 'named' | 'sampled', seed: number) {
  const named = [...Object.keys(breaks), ...touches]
  if (extent === 'named') return named
  const sample = rules.filter(rule => hashOf(`${seed}/${id}/${rule.id}`) % oneOf === 0)
  return [...new Set([...named, ...sample.map(rule => rule.id)])]
}

/** Whether a rule or check sends no requests of its own, but is judged by the answers to those of others. */
const sendsNothing = (name: string) => !checks.some(({ id }) => matches(name, id))

/**
 * Whether to run a sample of the rules that a fault does not name. This is done for one fault in `oneIn`, chosen by the seed, and
 * for every fault that takes the requests of other checks to be caught.
 */
export const isSampled = ({ id, breaks }: Fault, oneIn: number, seed: number) =>
  hashOf(`${seed}/${id}`) % oneIn === 0 || Object.keys(breaks).some(sendsNothing)

const found = <Each extends { id: string }>(all: readonly Each[], id: string): Each => {
  const one = all.find(each => each.id === id)
  if (!one) throw new Error(`There is no ${id} among ${all.length} faults or variants.`)
  return one
}

/** Generous, so that a correct server is not accused because other cases keep the thread busy. */
const variantTimeout = 60_000

/** Certifies a server and judges the report. */
async function runCase({ kind, id, seed, extent = 'all', budget }: Case): Promise<Verdict> {
  if (kind === 'variant') {
    const variant = variantWith(variants, id)
    return judgeVariant(
      variant,
      await certifyServer([variant.alter], { seed, manner: variant.manner, timeout: variantTimeout }),
    )
  }
  if (kind === 'know-nothing') {
    const server = found(knowNothings, id)
    return judgeKnowNothing(server, await certifyServer([server.alter], { seed }))
  }
  const fault = found(faults, id)
  if (budget !== undefined)
    return judgeWithinBudget(id, await certifyServer([fault.alter], { seed, budget: { requests: budget } }))
  return judgeFault(
    fault,
    await certifyServer([fault.alter], {
      seed,
      only: extent === 'all' ? [] : selectionOf(fault, extent, seed),
    }),
  )
}

/** The result of a case. */
export interface CaseResult {
  readonly kind: Case['kind']
  readonly verdict: Verdict
  /** Milliseconds. */
  readonly took: number
}

answerJobs(async (asked: Case): Promise<CaseResult> => {
  const { kind, id } = asked
  const started = performance.now()
  const verdict = await runCase(asked).catch((error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return onlyProblem(id, `the certification threw: ${reason}`)
  })
  return { kind, verdict, took: performance.now() - started }
})
