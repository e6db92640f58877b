import { oneLine } from './clean.js'
import { duration } from './duration.js'
import { groupBy } from './grouping.js'
import { outcomeSigns } from './outcome-sign.js'
import type { CheckReport, Report } from './report.js'
import { reasonOf } from './standing.js'
import { count } from './sums.js'
import { differenceLines, evidenceLines, exchangeLine } from './terminal-evidence.js'
import type { Page } from './terminal-page.js'

function title({ id, outcome, title }: CheckReport, page: Page): string[] {
  const { sign, style } = outcomeSigns[outcome]
  return page.say(`${id}  ${title}`, { first: `${sign} `, rest: '    ', styles: [style, 'bold'] })
}

/** The failures in full; those that the baseline knows in a line. */
export function failuresPart(report: Report, page: Page): string[] {
  const failed = report.checks.filter(({ outcome }) => outcome === 'failed')
  const fresh = failed.filter(check => check.known !== true)
  const known = failed.filter(check => check.known === true)
  const statements = new Map(report.rules.map(rule => [rule.id, rule.statement]))
  return [
    ...page.part(
      count(fresh.length, 'failure'),
      fresh.flatMap((check, index) => [
        ...(index === 0 ? [] : ['']),
        ...title(check, page),
        ...page.say(factsOf(check), { first: '    ', styles: ['dim'] }),
        ...page.say(statements.get(check.rule) ?? '', { first: '    ', styles: ['dim'] }),
        ...check.evidence
          .filter(({ kind }) => kind !== 'observation')
          .flatMap(evidence => evidenceLines(check, evidence, page)),
      ]),
    ),
    ...page.part(
      count(known.length, 'known failure'),
      known.flatMap(check => [
        ...title(check, page),
        ...page.say(reasonOf(check, report), { first: '    ' }),
      ]),
    ),
  ]
}

function factsOf({ level, section, attempts, requests, took }: CheckReport): string {
  const again = attempts > 1 ? `, started ${attempts} times` : ''
  return `${level}, section ${section}; ${count(requests, 'request')}, ${duration(took)}${again}`
}

/** The warnings: what was seen, and at which request. */
export function warningsPart({ checks }: Report, page: Page): string[] {
  const warned = checks.flatMap(check => {
    const warnings = check.evidence.filter(({ kind }) => kind === 'warning')
    return check.outcome === 'warned' || (warnings.length > 0 && check.outcome !== 'failed')
      ? [{ check, warnings }]
      : []
  })
  return page.part(
    count(warned.length, 'warning'),
    warned.flatMap(({ check, warnings }) => [
      ...title(check, page),
      ...warnings.flatMap(warning => [
        ...page.say(warning.message, { first: '    ' }),
        ...differenceLines(warning, page),
        ...exchangeLine(warning.exchanges.at(-1), page),
      ]),
    ]),
  )
}

/** The checks that could not be prepared, by the rule that stood in their way. */
export function blockedPart({ checks }: Report, page: Page): string[] {
  const blocked = checks.filter(({ outcome }) => outcome === 'blocked')
  const causes = groupBy(blocked, ({ blockedBy, reason }) => oneLine(`${blockedBy ?? ''}\n${reason ?? ''}`))
  return page.part(
    `${blocked.length} blocked`,
    [...causes.values()].flatMap(group => causeLines(group, page)),
  )
}

/** The proof of the first stands for all that have the same cause. */
function causeLines(group: readonly CheckReport[], page: Page): string[] {
  const [first] = group
  const preparation = first?.evidence.find(({ kind }) => kind === 'preparation')
  const reason = first?.reason ?? preparation?.message ?? 'no reason was given'
  const cause = first?.blockedBy === undefined ? reason : `by ${first.blockedBy}: ${reason}`
  return [
    ...page.say(cause, { first: '⊘ ', styles: ['magenta', 'bold'] }),
    ...page.say(group.map(({ id }) => id).join(', '), { first: '    ' }),
    ...exchangeLine(preparation?.exchanges.at(-1), page),
  ]
}

/** The checks that broke off: nothing is said about the target. */
export function errorsPart({ checks }: Report, page: Page): string[] {
  const broken = checks.filter(({ outcome }) => outcome === 'error')
  return page.part(
    `${count(broken.length, 'error')} of the kit or of the connection, which say nothing about the target`,
    broken.flatMap(check => [
      ...title(check, page),
      ...page.quote(check.reason ?? 'no reason was given', { first: '    ' }),
      ...check.evidence.flatMap(({ message }) => page.say(message, { first: '    ' })),
    ]),
  )
}
