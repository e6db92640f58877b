import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { certify } from '../../../conformance/index.js'
import { createMockStore } from '../../../mock/store/index.js'
import { type Call, createService, type Handler, type Mail } from '../../../server/core/index.js'
import { openApiDocument } from '../../../server/core/openapi/index.js'
import type { Exchange } from '../../../server/testing/documented/index.js'
import { createPorts, fetchFrom } from '../../server/in-process.js'
import { population, target } from '../../server/people.js'
import { tour } from '../tour.js'
import { sendBoundaries } from './boundaries.js'
import { createJudge, type Verdict } from './judge.js'
import type { Mutant } from './mutants.js'

/*
 * Mutants of the OpenAPI document, judged by the traffic of the tour, of the conformance kit and of some boundaries:
 *
 *   node dist/proof/openapi/mutation/mutation.js
 */

export const resultFile = 'proof/openapi/mutation/result.json'

/** What became of the mutants. */
export type Outcome = Awaited<ReturnType<typeof judgeMutants>>

/** The reason of those that should have been recognized. */
export const unexplained = 'No reason is known'

/** Judges one of so many mutants. */
export async function judgeMutants({ share = 1 }: { share?: number } = {}) {
  const exchanges = await recordTraffic()
  // A copy, because parts of the document share objects.
  const { judge, mutants } = createJudge(JSON.parse(JSON.stringify(openApiDocument())), exchanges)
  const verdicts: [Mutant, Verdict][] = [...mutants()]
    .filter((_, index) => index % share === 0)
    .map(mutant => [mutant, judge(mutant)])
  const idsOf = (wanted: Verdict) =>
    verdicts.filter(([, verdict]) => verdict === wanted).map(([{ id }]) => id)
  const survivors: Record<string, string[]> = {}
  for (const id of idsOf('survived')) {
    const reason = reasonOf(id) ?? unexplained
    survivors[reason] = [...(survivors[reason] ?? []), id]
  }
  return {
    exchanges: exchanges.length,
    mutants: verdicts.length,
    /** How many were contradicted by an exchange. */
    contradicted: idsOf('contradicted').length,
    /** How many permit what never happens. */
    tooLoose: idsOf('too loose').length,
    /** The ids of those that were not recognized, by the reason why they can't be. */
    survivors,
  }
}

/** Why traffic cannot tell some mutants from the document. The first reason that fits is the one that counts. */
const reasons: readonly (readonly [mutant: RegExp, reason: string])[] = [
  [
    /^components\/schemas\/(?:WrittenTime|Zone) has no pattern$/,
    'Code knows more than the pattern: a text that it refuses may still match, so a refusal proves nothing',
  ],
  [
    / has no pattern$/,
    'A text that the service sends always matches; only one that it never sends would show that the pattern is gone',
  ],
  [
    /^components\/responses\/(?:Unauthorized|Unavailable) lacks the header RateLimit/,
    'It takes an account that changes, or an overload between counting the request and answering it',
  ],
]

/** Why a mutant cannot be recognized; undefined if it should be. */
const reasonOf = (mutant: string): string | undefined =>
  reasons.find(([pattern]) => pattern.test(mutant))?.[1]

/** The traffic by which mutants are recognized: the tour, and everything that the conformance kit sends. */
async function recordTraffic(): Promise<Exchange[]> {
  const exchanges = [...(await tour()).values()]
  const mails: Mail[] = []
  const service = await startService(mails)
  const report = await certify({
    target,
    allow: ['all'],
    fetch: fetchFrom(recording(service.answer, exchanges)),
    mailbox: async address => mails.filter(({ to }) => to === address),
  })
  if (report.verdict !== 'conformant') throw new Error(`The server to record is ${report.verdict}`)
  // In a service of its own, whose first objects have the lowest id.
  const other = await startService([])
  await sendBoundaries(recording(other.answer, exchanges), other)
  return exchanges
}

async function startService(mails: Mail[]) {
  const ports = createPorts(createMockStore(), mails)
  const service = createService(ports, { requestRateLimit: 1_000_000 })
  await service.loadSeed(population)
  return service
}

const recording =
  (answer: Handler, exchanges: Exchange[]): Handler =>
  async (call: Call) => {
    const reply = await answer(call)
    const { method, target, body } = call
    const { status, headers } = reply
    exchanges.push({ method, target, sent: body, status, headers, body: reply.body })
    return reply
  }

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const outcome = await judgeMutants()
  await writeFile(resultFile, `${JSON.stringify(outcome, undefined, 2)}\n`)
  const { mutants, contradicted, tooLoose } = outcome
  const share = ((100 * (contradicted + tooLoose)) / mutants).toFixed(1)
  process.stdout.write(`${mutants} mutants, ${share} % recognized; see ${resultFile}\n`)
}
