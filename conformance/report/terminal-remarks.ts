import type { Report } from './report.js'
import { count } from './sums.js'
import type { Page } from './terminal-page.js'
import { notExercised, skippedWithoutGap } from './unexercised.js'

/** What was not exercised, and how to get it exercised. */
export function gapsPart(report: Report, page: Page): string[] {
  const further = (about: string, ids: readonly string[]) => [
    ...page.say(about, { first: '- ' }),
    ...page.say(ids.join(', '), { first: '    ', styles: ['dim'] }),
  ]
  return page.part('Not exercised, and how to get it exercised', [
    ...report.gaps.flatMap(({ reason, remedy, checks }) => [
      ...page.say(`${count(checks.length, 'check')}: ${reason}`, { first: '- ', styles: ['bold'] }),
      ...page.say(remedy, { first: '    ' }),
      ...page.say(checks.join(', '), { first: '    ', styles: ['dim'] }),
    ]),
    ...skippedWithoutGap(report).flatMap(({ reason, ids }) =>
      further(`${count(ids.length, 'check')}: ${reason}`, ids),
    ),
    ...notExercised(report).flatMap(({ reason, ids }) => further(`No check exists: ${reason}`, ids)),
  ])
}

/** What was seen where the document is silent. */
export function observationsPart({ checks }: Report, page: Page): string[] {
  return page.part(
    'Observed where the document leaves it open',
    checks.flatMap(({ rule, evidence }) =>
      evidence
        .filter(({ kind }) => kind === 'observation')
        .flatMap(({ message }) => page.say(`${rule}: ${message}`, { first: '- ' })),
    ),
  )
}

/** What the run left behind. */
export function remainsPart({ remains }: Report, page: Page): string[] {
  return page.part(
    'Left behind on the target',
    remains.flatMap(remain => page.say(remain, { first: '! ', styles: ['yellow'] })),
  )
}

/** The failures that were known, and what is wrong with the list of them. */
export function baselinePart({ baseline }: Report, page: Page): string[] {
  if (baseline === undefined) return []
  const { known, problems } = baseline
  return page.part('Baseline', [
    ...known.flatMap(({ rule, reason, until }) =>
      page.say(`${rule} still fails: ${reason}${until === undefined ? '' : ` (until ${until})`}`, {
        first: '- ',
      }),
    ),
    ...problems.flatMap(problem => page.say(problem, { first: '✗ ', styles: ['red'] })),
  ])
}
