import type { MutationFigures } from '../runner/figures.js'
import { type AcceptedSurvivor, matches } from './accepted-survivors.js'
import type { Mutant } from './instrument.js'
import type { MutantResult } from './run-mutant.js'

/** The verdict on a mutant; `noCoverage` if no check executes it. */
export type Outcome = MutantResult['verdict'] | 'noCoverage'

/** A run in numbers, and what needs attention. */
export interface Summary {
  readonly killed: number
  /** Mutants that survived or were not run, because the document does not forbid them. */
  readonly accepted: number
  /** Mutants that were not run, because the document does not specify what they change. */
  readonly ignored: number
  /** Mutants that survived although the document forbids them, for a known reason. */
  readonly gaps: number
  /** The number of mutants killed with each verdict. */
  readonly verdicts: Readonly<Record<string, number>>
  /** Mutants that survived without a reason. */
  readonly survivors: readonly Mutant[]
  /** Entries that match no surviving mutant. */
  readonly stale: readonly AcceptedSurvivor[]
}

const isKilled = (outcome: Outcome | undefined): outcome is Outcome =>
  outcome !== undefined && outcome !== 'conformant' && outcome !== 'noCoverage'

export function summarize(
  mutants: readonly Mutant[],
  outcomeOf: (mutant: Mutant) => Outcome | undefined,
  accepted: readonly AcceptedSurvivor[],
): Summary {
  const summary = { killed: 0, accepted: 0, ignored: 0, gaps: 0 }
  const verdicts: Record<string, number> = {}
  const survivors: Mutant[] = []
  const used = new Set<AcceptedSurvivor>()
  for (const mutant of mutants) {
    const outcome = outcomeOf(mutant)
    const entries = accepted.filter(entry => matches(entry, mutant))
    if (mutant.ignored !== undefined) summary.ignored++
    else if (isKilled(outcome)) {
      summary.killed++
      verdicts[outcome] = (verdicts[outcome] ?? 0) + 1
    } else {
      for (const entry of entries) used.add(entry)
      if (entries.some(({ gap }) => !gap)) summary.accepted++
      else if (entries.length > 0) summary.gaps++
      else survivors.push(mutant)
    }
  }
  return { ...summary, verdicts, survivors, stale: accepted.filter(entry => !used.has(entry)) }
}

/** The mutants that a certification should kill: all that were run, except accepted survivors. */
const expectedKills = ({ killed, gaps, survivors }: Summary): number => killed + gaps + survivors.length

/** The figures for PROOF.md. They have no line numbers, so that they change only with the code. */
export function figuresOf(summary: Summary): Omit<MutationFigures, 'measured'> {
  const { killed, accepted } = summary
  const survivors = summary.survivors.map(({ id: _, line: __, ...mutant }) => mutant)
  return { killed, of: expectedKills(summary), accepted, survivors }
}

function survivorLine(mutant: Mutant): string {
  const { file, line, declaration, mutator, original, replacement, nth } = mutant
  const which = nth > 1 ? ` (${nth})` : ''
  return `  ${file}:${line} ${declaration}: ${mutator}${which}: ${original}  →  ${replacement || '(nothing)'}`
}

/** What a run prints at its end. */
export function toText(summary: Summary): string {
  const { killed, accepted, ignored, gaps, verdicts, survivors, stale } = summary
  const kills = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`)
  return [
    `Killed by: ${kills.join(', ')}.`,
    ...(survivors.length > 0 ? ['', 'Survived without a reason:'] : []),
    ...survivors.map(survivorLine),
    ...(stale.length > 0 ? ['', 'Accepted survivors that match no survivor; remove them:'] : []),
    ...stale.map(entry => `  ${JSON.stringify(entry)}`),
    '',
    `${killed} of ${expectedKills(summary)} killed; ${gaps} are known gaps, ${accepted} survived with a reason, ${ignored} were ignored with a reason.`,
  ].join('\n')
}
