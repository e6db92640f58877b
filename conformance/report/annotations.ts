import { oneLine } from '../http/clean.js'
import { headline } from '../run/causes.js'
import type { CheckReport, Report } from '../run/report.js'
import { testStatusOf, verdictSigns } from './outcomes.js'

/** GitHub shows ten annotations of each kind per step. */
const shown = 10

const kinds = { failure: 'error', error: 'error', warning: 'warning', known: 'notice' } as const

/** Escapes a value of a workflow command. */
const escaped = (text: string) => oneLine(text).replaceAll('%', '%25')
const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const command = (kind: string, title: string, text: string) =>
  `::${kind} title=${property(title)}::${escaped(text)}`

/** The report as workflow commands, which GitHub Actions shows as annotations: the verdict, then failures and warnings. */
export function annotations(report: Report): string {
  const { verdict, exitCode, target, reasons, checks } = report
  const one = (check: CheckReport) => {
    const status = testStatusOf(check, report)
    if (!(status in kinds)) return []
    const kind = kinds[status as keyof typeof kinds]
    return [{ kind, text: command(kind, check.id, `${check.title}: ${headline(check)}`) }]
  }
  const all = checks.flatMap(one)
  const first = Object.values({ error: 'error', warning: 'warning', notice: 'notice' }).flatMap(kind =>
    all.filter(each => each.kind === kind).slice(0, shown - 1),
  )
  const summary = `${verdictSigns[verdict].sign} ${verdict}: conformance of ${target}. ${reasons.join(' ')}`
  return [
    command(exitCode === 0 ? 'notice' : 'error', `Conformance: ${verdict}`, summary),
    ...first.map(({ text }) => text),
    '',
  ].join('\n')
}
