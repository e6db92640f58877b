import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Mutant } from './mutant.js'

const text = z.string().min(1)

const excuseShape = z.strictObject({
  /** Why the document does not forbid what these mutants do; of a gap, why the kit does not see it all the same. */
  reason: z.string().min(20),
  /** The document does forbid it: these count as survivors. */
  gap: z.literal(true).optional(),
  file: text,
  /** What the mutants have in common; what is left out does not matter. */
  mutator: text.optional(),
  original: text.optional(),
  /** How the original begins, for several at once. */
  begins: text.optional(),
  replacement: z.string().optional(),
  nth: z.int().min(1).optional(),
})

/** Mutants that the kit lets through, and why that is right. */
export type Excuse = z.infer<typeof excuseShape>

const file = ['proof', 'mutation', 'accepted-survivors.json'] as const

export async function readExcuses(root: string): Promise<readonly Excuse[]> {
  const text = await readFile(join(root, ...file), 'utf8')
  const parsed = z.strictObject({ excuses: z.array(excuseShape) }).safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data.excuses
  throw new Error(`Failed to read ${file.join('/')}: ${z.prettifyError(parsed.error)}`)
}

/** Does an excuse speak of a mutant? */
export const speaksOf = (
  { file, mutator, original, begins, replacement, nth }: Excuse,
  mutant: Mutant,
): boolean =>
  file === mutant.file &&
  (mutator === undefined || mutator === mutant.mutator) &&
  (original === undefined || original === mutant.original) &&
  (begins === undefined || mutant.original.startsWith(begins)) &&
  (replacement === undefined || replacement === mutant.replacement) &&
  (nth === undefined || nth === mutant.nth)
