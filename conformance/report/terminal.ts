import { duration } from './duration.js'
import type { Style } from './paint.js'
import type { Report, VerdictName } from './report.js'
import { count, countSums, mustSum, trafficSum } from './sums.js'
import { areasPart } from './terminal-areas.js'
import { blockedPart, errorsPart, failuresPart, warningsPart } from './terminal-findings.js'
import { createPage, type Page } from './terminal-page.js'
import { baselinePart, gapsPart, observationsPart, remainsPart } from './terminal-remarks.js'

export interface TerminalOptions {
  /** Columns; only lines of a script are wider. */
  readonly width: number
  readonly colour: boolean
}

/** The report for a person at a terminal: the details first, the verdict as the last lines, where the cursor stays. */
export function terminalReport(report: Report, { width, colour }: TerminalOptions): string {
  const page = createPage(width, colour)
  const lines = [
    ...areasPart(report, page),
    ...failuresPart(report, page),
    ...warningsPart(report, page),
    ...blockedPart(report, page),
    ...errorsPart(report, page),
    ...gapsPart(report, page),
    ...observationsPart(report, page),
    ...remainsPart(report, page),
    ...baselinePart(report, page),
    ...sumsPart(report, page),
    ...verdictPart(report, page),
  ]
  return `${lines.slice(1).join('\n')}\n`
}

function sumsPart(report: Report, page: Page): string[] {
  const { allow, only, skip, level, strict, jobs } = report.options
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`--${name} ${values.join(' ')}`]
  const options = [
    ...list('allow', allow),
    ...list('only', only),
    ...list('skip', skip),
    `--level ${level}`,
    ...(strict ? ['--strict'] : []),
    `--jobs ${jobs}`,
    `--seed ${report.seed}`,
  ]
  return page.part('Sums', [
    ...countSums(report.counts).flatMap(line => page.say(line)),
    ...page.say(trafficSum(report)),
    ...page.say(`Started ${report.started}, took ${duration(report.took)}, kit ${report.kit}`),
    ...page.say(options.join(' '), { styles: ['dim'] }),
  ])
}

const verdictStyles: Readonly<Record<VerdictName, Style>> = {
  conformant: 'green',
  'not conformant': 'red',
  incomplete: 'yellow',
}

function verdictPart(report: Report, page: Page): string[] {
  const { verdict, reasons, exitCode } = report
  const { kept, all } = mustSum(report)
  const style = verdictStyles[verdict]
  const line = page.paint('═'.repeat(page.width), style)
  return [
    '',
    line,
    page.paint(`  ${verdict.toUpperCase()}`, style, 'bold'),
    ...page.say(`${kept} of ${count(all, 'must')} shown to be kept; exit code ${exitCode}`, { first: '  ' }),
    ...reasons.flatMap(reason => page.say(reason, { first: '  - ' })),
    line,
  ]
}
