import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Mutant } from './instrument.js'

const text = z.string().min(1)

const mutant = z.strictObject({
  /** What the mutants have in common; any value if it is left out. */
  declaration: text.optional(),
  mutator: text.optional(),
  original: text.optional(),
  /** How the original begins, to match several. */
  begins: text.optional(),
  replacement: z.string().optional(),
  nth: z.int().min(1).optional(),
})

const shared = z.strictObject({
  file: text,
  /** Why the document does not forbid these mutants or, for a gap, why the kit does not notice them. */
  reason: z.string().min(20),
  /** The document does forbid them: they count as survivors. */
  gap: z.literal(true).optional(),
})

const group = shared.extend({ mutants: z.array(mutant).min(1) })

/** Mutants that may survive, with the reason. */
export type AcceptedSurvivor = z.infer<typeof shared> & z.infer<typeof mutant>

const file = 'proof/mutation/accepted-survivors.json'

export async function readAcceptedSurvivors(root: string): Promise<readonly AcceptedSurvivor[]> {
  const content: unknown = JSON.parse(await readFile(join(root, file), 'utf8'))
  const parsed = z.strictObject({ accepted: z.array(group) }).safeParse(content)
  if (parsed.success)
    return parsed.data.accepted.flatMap(({ mutants, ...given }) =>
      mutants.map(each => ({ ...given, ...each })),
    )
  throw new Error(`Failed to read ${file}: ${z.prettifyError(parsed.error)}`)
}

export const matches = ({ begins, ...accepted }: AcceptedSurvivor, mutant: Mutant): boolean =>
  (['file', 'declaration', 'mutator', 'original', 'replacement', 'nth'] as const).every(
    name => accepted[name] === undefined || accepted[name] === mutant[name],
  ) &&
  (begins === undefined || mutant.original.startsWith(begins))
