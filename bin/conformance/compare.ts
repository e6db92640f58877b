import { command, positional } from '../options.js'
import { screenOf } from '../terminal.js'

/** `schedkit conformance compare`. */
export const compare = command({
  command: 'compare <before> <after>',
  describe: 'Compare two json reports',
  usage:
    '$0 conformance compare BEFORE.json AFTER.json\n\nShows what got better, got worse, is new or is gone. Exits with 1 if anything got worse.',
  examples: {
    '$0 conformance compare main.json branch.json': 'what a branch changes',
  },
  builder: args =>
    args
      .positional('before', positional('The older json report'))
      .positional('after', positional('The newer json report')),
  async handler({ before, after }) {
    const { compareReports, comparisonText } = await import('../../conformance/report/index.js')
    const { readReportFile } = await import('./reports.js')
    const comparison = compareReports(await readReportFile(before), await readReportFile(after))
    process.stdout.write(`${comparisonText(comparison, screenOf(process.stdout))}\n`)
    process.exitCode = comparison.worse ? 1 : 0
  },
})
