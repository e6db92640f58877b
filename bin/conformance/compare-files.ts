import { compareReports, comparisonText } from '../../conformance/index.js'
import { readReportFile } from './read-report-file.js'
import { screenOf } from './screen.js'

export async function compareFiles(before: string, after: string): Promise<void> {
  const comparison = compareReports(await readReportFile(before), await readReportFile(after))
  process.stdout.write(`${comparisonText(comparison, screenOf(process.stdout))}\n`)
  process.exitCode = comparison.worse ? 1 : 0
}
