import { createHash } from 'node:crypto'
import { rules } from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'
import { faults } from '../faults/index.js'
import { knowNothings } from '../know-nothing/servers.js'
import { combinations, partition, variantWith } from '../variants/combinations.js'
import { variants } from '../variants/index.js'
import { certifyServer } from './certify-server.js'
import { judgeFault, judgeKnowNothing, judgeVariant, type Verdict } from './verdict.js'

/** One server to certify. It is sent to worker threads. */
export interface Case {
  readonly kind: 'fault' | 'variant' | 'know-nothing'
  readonly id: string
  /** Runs every check instead of a selection. */
  readonly full: boolean
  readonly seed: number
  /** Checks to run for a fault besides its selection. */
  readonly also?: readonly string[]
}

/** The variants one by one, and combinations of them: more for a full run. */
export const variantsOf = ({ full, seed }: Pick<Case, 'full' | 'seed'>) => [
  ...variants,
  ...combinations(variants, full ? 60 : 12, seed),
]

/** Every variant, several at once: a fifth of the time. Where such a server is accused, one of them is. */
export const variantsTogether = () => partition(variants, 8)

/** Besides a fault's own rules, one in so many of all rules is checked. */
const oneOf = 5

const hashOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()

/**
 * The checks for a fault unless all are run: those it names, and a sample of the rest, to see that the kit reports nothing
 * else. Another seed gives another sample.
 */
export function selectionOf({ id, breaks, touches }: Fault, seed: number): string[] {
  const sample = rules.filter(rule => hashOf(`${seed}/${id}/${rule.id}`) % oneOf === 0)
  return [...new Set([...Object.keys(breaks), ...touches, ...sample.map(rule => rule.id)])]
}

const found = <Each extends { id: string }>(all: readonly Each[], id: string): Each => {
  const one = all.find(each => each.id === id)
  if (!one) throw new Error(`There is no ${id} among ${all.length} faults or variants.`)
  return one
}

/** A correct server is not to be accused because other cases keep the thread busy. */
const variantTimeout = 60_000

/** Certifies a server and judges the report. */
export async function runCase({ kind, id, full, seed, also = [] }: Case): Promise<Verdict> {
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
  return judgeFault(
    fault,
    await certifyServer([fault.alter], { seed, only: full ? [] : [...selectionOf(fault, seed), ...also] }),
  )
}
