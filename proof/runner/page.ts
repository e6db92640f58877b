import { readFile } from 'node:fs/promises'
import { areas, type Rule, rules } from '../../conformance/index.js'
import type { Fault } from '../faults/fault.js'
import { faultsOf } from '../faults/index.js'
import { mistakes } from '../grid/mistakes.js'
import { allowedBecause, missedBecause } from '../grid/open.js'
import { readAcceptedSurvivors } from '../mutation/accepted-survivors.js'
import { variants } from '../variants/index.js'
import type { Variant } from '../variants/variant.js'
import {
  type Figures,
  gridText,
  liesText,
  luckText,
  type MutationFigures,
  readFigures,
  stacksText,
} from './figures.js'
import { killMatrix, unkilled } from './kill-matrix.js'

export const pageFile = 'conformance/PROOF.md'

export interface Proof extends Figures {
  readonly faultsOf: Readonly<Record<string, readonly Fault[]>>
  readonly variants: readonly Variant[]
  /** Why a certification cannot notice some changes of the core that the document forbids. */
  readonly gapReasons: readonly string[]
  /** The version of the package. */
  readonly version: string
  /** The date of the last change of the page, `2026-11-22`. */
  readonly written: string
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
const row = (...cells: readonly (string | number)[]) => `| ${cells.map(String).map(cell).join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), `|${' --- |'.repeat(head.length)}`, ...rows].join('\n')
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  table(
    head,
    rows.map(cells => row(...cells)),
  )
const code = (text: string) => `\`${text}\``
const listed = (texts: readonly string[], none = 'none') => (texts.length > 0 ? texts.join(', ') : none)

/** The date of a page; undefined if it has none. */
export const dateOf = (page: string): string | undefined =>
  /^Version .*, last changed on (\S+)\.$/m.exec(page)?.[1]

const proved = 'What this proves'
const unproved = 'What it does not prove'
const changes = 'Small changes of the core'
const lying = 'Answers that lie'
const others = 'Services in other languages'
const everywhere = 'The same mistake at every place'
const lucky = 'Servers that know nothing'
const last = ['Rules and the faults they catch', 'The faulty servers', 'The variants'] as const
const link = (heading: string) => `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`

/** Writes PROOF.md. */
export function proofPage({ faultsOf, variants, version, written, ...figures }: Proof): string {
  const { mutation, grid, lies, stacks, luck, gapReasons } = figures
  const measured = [
    { heading: changes, text: mutationText(mutation, gapReasons) },
    { heading: everywhere, text: gridText(grid, { mistakes, allowedBecause, missedBecause }, tableOf) },
    { heading: lying, text: liesText(lies) },
    { heading: others, text: stacksText(stacks, tableOf) },
    { heading: lucky, text: luckText(luck, tableOf) },
  ]
  const faults = Object.values(faultsOf).flat()
  const kills = killMatrix(faults)
  const caught = faults.filter(({ missed }) => missed === undefined)
  const due = rules.filter(({ level }) => level !== 'may')
  const killed = due.filter(({ id }) => kills.get(id)?.length)
  return `${[
    '# How the kit is proved',
    `Version ${version}, last changed on ${written}.`,
    `The [conformance kit](README.md) judges servers. This page shows why its judgement can be trusted: it finds the mistakes that
servers make, and it accuses no server that obeys the [interface](../docs/interface.md). Rules such as RES-05 are the statements
of the interface that the kit tests; \`schedkit conformance explain RES-05\` shows one. \`npm run proof -- --write\`
generates this page from the tests in \`proof/\`. CI runs them all and fails as soon as one statement here is no longer true.`,
    [proved, unproved, ...measured.map(({ heading }) => heading), ...last]
      .map(heading => `- ${link(heading)}`)
      .join('\n'),
    `## ${proved}`,
    `- **${caught.length} faulty servers**: each is the reference server with one mistake. The kit calls each not
  conformant, fails the rules that the mistake breaks for the stated reason, and reports nothing else.
- **${killed.length} of ${due.length} rules** of level MUST or SHOULD catch, or help to catch, at least one faulty server.
- **${variants.length} variants**, alone and in combinations: each obeys every sentence of the interface and differs where
  it is silent. The kit runs every check and calls each conformant.`,
    `## ${unproved}`,
    weakest(kills, faults),
    ...measured.flatMap(({ heading, text }) => [`## ${heading}`, text]),
    `## ${last[0]}`,
    ...areas.flatMap(({ prefix, title, rules: own }) => [
      `### ${prefix}: ${title}`,
      table(
        ['Rule', 'Level', 'Faults caught by it'],
        own
          .filter(({ level }) => level !== 'may')
          .map(({ id, level }) => row(id, level, listed((kills.get(id) ?? []).map(code), '**none**'))),
      ),
    ]),
    `## ${last[1]}`,
    ...areas
      .filter(({ prefix }) => faultsOf[prefix]?.length)
      .flatMap(({ prefix, title }) => [
        `### ${prefix}: ${title}`,
        table(
          ['Fault', 'What the server does', 'Caught by'],
          (faultsOf[prefix] ?? []).map(({ id, title, breaks, missed }) =>
            row(
              code(id),
              title,
              missed === undefined ? Object.keys(breaks).join(', ') : `not caught: ${missed}`,
            ),
          ),
        ),
      ]),
    `## ${last[2]}`,
    table(
      ['Variant', 'What the server does', 'Warned about by'],
      variants.map(({ id, title, warns }) => row(code(id), title, listed(warns, ''))),
    ),
  ].join('\n\n')}\n`
}

function weakest(kills: ReadonlyMap<string, readonly string[]>, faults: readonly Fault[]): string {
  const without = unkilled(kills)
  const of = (level: Rule['level']) => without.filter(rule => rule.level === level).map(({ id }) => id)
  const thin = rules.filter(({ level, id }) => level === 'must' && kills.get(id)?.length === 1)
  const missed = faults.flatMap(fault =>
    fault.missed === undefined ? [] : [`  - ${code(fault.id)} ${fault.title}: ${fault.missed}`],
  )
  return [
    `- Every faulty server of the tables below is a changed reference server. Few were written independently, by people who misread the interface in
  their own way.`,
    `- A rule with a single faulty server is only known to catch that one mistake, and might miss others. These MUST rules
  have one: ${listed(thin.map(({ id }) => id))}.`,
    `- MUST rules without a faulty server: ${listed(of('must'))}. SHOULD rules without one: ${listed(of('should'))}.`,
    `- Faulty servers that the kit does not catch:${missed.length > 0 ? '' : ' none.'}`,
    ...missed,
    `- Faults that show only after a long sequence of steps: single checks do not find them. \`schedkit conformance explore\` does,
  with enough steps.`,
  ].join('\n')
}

function mutationText(
  { measured, killed, of, accepted, survivors }: MutationFigures,
  gapReasons: readonly string[],
): string {
  const rows = survivors.map(({ file, original, replacement }) =>
    row(code(file), code(original), code(replacement)),
  )
  return [
    `In the last full run, on ${measured}, a certification noticed ${killed} of ${of} small changes of the core that the
interface forbids. It permits another ${accepted}, each for a documented reason. The core may have changed since.`,
    ...(rows.length > 0 ? [table(['File', 'Unnoticed change of', 'Changed to'], rows)] : []),
    ...(gapReasons.length > 0
      ? [`Why a certification misses the others:\n\n${gapReasons.map(reason => `- ${reason}`).join('\n')}`]
      : []),
  ].join('\n\n')
}

/** Compares PROOF.md with what the faults, the variants and the measured figures say now. */
export async function comparePage(): Promise<{ isCurrent: boolean; upToDate: string }> {
  const page = await readFile(pageFile, 'utf8').catch(() => '')
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  const gaps = (await readAcceptedSurvivors('.')).filter(({ gap }) => gap)
  const inputs = {
    ...{ faultsOf, variants, version, gapReasons: [...new Set(gaps.map(({ reason }) => reason))] },
    mutation: await readFigures('mutation'),
    grid: await readFigures('grid'),
    lies: await readFigures('lies'),
    stacks: await readFigures('stacks'),
    luck: await readFigures('luck'),
  }
  const today = new Date().toISOString().slice(0, 10)
  const isCurrent = page === proofPage({ ...inputs, written: dateOf(page) ?? today })
  return { isCurrent, upToDate: proofPage({ ...inputs, written: today }) }
}
