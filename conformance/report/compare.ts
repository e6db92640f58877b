import type { CheckReport, Outcome, Report, VerdictName } from './report.js'

/** A check that is in both reports, with another outcome. */
export interface Change {
  readonly id: string
  readonly title: string
  readonly before: Outcome
  readonly after: Outcome
}

/** A check that is in one of the reports only. */
export interface Single {
  readonly id: string
  readonly title: string
  readonly outcome: Outcome
}

/** What became of a target, or of another target, between two reports. */
export interface Comparison {
  readonly verdict: { readonly before: VerdictName; readonly after: VerdictName }
  readonly target: { readonly before: string; readonly after: string }
  readonly kit: { readonly before: string; readonly after: string }
  readonly improved: readonly Change[]
  readonly worsened: readonly Change[]
  /** Neither better nor worse: for example a failure that is not exercised any more. */
  readonly otherwise: readonly Change[]
  readonly added: readonly Single[]
  readonly gone: readonly Single[]
  readonly unchanged: number
  /** The verdict or a check got worse, or a new check fails: a reason for an exit code other than 0. */
  readonly worse: boolean
}

const verdictRank: Readonly<Record<VerdictName, number>> = {
  conformant: 0,
  incomplete: 1,
  'not conformant': 2,
}

/** How bad the behaviour is that was shown; nothing where none was shown. */
const shown: Readonly<Partial<Record<Outcome, number>>> = { passed: 0, observed: 0, warned: 1, failed: 2 }

type Direction = 'better' | 'worse' | 'other'

/** What was shown to be right and is not shown any more got worse; a failure that is not shown any more did not get better. */
function directionOf(before: Outcome, after: Outcome): Direction {
  const was = shown[before]
  const is = shown[after]
  if (was !== undefined && is !== undefined) return is < was ? 'better' : is > was ? 'worse' : 'other'
  if (was !== undefined) return was < 2 ? 'worse' : 'other'
  if (is === undefined) return 'other'
  return is === 0 ? 'better' : is === 2 ? 'worse' : 'other'
}

const single = ({ id, title, outcome }: CheckReport): Single => ({ id, title, outcome })

/** Compares two reports check by check. */
export function compareReports(before: Report, after: Report): Comparison {
  const earlier = new Map(before.checks.map(check => [check.id, check]))
  const ids = new Set(after.checks.map(({ id }) => id))
  const both = after.checks.flatMap(check => {
    const was = earlier.get(check.id)
    return was === undefined
      ? []
      : [{ id: check.id, title: check.title, before: was.outcome, after: check.outcome }]
  })
  const changes = both.filter(change => change.before !== change.after)
  const going = (direction: Direction) =>
    changes.filter(change => directionOf(change.before, change.after) === direction)
  const worsened = going('worse')
  const added = after.checks.filter(({ id }) => !earlier.has(id)).map(single)
  return {
    verdict: { before: before.verdict, after: after.verdict },
    target: { before: before.target, after: after.target },
    kit: { before: before.kit, after: after.kit },
    improved: going('better'),
    worsened,
    otherwise: going('other'),
    added,
    gone: before.checks.filter(({ id }) => !ids.has(id)).map(single),
    unchanged: both.length - changes.length,
    worse:
      worsened.length > 0 ||
      added.some(({ outcome }) => outcome === 'failed' || outcome === 'error') ||
      verdictRank[after.verdict] > verdictRank[before.verdict],
  }
}
