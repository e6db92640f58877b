import { escapeMarkup } from '../http/clean.js'
import type { Report } from '../run/report.js'
import { annotations } from './annotations.js'
import { badge } from './badge.js'
import { harReport } from './har.js'
import { htmlReport } from './html.js'
import { line, list, section } from './html-markup.js'
import { style } from './html-style.js'
import { jsonReport } from './json.js'
import { junitReport } from './junit.js'
import { markdownReport } from './markdown.js'
import { sarifReport } from './sarif.js'
import { tapReport } from './tap.js'
import { terminalReport } from './terminal.js'

// Entry point of the reports: the result of a run, and the formats it can be written in.

export { clean, cleanScript, oneLine, withoutCommands } from '../http/clean.js'
export {
  type BaselineReport,
  type CheckReport,
  type Counts,
  type Evidence,
  type Gap,
  type Outcome,
  outcomes,
  type Report,
  type RuleReport,
  type ShownExchange,
  type VerdictName,
} from '../run/report.js'
export type { ProgressState } from '../run/runner.js'
export { badge } from './badge.js'
export { type Change, type Comparison, compareReports, comparisonText, type Single } from './compare.js'
export { htmlReport } from './html.js'
export { interfaceFile, sectionLinks } from './interface.js'
export { jsonReport, readReport, UnreadableReport } from './json.js'
export { junitParts, junitReport } from './junit.js'
export { markdownParts, markdownReport } from './markdown.js'
export { progressLine, waitingText } from './progress.js'
export { screenReport, summaryReport } from './screen.js'
export { tapReport } from './tap.js'
export { type TerminalOptions, terminalReport } from './terminal.js'
export { type TestFramework, testFile, testFrameworks } from './test-files/index.js'

/** Parts of HTML pages, for other reports. */
export const htmlParts = { escapeMarkup, line, list, section, style } as const

/** The writers of a report by format name. */
export const formats = {
  text: report => terminalReport(report, { width: 100, colour: false }),
  json: jsonReport,
  junit: junitReport,
  tap: tapReport,
  html: htmlReport,
  markdown: markdownReport,
  badge,
  sarif: sarifReport,
  har: harReport,
  github: annotations,
} as const satisfies Readonly<Record<string, (report: Report) => string>>

export type FormatName = keyof typeof formats
