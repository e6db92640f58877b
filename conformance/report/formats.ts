import type { Report } from '../run/report.js'
import { badge } from './badge.js'
import { htmlReport } from './html.js'
import { jsonReport } from './json.js'
import { junitReport } from './junit.js'
import { markdownReport } from './markdown.js'
import { tapReport } from './tap.js'
import { terminalReport } from './terminal.js'

/** The writers of a report by format name. */
export const formats = {
  text: report => terminalReport(report, { width: 100, colour: false }),
  json: jsonReport,
  junit: junitReport,
  tap: tapReport,
  html: htmlReport,
  markdown: markdownReport,
  badge,
} as const satisfies Readonly<Record<string, (report: Report) => string>>

export type FormatName = keyof typeof formats
