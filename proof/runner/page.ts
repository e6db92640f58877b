import { areas, type Rule, rules } from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'
import type { Variant } from '../variants/variant.js'
import { killMatrix, unkilled } from './kill-matrix.js'

export const pageFile = 'conformance/PROOF.md'

export interface Proof {
  readonly faultsOf: Readonly<Record<string, readonly Fault[]>>
  readonly variants: readonly Variant[]
  /** How many changes of the core a certification notices, if measured. */
  readonly mutation?: Mutation | undefined
}

/** The result of mutation testing the core. */
export interface Mutation {
  /** The date of the run; the core may have changed since. */
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

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
const row = (...cells: readonly (string | number)[]) => `| ${cells.map(String).map(cell).join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), `|${' --- |'.repeat(head.length)}`, ...rows].join('\n')
const code = (text: string) => `\`${text}\``
const listed = (texts: readonly string[], none = 'none') => (texts.length > 0 ? texts.join(', ') : none)

/** Writes PROOF.md. */
export function proofPage({ faultsOf, variants, mutation }: Proof): string {
  const faults = Object.values(faultsOf).flat()
  const killers = killMatrix(faults)
  const caught = faults.filter(({ missed }) => missed === undefined)
  const due = rules.filter(({ level }) => level !== 'may')
  const killed = due.filter(({ id }) => killers.get(id)?.length)
  return `${[
    '# How the kit is proved',
    `Does the kit find every mistake, and nothing but mistakes? Servers with a deliberate fault verify the first, correct
but unusual servers the second. \`npm run proof -- --write\` generates this page. CI certifies all of them and fails as soon
as one of these statements is no longer true.`,
    `- **${caught.length} faulty servers**: each is the reference server with one mistake. The kit calls each not
  conformant, fails the rules that the mistake breaks for the stated reason, and reports nothing else.
- **${killed.length} of ${due.length} rules** of level MUST or SHOULD catch, or help to catch, at least one faulty server.
- **${variants.length} variants**, alone and in combinations: each obeys every sentence of the document and differs where
  it is silent. The kit runs every check and calls each conformant.`,
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
    '## The variants',
    table(
      ['Variant', 'What the server does', 'Warned about by'],
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
    `- MUST rules without a faulty server: ${listed(of('must'))}.`,
    `- SHOULD rules without one: ${listed(of('should'))}.`,
    `- MUST rules with only one: ${listed(thin.map(({ id }) => id))}.`,
    `- Faulty servers that the kit does not catch:${missed.length > 0 ? '' : ' none.'}`,
    ...missed,
  ].join('\n')
}

function mutationText({ measured, killed, of, accepted, survivors }: Mutation): string {
  const rows = survivors.map(({ file, original, replacement }) =>
    row(code(file), code(original), code(replacement)),
  )
  return [
    `In the last full run, on ${measured}, a certification noticed ${killed} of ${of} small changes of the core that the
document forbids. It permits another ${accepted}, each for a documented reason. The core may have changed since.`,
    ...(rows.length > 0 ? [table(['File', 'Unnoticed change of', 'Changed to'], rows)] : []),
  ].join('\n\n')
}
