import { invariants } from '../checks/index.js'
import { count } from '../run/counts.js'
import type { CheckReport, Outcome, Report, VerdictName } from '../run/report.js'
import { outcomeSigns } from './outcomes.js'
import { createPage, type Style } from './page.js'
import type { TerminalOptions } from './terminal.js'

interface BeforeAndAfter<T> {
  readonly before: T
  readonly after: T
}

/** A check that is in both reports, with different outcomes. */
export interface Change extends Pick<CheckReport, 'id' | 'title'>, BeforeAndAfter<Outcome> {}

/** A check that is in only one of the reports. */
export type Single = Pick<CheckReport, 'id' | 'title' | 'outcome'>

/** The differences between two reports. */
export interface Comparison {
  readonly verdict: BeforeAndAfter<VerdictName>
  readonly target: BeforeAndAfter<string>
  readonly kit: BeforeAndAfter<string>
  readonly improved: readonly Change[]
  readonly worsened: readonly Change[]
  /** Neither better nor worse: for example a failure that is no longer exercised, or an invariant in runs of different checks. */
  readonly otherwise: readonly Change[]
  readonly added: readonly Single[]
  readonly gone: readonly Single[]
  readonly unchanged: number
  /** Whether the verdict or a check got worse, or a new check fails; the exit code is then not 0. */
  readonly worse: boolean
}

/** Best first. */
const verdictOrder: readonly VerdictName[] = ['conformant', 'incomplete', 'not conformant']

/** How bad the observed behaviour is; undefined if none was observed. */
const severity: Readonly<Partial<Record<Outcome, number>>> = { passed: 0, observed: 0, warned: 1, failed: 2 }

type Direction = 'better' | 'worse' | 'other'

/** Correct behaviour that is no longer observed got worse; a failure that is no longer observed did not get better. */
function directionOf(before: Outcome, after: Outcome): Direction {
  const was = severity[before]
  const is = severity[after]
  if (was !== undefined && is !== undefined) return is < was ? 'better' : is > was ? 'worse' : 'other'
  if (was !== undefined) return was < 2 ? 'worse' : 'other'
  if (is === undefined) return 'other'
  return is === 0 ? 'better' : is === 2 ? 'worse' : 'other'
}

const watched: ReadonlySet<string> = new Set(invariants.map(({ id }) => id))

/** Whether two runs selected the same checks. Otherwise, their invariants had different exchanges to judge. */
function haveSameChecks(before: Report, after: Report): boolean {
  const selectionOf = ({ options: { only, skip, level }, counts }: Report) =>
    JSON.stringify([only, skip, level, counts.notSelected, counts.notStarted])
  return selectionOf(before) === selectionOf(after)
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
  const isSame = haveSameChecks(before, after)
  const going = (direction: Direction) =>
    changes.filter(change => {
      const compares = isSame || !watched.has(change.id)
      return (compares ? directionOf(change.before, change.after) : 'other') === direction
    })
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
      verdictOrder.indexOf(after.verdict) > verdictOrder.indexOf(before.verdict),
  }
}

/** Formats a comparison for a terminal, with the result in the last lines. */
export function comparisonText(comparison: Comparison, { width, colour }: TerminalOptions): string {
  const page = createPage(width, colour)
  const part = (heading: string, list: readonly (Change | Single)[], changed?: Style) =>
    page.part(
      `${list.length} ${heading}`,
      list.flatMap(row => {
        const [outcome, text] =
          'before' in row ? [row.after, `${row.before} -> ${row.after}`] : [row.outcome, row.outcome]
        const { sign, style } = outcomeSigns[outcome]
        const options = { first: `${sign} `, rest: '    ', styles: [changed ?? style] }
        return page.say(`${row.id}  ${text}  ${row.title}`, options)
      }),
    )
  const changeOf = (name: 'target' | 'kit') => {
    const { before, after } = comparison[name]
    return before === after ? [] : page.say(`The ${name} changed: ${before}, then ${after}.`)
  }
  const lines = [
    ...part('better', comparison.improved, 'green'),
    ...part('worse', comparison.worsened, 'red'),
    ...part('changed, neither better nor worse', comparison.otherwise, 'yellow'),
    ...part('new', comparison.added),
    ...part('gone', comparison.gone),
    '',
    ...changeOf('target'),
    ...changeOf('kit'),
    ...page.say(totalsOf(comparison)),
    ...page.say(verdictLine(comparison), { styles: ['bold', comparison.worse ? 'red' : 'green'] }),
  ]
  const start = lines.findIndex(line => line !== '')
  return `${lines.slice(start).join('\n')}\n`
}

function totalsOf({ improved, worsened, otherwise, added, gone, unchanged }: Comparison): string {
  return [
    `${improved.length} better`,
    `${worsened.length} worse`,
    `${otherwise.length} changed otherwise`,
    `${added.length} new`,
    `${gone.length} gone`,
    `${count(unchanged, 'check')} unchanged`,
  ].join(', ')
}

function verdictLine({ verdict: { before, after }, worse }: Comparison): string {
  const isBetter = verdictOrder.indexOf(after) < verdictOrder.indexOf(before)
  const change = before === after ? `still ${after}` : `${before} -> ${after}`
  if (worse && isBetter) return `WORSE in what is listed above, although the verdict is better: ${change}`
  return `${worse ? 'WORSE' : 'NOT WORSE'}: ${change}`
}
