import { readFile, writeFile } from 'node:fs/promises'

/** The result of `npm run lies -- --write`. */
export interface LiesFigures {
  /** The date of the run. */
  readonly measured: string
  /** The number of noticed lies in one answer each. */
  readonly noticed: number
  readonly of: number
  /** Lies that went unnoticed. */
  readonly survivors: readonly { readonly what: string; readonly reason: string }[]
}

/** The result of `npm run stacks -- --write`. */
export interface StacksFigures {
  readonly measured: string
  readonly stacks: readonly {
    readonly name: string
    readonly verdict: string
    /** The number of checks that it passes without a mistake. */
    readonly passed: number
    readonly mistakes: readonly {
      readonly name: string
      readonly title: string
      /** The ids of the first checks that caught it; empty if none did. */
      readonly by: string
    }[]
  }[]
}

/** The number of MUST rules that a run verifies on a server that knows nothing, and their total. */
export interface Luck {
  readonly title: string
  readonly verified: number
  readonly of: number
}

/** The result of `npm run proof -- --write`. */
export interface LuckFigures {
  readonly measured: string
  readonly servers: readonly Luck[]
}

/** The result of `npm run grid -- --write`. */
export interface GridFigures {
  readonly measured: string
  /** The check that catches a mistake, by its place; empty if none does. */
  readonly caught: Readonly<Record<string, string>>
}

/** The result of `npm run mutation`: the core may have changed since. */
export interface MutationFigures {
  readonly measured: string
  readonly killed: number
  /** The number of mutants that a certification has to notice. */
  readonly of: number
  /** The number of mutants that the document permits. */
  readonly accepted: number
  readonly survivors: readonly {
    readonly file: string
    readonly original: string
    readonly replacement: string
  }[]
}

export interface Figures {
  readonly mutation: MutationFigures
  readonly grid: GridFigures
  readonly lies: LiesFigures
  readonly stacks: StacksFigures
  readonly luck: LuckFigures
}

/** The files of the figures, which commands write and the page reads. */
const figureFiles: Readonly<Record<keyof Figures, string>> = {
  mutation: 'proof/mutation/result.json',
  grid: 'proof/grid/result.json',
  lies: 'proof/lies/result.json',
  stacks: 'proof/stacks/result.json',
  luck: 'proof/know-nothing/result.json',
}

export const readFigures = async <Name extends keyof Figures>(name: Name): Promise<Figures[Name]> =>
  JSON.parse(await readFile(figureFiles[name], 'utf8'))

/** Writes figures with today's date. */
export const writeFigures = <Name extends keyof Figures>(
  name: Name,
  figures: Omit<Figures[Name], 'measured'>,
): Promise<void> => {
  const measured = new Date().toISOString().slice(0, 10)
  return writeFile(figureFiles[name], `${JSON.stringify({ measured, ...figures }, undefined, 2)}\n`)
}
