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
export { type FormatName, formats } from './formats.js'
export { htmlReport } from './html.js'
export { interfaceFile, sectionLinks } from './interface.js'
export { jsonReport, readReport, UnreadableReport } from './json.js'
export { junitReport } from './junit.js'
export { markdownReport } from './markdown.js'
export { progressLine, waitingText } from './progress.js'
export { screenReport, summaryReport } from './screen.js'
export { tapReport } from './tap.js'
export { type TerminalOptions, terminalReport } from './terminal.js'
