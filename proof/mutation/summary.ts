import { type Excuse, speaksOf } from './accepted-survivors.js'
import type { Mutant } from './mutant.js'
import { isKilled, type Result } from './results.js'

/** How many mutants came off how. */
export interface Tally {
  mutants: number
  killed: number
  /** Not tried, for they are no concern of the document. */
  silent: number
  /** Survived, and the document does not forbid it. */
  excused: number
  /** Survived although the document forbids it, and it is known why. */
  gaps: number
  /** Survived, and nothing is said of it. */
  survived: number
  /** Not tried yet. */
  open: number
}

/** A run in figures, and what wants to be looked at. */
export interface Summary {
  readonly all: Tally
  readonly files: Readonly<Record<string, Tally>>
  /** How the killed ones were told from the core as it is. */
  readonly kills: Readonly<Record<string, number>>
  /** Why mutants were not tried, and how many. */
  readonly silences: Readonly<Record<string, number>>
  readonly survivors: readonly Mutant[]
  /** Excuses that speak of no mutant that survived, and of none that is still open. */
  readonly stale: readonly Excuse[]
}

const none = (): Tally => ({ mutants: 0, killed: 0, silent: 0, excused: 0, gaps: 0, survived: 0, open: 0 })

export function summarize(
  mutants: readonly Mutant[],
  resultOf: (mutant: Mutant) => Pick<Result, 'verdict'> | undefined,
  excuses: readonly Excuse[],
): Summary {
  const all = none()
  const files: Record<string, Tally> = {}
  const kills: Record<string, number> = {}
  const silences: Record<string, number> = {}
  const survivors: Mutant[] = []
  const used = new Set<Excuse>()
  const standingOf = (mutant: Mutant): Exclude<keyof Tally, 'mutants'> => {
    if (mutant.silent !== undefined) {
      silences[mutant.silent] = (silences[mutant.silent] ?? 0) + 1
      return 'silent'
    }
    const result = resultOf(mutant)
    const own = excuses.filter(excuse => speaksOf(excuse, mutant))
    if (result === undefined) {
      for (const excuse of own) used.add(excuse)
      return 'open'
    }
    if (isKilled(result)) {
      kills[result.verdict] = (kills[result.verdict] ?? 0) + 1
      return 'killed'
    }
    for (const excuse of own) used.add(excuse)
    if (own.length > 0) return own.every(({ gap }) => gap) ? 'gaps' : 'excused'
    survivors.push(mutant)
    return 'survived'
  }
  for (const mutant of mutants) {
    const standing = standingOf(mutant)
    files[mutant.file] ??= none()
    for (const tally of [all, files[mutant.file] ?? none()]) {
      tally.mutants++
      tally[standing]++
    }
  }
  return { all, files, kills, silences, survivors, stale: excuses.filter(excuse => !used.has(excuse)) }
}

/** Those that should be killed: all that were tried and are not excused. */
const due = ({ killed, gaps, survived }: Tally): number => killed + gaps + survived

/** The share of the killed ones among them, in percent with one digit. */
export const shareOf = (tally: Tally): number =>
  due(tally) === 0 ? 100 : Math.floor((tally.killed / due(tally)) * 1000) / 10

/** What is kept of a run: no times, so that the same code gives the same text. */
export function recordOf({ all, files, kills, silences, survivors }: Summary): string {
  const record = {
    killed: all.killed,
    of: due(all),
    percent: shareOf(all),
    mutants: all.mutants,
    silent: all.silent,
    excused: all.excused,
    gaps: all.gaps,
    kills,
    silences,
    files,
    survivors: survivors.map(({ file, mutator, original, replacement, nth }) => ({
      file,
      mutator,
      original,
      replacement,
      nth,
    })),
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

const columns = ['mutants', 'killed', 'excused', 'silent', 'gaps', 'survived', 'open'] as const

/** What a run prints at its end. */
export function textOf(summary: Summary, causeOf: (mutant: Mutant) => string | undefined): string {
  const { all, files, kills, survivors, stale } = summary
  const row = (name: string, tally: Tally) =>
    `${name.padEnd(32)}${columns.map(column => String(tally[column]).padStart(9)).join('')}${`${shareOf(tally)}`.padStart(8)} %`
  const lines = [
    `${'server/core'.padEnd(32)}${columns.map(column => column.padStart(9)).join('')}   killed`,
    ...Object.entries(files).map(([name, tally]) => row(name, tally)),
    row('all', all),
    '',
    `Killed by: ${Object.entries(kills)
      .map(([verdict, count]) => `${verdict} ${count}`)
      .join(', ')}.`,
    ...(survivors.length > 0 ? ['', 'Survived, and no excuse speaks of them:'] : []),
    ...survivors.map(mutant => {
      const { file, line, mutator, original, replacement, nth } = mutant
      const cause = causeOf(mutant)
      return `  ${file}:${line} ${mutator}${nth > 1 ? ` (${nth})` : ''}: ${original}  →  ${replacement || '(nothing)'}${cause === undefined ? '' : `   [${cause}]`}`
    }),
    ...(stale.length > 0 ? ['', 'Excuses that speak of nothing that survived; remove them:'] : []),
    ...stale.map(excuse => `  ${JSON.stringify(excuse)}`),
    '',
    `${all.killed} of ${due(all)} killed (${shareOf(all)} %); ${all.gaps} are known gaps, ${all.excused} survived with a reason, ${all.silent} were not tried with a reason, ${all.open} are open.`,
  ]
  return `${lines.join('\n')}\n`
}
