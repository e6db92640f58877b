/** One small change of a file of the core. */
export interface Mutant {
  /** What switches it on in the instrumented core; another one in each run. */
  readonly id: string
  /** Below `server/core/`. */
  readonly file: string
  readonly mutator: string
  /** What stands in the file, on one line and cut where it is long. */
  readonly original: string
  readonly replacement: string
  /** Which of those that are alike in all that, in the order of the file: 1 for the first. */
  readonly nth: number
  /** Where it stands now, for whoever wants to look; no part of what it is called. */
  readonly line: number
  /** Why it is not tried: what it changes is no concern of the document. */
  readonly silent?: string
}

/** What stays the same as long as the mutated code does, wherever it moves within its file. */
export type MutantName = Pick<Mutant, 'file' | 'mutator' | 'original' | 'replacement' | 'nth'>

/** A mutant's name as one text. */
export const keyOf = ({ file, mutator, original, replacement, nth }: MutantName): string =>
  JSON.stringify([file, mutator, original, replacement, nth])

/** The file of a mutant that goes by this name. */
export const fileOf = (key: string): string => (JSON.parse(key) as [file: string])[0]

const most = 100

/** Code as one line that is short enough to be read. */
export function excerpt(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 20)} … ${line.slice(-17)}`
}
