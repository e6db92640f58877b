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
  type GridFigures,
  type LiesFigures,
  type LuckFigures,
  readFigures,
  type StacksFigures,
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
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [row(...head), `|${' --- |'.repeat(head.length)}`, ...rows.map(cells => row(...cells))].join('\n')
/** A text with a list below it; empty if the list is empty. */
const itemized = (text: string, items: readonly string[]) =>
  items.length > 0 ? [`${text}\n\n${items.map(item => `- ${item}`).join('\n')}`] : []
const code = (text: string) => `\`${text}\``
const listed = (texts: readonly string[], none = 'none') => (texts.length > 0 ? texts.join(', ') : none)

/** The date of a page; undefined if it has none. */
export const dateOf = (page: string): string | undefined =>
  /^Version .*, last changed on (\S+)\.$/m.exec(page)?.[1]

const link = (heading: string) => `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`

/** Writes PROOF.md. */
export function proofPage(proof: Proof): string {
  const { version, written } = proof
  const kills = killMatrix(Object.values(proof.faultsOf).flat())
  const sections: readonly (readonly [heading: string, paragraphs: readonly string[]])[] = [
    ['What this proves', [strength(proof, kills)]],
    ['What it does not prove', [weakness(proof, kills)]],
    ['Small changes of the core', mutationText(proof)],
    ['The same mistake at every place', gridText(proof.grid)],
    ['Answers that lie', liesText(proof.lies)],
    ['Services in other languages', stacksText(proof.stacks)],
    ['Servers that know nothing', luckText(proof.luck)],
    ['Rules and the faults they catch', ruleTables(kills)],
    ['The faulty servers', faultTables(proof)],
    ['The variants', [variantTable(proof)]],
  ]
  return `${[
    '# How the kit is proved',
    `Version ${version}, last changed on ${written}.`,
    `The [conformance kit](README.md) judges servers. This page shows why its judgement can be trusted: it finds the mistakes that
servers make, and it accuses no server that obeys the [interface](../docs/interface.md). Rules such as RES-05 are the statements
of the interface that the kit tests; \`schedkit conformance explain RES-05\` shows one. \`npm run proof -- --write\`
generates this page from the tests in \`proof/\`. \`.ci/full\` certifies all of these servers, and fails as soon as one is
misjudged; the figures for small changes of the service and for lies are those of the dates given.`,
    sections.map(([heading]) => `- ${link(heading)}`).join('\n'),
    ...sections.flatMap(([heading, paragraphs]) => [`## ${heading}`, ...paragraphs]),
  ].join('\n\n')}\n`
}

type Kills = ReadonlyMap<string, readonly string[]>

function strength({ faultsOf, variants }: Proof, kills: Kills): string {
  const faults = Object.values(faultsOf).flat()
  const caught = faults.filter(({ missed }) => missed === undefined)
  const due = rules.filter(({ level }) => level !== 'may')
  const killed = due.filter(({ id }) => kills.get(id)?.length)
  return `- **${caught.length} faulty servers**: each is the reference server with one mistake. The kit calls each not
  conformant, fails the rules that the mistake breaks for the stated reason, and reports nothing else.
- **${killed.length} of ${due.length} rules** of level MUST or SHOULD catch, or help to catch, at least one faulty server.
- **${variants.length} variants**, alone and in combinations: each obeys every sentence of the interface and differs where
  it is silent. The kit runs every check and calls each conformant.`
}

function weakness({ faultsOf }: Proof, kills: Kills): string {
  const without = unkilled(kills)
  const of = (level: Rule['level']) => without.filter(rule => rule.level === level).map(({ id }) => id)
  const thin = rules.filter(({ level, id }) => level === 'must' && kills.get(id)?.length === 1)
  const missed = Object.values(faultsOf)
    .flat()
    .flatMap(fault =>
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

const ruleTables = (kills: Kills): string[] =>
  areas.flatMap(({ prefix, title, rules: own }) => [
    `### ${prefix}: ${title}`,
    table(
      ['Rule', 'Level', 'Faults caught by it'],
      own
        .filter(({ level }) => level !== 'may')
        .map(({ id, level }) => [id, level, listed((kills.get(id) ?? []).map(code), '**none**')]),
    ),
  ])

const faultTables = ({ faultsOf }: Proof): string[] =>
  areas
    .filter(({ prefix }) => faultsOf[prefix]?.length)
    .flatMap(({ prefix, title }) => [
      `### ${prefix}: ${title}`,
      table(
        ['Fault', 'What the server does', 'Caught by'],
        (faultsOf[prefix] ?? []).map(({ id, title, breaks, missed }) => [
          code(id),
          title,
          missed === undefined ? Object.keys(breaks).join(', ') : `not caught: ${missed}`,
        ]),
      ),
    ])

const variantTable = ({ variants }: Proof): string =>
  table(
    ['Variant', 'What the server does', 'Warned about by'],
    variants.map(({ id, title, warns }) => [code(id), title, listed(warns, '')]),
  )

function mutationText({ mutation, gapReasons }: Proof): string[] {
  const { measured, killed, of, accepted, survivors } = mutation
  const rows = survivors.map(({ file, original, replacement }) => [file, original, replacement].map(code))
  return [
    `In the last full run, on ${measured}, a certification noticed ${killed} of ${of} small changes of the core that the
interface forbids. It permits another ${accepted}, each for a documented reason. The core may have changed since.`,
    ...(rows.length > 0 ? [table(['File', 'Unnoticed change of', 'Changed to'], rows)] : []),
    ...itemized('Why a certification misses the others:', gapReasons),
  ]
}

const liesText = ({ measured, noticed, of, survivors }: LiesFigures): string[] => [
  `\`npm run lies\` alters one value in one answer of a certification, which is otherwise right: a member, a status, a link, an
object that is missing or there twice. On ${measured}, the kit noticed ${noticed} of ${of} such lies. It accused no server that
does not lie, and sent no request more.`,
  ...itemized(
    'Not noticed:',
    survivors.map(({ what, reason }) => `${what}: ${reason}`),
  ),
]

const luckText = ({ measured, servers }: LuckFigures): string[] => [
  `A rule counts as verified only if its checks fail on a server that answers everything alike, or keeps nothing. \`npm run proof\`
certifies such servers. This is the result of ${measured}.`,
  table(
    ['A server that', 'MUST rules verified'],
    servers.map(({ title, verified, of }) => [title, `${verified} of ${of}`]),
  ),
]

const stacksText = ({ measured, stacks }: StacksFigures): string[] => [
  `\`npm run stacks\` certifies services that were written from the document alone, in other languages, and the same ones with a
mistake that is typical of the language. This is the result of ${measured}.`,
  ...stacks.flatMap(({ name, verdict, passed, mistakes }) => [
    `**${name}**: ${verdict}, ${passed} checks passed; ${mistakes.filter(({ by }) => by).length} of ${mistakes.length} mistakes caught.`,
    table(
      ['Mistake', 'What the service does', 'First caught by'],
      mistakes.map(each => [code(each.name), each.title, each.by || '**missed**']),
    ),
  ]),
]

function gridText({ measured, caught }: GridFigures): string[] {
  const open = new Set<string>()
  const missed = new Map<string, string[]>()
  const rows = mistakes.map(({ name, title, along }) => {
    const row = { title, along: along.join(', '), places: 0, own: 0, warned: 0 }
    for (const [place, by] of Object.entries(caught).filter(([place]) => place.startsWith(`${name} `))) {
      const reason = by ? undefined : allowedBecause(place)
      if (reason) open.add(reason)
      else row.places++
      if (by) row.own++
      if (by.endsWith('(warned)')) row.warned++
      const gap = by || reason ? undefined : (missedBecause(place) ?? 'no reason is known')
      if (gap) missed.set(gap, [...(missed.get(gap) ?? []), code(place)])
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
      rows.map(({ title, along, places, own, warned }) => [title, along, places, own, warned]),
    ),
    ...itemized(
      'Missed:',
      [...missed].map(([reason, places]) => `${reason}: ${places.join(', ')}`),
    ),
    ...itemized('Not counted, because the interface allows it:', [...open]),
  ]
}

/** Compares PROOF.md with the current faults, variants and figures. */
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
