// The door of the reports: the outcome of a run, and what it can be written as.

export { badge } from './badge.js'
export { type Change, type Comparison, compareReports, type Single } from './compare.js'
export { comparisonText } from './comparison-text.js'
export { type FormatName, formats } from './formats.js'
export { htmlReport } from './html.js'
export { jsonReport, readReport } from './json.js'
export { junitReport } from './junit.js'
export { type ProgressState, progressLine } from './progress.js'
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
} from './report.js'
export { tapReport } from './tap.js'
export { type TerminalOptions, terminalReport } from './terminal.js'
export { UnreadableReport } from './unreadable-report.js'
