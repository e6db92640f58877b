import type { Report } from '../../conformance/index.js'
import { UsageError } from '../errors.js'
import { command, positional } from '../options.js'

/** `schedkit conformance export`. */
export const exportHttp = command({
  command: 'export <report> <check>',
  describe: 'Write the requests of a failure as an .http file',
  usage:
    '$0 conformance export REPORT.json CHECK > FILE.http\n\nWrites the requests that show a failure of a json report, for editors that send .http files: REST Client of Visual Studio Code, and httpYac.',
  examples: {
    '$0 conformance export report.json RES-05.create > failure.http': 'send it from an editor',
  },
  builder: args =>
    args
      .positional('report', positional('A json report'))
      .positional('check', positional('A check or a rule that failed in it')),
  async handler({ report: file, check }) {
    const { matches } = await import('../../conformance/catalogue.js')
    const { readReportFile } = await import('./reports.js')
    const { checks } = await readReportFile(file)
    const found = checks.filter(({ id }) => matches(check, id))
    if (found.length === 0) throw new UsageError(`${file} has no check "${check}".`)
    process.stdout.write(httpFileOf(found, file, check))
  },
})

/** The first finding of a check that has requests. */
function httpFileOf(found: Report['checks'], file: string, pattern: string): string {
  for (const { id, title, evidence } of found) {
    const { http, message } = evidence.find(({ http }) => http !== undefined) ?? {}
    if (http !== undefined) return `# ${id}: ${title}\n# ${message}\n\n${http}`
  }
  throw new UsageError(
    `"${pattern}" has no failure with requests in ${file}: ${found.map(outcome).join(', ')}.`,
  )
}

const outcome = ({ id, outcome }: Report['checks'][number]) => `${id} ${outcome}`
