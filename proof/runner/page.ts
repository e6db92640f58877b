import { areas, type Rule, rules } from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'
import type { Variant } from '../variants/variant.js'
import { killMatrix, unkilled } from './kill-matrix.js'

export const pageFile = 'conformance/PROOF.md'

export interface Proof {
  readonly faultsOf: Readonly<Record<string, readonly Fault[]>>
  readonly variants: readonly Variant[]
  /** How many changes of the core a certification notices, where that was measured. */
  readonly mutation?: Mutation | undefined
}

/** What a run of the mutants of the core leaves behind. */
export interface Mutation {
  readonly killed: number
  /** Mutants that a certification had to notice. */
  readonly of: number
  /** Those that the document permits. */
  readonly accepted: number
  readonly survivors: readonly {
    readonly file: string
    readonly original: string
    readonly replacement: string
  }[]
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
const row = (...cells: readonly (string | number)[]) => `| ${cells.map(String).map(cell).join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), `|${' --- |'.repeat(head.length)}`, ...rows].join('\n')
const code = (text: string) => `\`${text}\``
const listed = (texts: readonly string[], none = 'none') => (texts.length > 0 ? texts.join(', ') : none)

/** Writes the page that tells how the kit itself is proved. */
export function proofPage({ faultsOf, variants, mutation }: Proof): string {
  const faults = Object.values(faultsOf).flat()
  const killers = killMatrix(faults)
  const caught = faults.filter(({ missed }) => missed === undefined)
  const due = rules.filter(({ level }) => level !== 'may')
  const killed = due.filter(({ id }) => killers.get(id)?.length)
  return `${[
    '# How the kit is proved',
    `Who says that the kit finds what is wrong, and nothing else? Servers that are wrong on purpose say the one,
servers that are right and odd the other. This page is written by \`npm run proof -- --write\`; CI tries all of them anew,
and fails when one of these sentences stops being true.`,
    `- **${caught.length} faulty servers**: each is the reference server with one mistake in it. The kit calls each not
  conformant, fails the rules that the mistake breaks for the reason that is stated, and accuses it of nothing else.
- **${killed.length} of ${due.length} rules** of level must or should have a server that only they can catch or that they
  help to catch.
- **${variants.length} odd servers**, alone and in combinations: each obeys every sentence of the document and does
  otherwise where it is silent. The kit calls each conformant, with every check of it run.`,
    '## The weakest spots',
    weakest(killers, faults),
    ...(mutation ? ['## Small changes of the core', mutationText(mutation)] : []),
    '## Rules and the faults they catch',
    ...areas.flatMap(({ prefix, title, rules: own }) => [
      `### ${prefix}: ${title}`,
      table(
        ['Rule', 'Level', 'Faults caught by it'],
        own
          .filter(({ level }) => level !== 'may')
          .map(({ id, level }) => row(id, level, listed((killers.get(id) ?? []).map(code), '**none**'))),
      ),
    ]),
    '## The faulty servers',
    ...Object.entries(faultsOf)
      .filter(([, own]) => own.length > 0)
      .flatMap(([area, own]) => [
        `### ${area}`,
        table(
          ['Fault', 'What the server does', 'Caught by'],
          own.map(({ id, title, breaks, missed }) =>
            row(
              code(id),
              title,
              missed === undefined ? Object.keys(breaks).join(', ') : `not caught: ${missed}`,
            ),
          ),
        ),
      ]),
    '## The odd servers',
    table(
      ['Variant', 'What the server does', 'Advised against by'],
      variants.map(({ id, title, warns }) => row(code(id), title, listed(warns, ''))),
    ),
  ].join('\n\n')}\n`
}

function weakest(killers: ReadonlyMap<string, readonly string[]>, faults: readonly Fault[]): string {
  const without = unkilled(killers)
  const of = (level: Rule['level']) => without.filter(rule => rule.level === level).map(({ id }) => id)
  const thin = rules.filter(({ level, id }) => level === 'must' && killers.get(id)?.length === 1)
  const missed = faults.flatMap(fault =>
    fault.missed === undefined ? [] : [`  - ${code(fault.id)} ${fault.title}: ${fault.missed}`],
  )
  return [
    `- Rules of level must without a faulty server: ${listed(of('must'))}.`,
    `- Rules of level should without one: ${listed(of('should'))}.`,
    `- Rules of level must with one only: ${listed(thin.map(({ id }) => id))}.`,
    `- Faulty servers that the kit does not catch:${missed.length > 0 ? '' : ' none.'}`,
    ...missed,
  ].join('\n')
}

function mutationText({ killed, of, accepted, survivors }: Mutation): string {
  const rows = survivors.map(({ file, original, replacement }) =>
    row(code(file), code(original), code(replacement)),
  )
  return [
    `A certification notices ${killed} of ${of} small changes of the core that the document forbids; another ${accepted} it
permits, each for a reason that is written down.`,
    ...(rows.length > 0 ? [table(['File', 'What nobody notices', 'Changed to'], rows)] : []),
  ].join('\n\n')
}
