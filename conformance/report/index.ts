// Entry point of the reports: the result of a run, and the formats it can be written in.

export { badge } from './badge.js'
export { type Change, type Comparison, compareReports, comparisonText, type Single } from './compare.js'
export { type FormatName, formats } from './formats.js'
export { htmlReport } from './html.js'
export { jsonReport, readReport, UnreadableReport } from './json.js'
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
