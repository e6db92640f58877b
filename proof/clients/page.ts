import { markdownParts } from '../../conformance/report/index.js'
import { mistakes } from './clients.js'
import type { Judgement } from './judge-client.js'

/** The minimum share of mistakes to find. */
const goal = 0.95

const count = (judgements: readonly Judgement[]) => {
  const found = judgements.reduce((sum, each) => sum + each.found.length, 0)
  const missed = judgements.reduce((sum, each) => sum + each.missed.length, 0)
  return { found, of: found + missed }
}

/** Whether no correct client is accused and enough mistakes are found. */
export function isProved(judgements: readonly Judgement[]): boolean {
  const { found, of } = count(judgements)
  return found >= goal * of && judgements.every(({ accusations }) => accusations.length === 0)
}

const { table } = markdownParts

/** Returns the result as Markdown. */
export function pageOf(judgements: readonly Judgement[]): string {
  const { found, of } = count(judgements)
  const kinds = { right: 'Right services', hard: 'Hard situations', time: 'Special times' } as const
  const passed = Object.entries(kinds).map(([kind, title]) => [
    title,
    ...judgements.map(each => {
      const { passed, of } = each.passed[kind as keyof typeof kinds]
      return `${passed} of ${of}`
    }),
  ])
  const names = judgements.map(({ client }) => client)
  const accused = judgements.flatMap(({ client, accusations }) =>
    accusations.map(text => `- ${client}: ${text}`),
  )
  return [
    '# Proof of `schedkit client`',
    '',
    '`npm run clients -- --write` writes this page: it runs `schedkit client` with the tests of small clients, which are written from',
    '[the interface](../../docs/interface.md) alone.',
    '',
    `Of ${of} mistakes, the world that should show it showed ${found}. Of ${judgements.length} clients without a mistake, ${judgements.filter(({ accusations }) => accusations.length > 0).length} were accused.`,
    '',
    '## Clients without a mistake',
    '',
    ...table(
      ['Their tests pass with', ...names],
      [...passed, ['Accusations', ...judgements.map(({ accusations }) => String(accusations.length))]],
    ),
    ...(accused.length > 0 ? ['', ...accused] : []),
    '',
    '## Mistakes',
    '',
    ...table(
      ['Mistake', 'World', 'Shown by', ...names],
      Object.entries(mistakes).map(([mistake, { world, finding = 'a failed test' }]) => [
        ...[mistake, `\`${world}\``, finding],
        ...judgements.map(each => (each.found.includes(mistake) ? 'found' : 'missed')),
      ]),
    ),
    '',
  ].join('\n')
}
