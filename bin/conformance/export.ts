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
    const { cleanScript, isHttpFile, matches, oneLine } = await import('../../conformance/index.js')
    const { readReportFile } = await import('./reports.js')
    const { checks, target } = await readReportFile(file)
    const found = checks.filter(({ id }) => matches(check, id))
    if (found.length === 0) throw new UsageError(`${file} has no check "${check}".`)
    const { id, title, message, http } = failureIn(found, file, check)
    if (!isHttpFile(http, target)) {
      throw new UsageError(
        `The requests of ${id} in ${file} are not as the kit writes them. Create the report again with this version.`,
      )
    }
    // An editor may take a comment that begins with @ for a command.
    const comment = (text: string) =>
      `# ${oneLine(text)
        .replaceAll('{{', '{ {')
        .replace(/^[@\s]+/, '')}\n`
    process.stdout.write(`${comment(`${id}: ${title}`)}${comment(message)}\n${cleanScript(http)}`)
  },
})

/** The first finding of a check that has requests. */
function failureIn(found: Report['checks'], file: string, pattern: string) {
  for (const { id, title, evidence } of found) {
    const { http, message = '' } = evidence.find(({ http }) => http !== undefined) ?? {}
    if (http !== undefined) return { id, title, message, http }
  }
  throw new UsageError(
    `"${pattern}" has no failure with requests in ${file}: ${found.map(outcome).join(', ')}.`,
  )
}

const outcome = ({ id, outcome }: Report['checks'][number]) => `${id} ${outcome}`
