import { readFile, writeFile } from 'node:fs/promises'

/** The result of `npm run lies -- --write`. */
export interface LiesFigures {
  /** The date of the run. */
  readonly measured: string
  /** Lies in one answer each. */
  readonly noticed: number
  readonly of: number
  /** Those that nothing noticed. */
  readonly survivors: readonly { readonly what: string; readonly reason: string }[]
}

/** The result of `npm run stacks -- --write`. */
export interface StacksFigures {
  readonly measured: string
  readonly stacks: readonly {
    readonly name: string
    readonly verdict: string
    /** Checks that it passes without a mistake. */
    readonly passed: number
    readonly mistakes: readonly {
      readonly name: string
      readonly title: string
      /** The ids of the first checks that caught it; empty if none did. */
      readonly by: string
    }[]
  }[]
}

/** The MUST rules that a run verifies on a server that knows nothing, of how many. */
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
  /** The check that catches a mistake, by its place; empty where none does. */
  readonly caught: Readonly<Record<string, string>>
}

/** The result of `npm run mutation`: the core may have changed since. */
export interface MutationFigures {
  readonly measured: string
  readonly killed: number
  /** Mutants that a certification has to notice. */
  readonly of: number
  /** Those that the document permits. */
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

/** The files of figures, which commands write and the page reads. */
const figureFiles: Readonly<Record<keyof Figures, string>> = {
  mutation: 'proof/mutation/result.json',
  grid: 'proof/grid/result.json',
  lies: 'proof/lies/result.json',
  stacks: 'proof/stacks/result.json',
  luck: 'proof/know-nothing/result.json',
}

export const readFigures = async <Name extends keyof Figures>(name: Name): Promise<Figures[Name]> =>
  JSON.parse(await readFile(figureFiles[name], 'utf8'))

/** Writes figures with the date of today. */
export const writeFigures = <Name extends keyof Figures>(
  name: Name,
  figures: Omit<Figures[Name], 'measured'>,
): Promise<void> => {
  const measured = new Date().toISOString().slice(0, 10)
  return writeFile(figureFiles[name], `${JSON.stringify({ measured, ...figures }, undefined, 2)}\n`)
}

export const liesText = ({ measured, noticed, of, survivors }: LiesFigures): string =>
  [
    `\`npm run lies\` alters one value in one answer of a certification, which is otherwise right: a member, a status, a link, an
object that is missing or there twice. On ${measured}, the kit noticed ${noticed} of ${of} such lies. It accused no server that
does not lie, and sent no request more.`,
    ...(survivors.length > 0
      ? [`Not noticed:\n\n${survivors.map(({ what, reason }) => `- ${what}: ${reason}`).join('\n')}`]
      : []),
  ].join('\n\n')

export const luckText = (
  { measured, servers }: LuckFigures,
  table: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
): string =>
  [
    `A rule counts as verified only if its checks fail on a server that answers everything alike, or keeps nothing. \`npm run proof\`
certifies such servers. This is the result of ${measured}.`,
    table(
      ['A server that', 'MUST rules verified'],
      servers.map(({ title, verified, of }) => [title, `${verified} of ${of}`]),
    ),
  ].join('\n\n')

export const stacksText = (
  { measured, stacks }: StacksFigures,
  table: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
): string =>
  [
    `\`npm run stacks\` certifies services that were written from the document alone, in other languages, and the same ones with a
mistake that is typical of the language. This is the result of ${measured}.`,
    ...stacks.flatMap(({ name, verdict, passed, mistakes }) => [
      `**${name}**: ${verdict}, ${passed} checks passed; ${mistakes.filter(({ by }) => by).length} of ${mistakes.length} mistakes caught.`,
      table(
        ['Mistake', 'What the service does', 'First caught by'],
        mistakes.map(each => [`\`${each.name}\``, each.title, each.by || '**missed**']),
      ),
    ]),
  ].join('\n\n')

/** What the page needs of a mistake that servers make at many places. */
export interface GridMistake {
  readonly name: string
  readonly title: string
  readonly along: readonly string[]
}

export const gridText = (
  { measured, caught }: GridFigures,
  {
    mistakes,
    allowedBecause,
    missedBecause,
  }: {
    readonly mistakes: readonly GridMistake[]
    allowedBecause(place: string): string | undefined
    missedBecause(place: string): string | undefined
  },
  table: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
): string => {
  const open = new Map<string, string>()
  const missed = new Map<string, string[]>()
  const rows = mistakes.map(({ name, title, along }) => {
    const row = { title, along: along.join(', '), places: 0, own: 0, warned: 0 }
    for (const [place, by] of Object.entries(caught).filter(([place]) => place.startsWith(`${name} `))) {
      const reason = by ? undefined : allowedBecause(place)
      if (reason) open.set(reason, place)
      else row.places++
      if (by) row.own++
      if (by.endsWith('(warned)')) row.warned++
      const gap = by || reason ? undefined : (missedBecause(place) ?? 'no reason is known')
      if (gap) missed.set(gap, [...(missed.get(gap) ?? []), `\`${place}\``])
    }
    return row
  })
  const sum = (member: 'places' | 'own' | 'warned') => rows.reduce((total, row) => total + row[member], 0)
  return [
    `A mistake can be made at one place and not at the others. \`npm run grid\` makes each of ${mistakes.length} mistakes at every place: at each
operation, member, role, parameter or form. On ${measured}, the kit caught ${sum('own')} of ${sum('places')}, ${sum('warned')} of them by warnings about what the
interface does not say in words.`,
    table(
      ['Mistake: the server', 'At each', 'Places', 'Caught', 'By warnings'],
      rows.map(({ title, along, places, own, warned }) => [title, along, `${places}`, `${own}`, `${warned}`]),
    ),
    ...(missed.size > 0
      ? [
          `Missed:\n\n${[...missed].map(([reason, places]) => `- ${reason}: ${places.join(', ')}`).join('\n')}`,
        ]
      : []),
    ...(open.size > 0
      ? [
          `Not counted, because the interface allows it:\n\n${[...open.keys()].map(reason => `- ${reason}`).join('\n')}`,
        ]
      : []),
  ].join('\n\n')
}
