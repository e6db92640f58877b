import { readFile } from 'node:fs/promises'

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
      /** The checks that fail or warn first; none where the mistake is missed. */
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

/** The files of figures, which commands write and the page reads. */
export const figureFiles = {
  lies: 'proof/lies/result.json',
  stacks: 'proof/stacks/result.json',
  luck: 'proof/know-nothing/result.json',
} as const

export interface Figures {
  readonly lies?: LiesFigures | undefined
  readonly stacks?: StacksFigures | undefined
  readonly luck?: LuckFigures | undefined
}

export async function readFigures(): Promise<Figures> {
  const read = async (file: string) => {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    lies: await read(figureFiles.lies),
    stacks: await read(figureFiles.stacks),
    luck: await read(figureFiles.luck),
  }
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
