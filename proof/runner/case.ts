import { faults } from '../faults/index.js'
import { combinations } from '../variants/combinations.js'
import { variants } from '../variants/index.js'
import { selectionOf } from './selection.js'
import { trial } from './trial.js'
import { judgeFault, judgeVariant, type Verdict } from './verdict.js'

/** One server to certify: it can be told to another thread. */
export interface Case {
  readonly kind: 'fault' | 'variant'
  readonly id: string
  /** Every check, and not only a selection of them. */
  readonly full: boolean
  readonly seed: number
}

/** How many combinations of variants there are. */
const combinationCount = { some: 12, full: 60 }

/** The variants one by one, and combinations of them. */
export const variantsOf = ({ full, seed }: Pick<Case, 'full' | 'seed'>) => [
  ...variants,
  ...combinations(variants, full ? combinationCount.full : combinationCount.some, seed),
]

const found = <Each extends { id: string }>(all: readonly Each[], id: string): Each => {
  const one = all.find(each => each.id === id)
  if (!one) throw new Error(`There is no ${id} among ${all.length} faults or variants.`)
  return one
}

/** Certifies a server, and judges what the kit said. */
export async function tryCase({ kind, id, full, seed }: Case): Promise<Verdict> {
  if (kind === 'variant') {
    const variant = found(variantsOf({ full, seed }), id)
    return judgeVariant(variant, await trial([variant.alter], { seed, manner: variant.manner }))
  }
  const fault = found(faults, id)
  return judgeFault(fault, await trial([fault.alter], { seed, only: full ? [] : selectionOf(fault, seed) }))
}
