import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { openApiDocument } from '../../../server/core/openapi/index.js'
import { createJudge, type Verdict } from './judge.js'
import type { Mutant } from './mutants.js'
import { recordTraffic } from './recording.js'
import { reasonOf } from './survivors.js'

/*
 * Mutants of the OpenAPI document, judged by the traffic of the tour, of the conformance kit and of some boundaries:
 *
 *   node dist/proof/openapi/mutation/mutation.js
 */

export const resultFile = 'proof/openapi/mutation/result.json'

/** What became of the mutants. */
export interface Outcome {
  exchanges: number
  mutants: number
  /** How many were contradicted by an exchange. */
  contradicted: number
  /** How many permit what never happens. */
  tooLoose: number
  /** The ids of those that were not recognized, by the reason why they can't be. */
  survivors: Record<string, string[]>
}

/** The reason of those that should have been recognized. */
export const unexplained = 'No reason is known'

/** Judges one of so many mutants. */
export async function judgeMutants({ share = 1 }: { share?: number } = {}): Promise<Outcome> {
  const exchanges = await recordTraffic()
  // A copy, because parts of the document share objects.
  const { judge, mutants } = createJudge(JSON.parse(JSON.stringify(openApiDocument())), exchanges)
  const verdicts: [Mutant, Verdict][] = [...mutants()]
    .filter((_, index) => index % share === 0)
    .map(mutant => [mutant, judge(mutant)])
  const idsOf = (wanted: Verdict) =>
    verdicts.filter(([, verdict]) => verdict === wanted).map(([{ id }]) => id)
  const survivors: Outcome['survivors'] = {}
  for (const id of idsOf('survived')) {
    const reason = reasonOf(id) ?? unexplained
    survivors[reason] = [...(survivors[reason] ?? []), id]
  }
  return {
    exchanges: exchanges.length,
    mutants: verdicts.length,
    contradicted: idsOf('contradicted').length,
    tooLoose: idsOf('too loose').length,
    survivors,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const outcome = await judgeMutants()
  await writeFile(resultFile, `${JSON.stringify(outcome, undefined, 2)}\n`)
  const { mutants, contradicted, tooLoose } = outcome
  const share = ((100 * (contradicted + tooLoose)) / mutants).toFixed(1)
  process.stdout.write(`${mutants} mutants, ${share} % recognized; see ${resultFile}\n`)
}
