import { type AcceptedSurvivor, matches } from './accepted-survivors.js'
import type { Mutant } from './instrument.js'
import { isKilled, type Result } from './results.js'

/** Why a mutant counts as what it does, in the order of the columns. */
const statuses = [
  'killed',
  /** Survived, or was not run: the document does not forbid it. */
  'accepted',
  /** Not run: the document does not specify what it changes. */
  'ignored',
  /** Survived although the document forbids it, for a known reason. */
  'gaps',
  /** Survived without a reason. */
  'survived',
  /** Not run yet. */
  'pending',
] as const

type Status = (typeof statuses)[number]
export type Tally = Record<Status | 'mutants', number>

/** A run in numbers, and what needs attention. */
export interface Summary {
  readonly all: Tally
  readonly files: Readonly<Record<string, Tally>>
  /** How many mutants were killed with each verdict. */
  readonly verdicts: Readonly<Record<string, number>>
  /** How many mutants were ignored for each reason. */
  readonly ignored: Readonly<Record<string, number>>
  readonly survivors: readonly Mutant[]
  /** Entries that match no mutant that survived or is still pending. */
  readonly stale: readonly AcceptedSurvivor[]
}

const noTally = () => Object.fromEntries(['mutants', ...statuses].map(name => [name, 0])) as Tally

const increment = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1
}

export function summarize(
  mutants: readonly Mutant[],
  resultOf: (mutant: Mutant) => Pick<Result, 'verdict'> | undefined,
  accepted: readonly AcceptedSurvivor[],
): Summary {
  const all = noTally()
  const files: Record<string, Tally> = {}
  const verdicts: Record<string, number> = {}
  const ignored: Record<string, number> = {}
  const survivors: Mutant[] = []
  const used = new Set<AcceptedSurvivor>()

  function statusOf(mutant: Mutant): Status {
    if (mutant.ignored !== undefined) {
      increment(ignored, mutant.ignored)
      return 'ignored'
    }
    const result = resultOf(mutant)
    if (result && isKilled(result)) {
      increment(verdicts, result.verdict)
      return 'killed'
    }
    const entries = accepted.filter(entry => matches(entry, mutant))
    for (const entry of entries) used.add(entry)
    if (entries.some(({ gap }) => !gap)) return 'accepted'
    if (!result) return 'pending'
    if (entries.length > 0) return 'gaps'
    survivors.push(mutant)
    return 'survived'
  }

  for (const mutant of mutants) {
    const status = statusOf(mutant)
    files[mutant.file] ??= noTally()
    for (const tally of [all, files[mutant.file] as Tally]) {
      tally.mutants++
      tally[status]++
    }
  }
  return { all, files, verdicts, ignored, survivors, stale: accepted.filter(entry => !used.has(entry)) }
}

/** The mutants that a certification should kill: all that were run, except accepted survivors. */
const expectedKills = ({ killed, gaps, survived }: Tally): number => killed + gaps + survived

/** The mutation score in percent, with one decimal. */
export const scoreOf = (tally: Tally): number =>
  expectedKills(tally) === 0 ? 100 : Math.floor((tally.killed / expectedKills(tally)) * 1000) / 10

/** The content of `result.json`, without lines: apart from the date, the same code gives the same text. */
export function toJson({ all, files, verdicts, ignored, survivors }: Summary, measured: string): string {
  const { mutants, killed, ...others } = all
  const record = {
    measured,
    killed,
    of: expectedKills(all),
    percent: scoreOf(all),
    mutants,
    ignored: others.ignored,
    accepted: others.accepted,
    gaps: others.gaps,
    verdicts,
    ignoredFor: ignored,
    files,
    survivors: survivors.map(({ id: _, line: __, ...mutant }) => mutant),
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** What a run prints at its end. */
export function toText(summary: Summary, verdictOf: (mutant: Mutant) => string | undefined): string {
  const { all, files, verdicts, survivors, stale } = summary
  const columns = ['mutants', ...statuses] as const
  const row = (name: string, cells: readonly (string | number)[], score: string) =>
    `${name.padEnd(32)}${cells.map(cell => String(cell).padStart(9)).join('')}${score.padStart(10)}`
  const tallyRow = (name: string, tally: Tally) =>
    row(
      name,
      columns.map(column => tally[column]),
      `${scoreOf(tally)} %`,
    )
  const kills = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`)
  const survivorLine = (mutant: Mutant) => {
    const { file, line, declaration, mutator, original, replacement, nth } = mutant
    const verdict = verdictOf(mutant)
    return `  ${file}:${line} ${declaration}: ${mutator}${nth > 1 ? ` (${nth})` : ''}: ${original}  →  ${replacement || '(nothing)'}${verdict === undefined ? '' : `   [${verdict}]`}`
  }
  const lines = [
    row('server/core', columns, 'score'),
    ...Object.entries(files).map(([name, tally]) => tallyRow(name, tally)),
    tallyRow('all', all),
    '',
    `Killed by: ${kills.join(', ')}.`,
    ...(survivors.length > 0 ? ['', 'Survived without a reason:'] : []),
    ...survivors.map(survivorLine),
    ...(stale.length > 0 ? ['', 'Accepted survivors that match no survivor; remove them:'] : []),
    ...stale.map(entry => `  ${JSON.stringify(entry)}`),
    '',
    `${all.killed} of ${expectedKills(all)} killed (${scoreOf(all)} %); ${all.gaps} are known gaps, ${all.accepted} survived with a reason, ${all.ignored} were ignored with a reason, ${all.pending} are pending.`,
  ]
  return lines.join('\n')
}
