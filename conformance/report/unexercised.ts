import { groupBy } from './grouping.js'
import type { Report } from './report.js'

/** What shares a reason. */
export interface Reasoned {
  readonly reason: string
  readonly ids: readonly string[]
}

function byReason(items: readonly { readonly id: string; readonly reason?: string }[]): Reasoned[] {
  const groups = groupBy(items, ({ reason }) => reason ?? 'no reason was given')
  return [...groups].map(([reason, group]) => ({ reason, ids: group.map(({ id }) => id) }))
}

/** The skipped checks that no gap accounts for, so that none of them is kept quiet. */
export function skippedWithoutGap({ checks, gaps }: Report): Reasoned[] {
  const accounted = new Set(gaps.flatMap(gap => gap.checks))
  return byReason(checks.filter(({ id, outcome }) => outcome === 'skipped' && !accounted.has(id)))
}

/** The rules for which there is no check. */
export function notExercised({ rules }: Report): Reasoned[] {
  return byReason(rules.filter(({ outcome }) => outcome === 'not exercised'))
}
