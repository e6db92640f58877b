import type { Report } from '../../conformance/index.js'
import { UsageError } from '../errors.js'
import { command, positional, text } from '../options.js'

/** `schedkit conformance export`. */
export const exportHttp = command({
  command: 'export <report> <check>',
  describe: 'Write a failure as an .http file, or as a test in another language',
  usage:
    '$0 conformance export REPORT.json CHECK [--as FRAMEWORK] > FILE\n\nWrites the requests that show a failure of a json report, for editors that send .http files: REST Client of Visual Studio Code, and httpYac. With --as, writes a test that sends them, fails as long as the failure is there, and needs neither the kit nor Node.js. Its passwords are environment variables; BASE is another URL to send to.',
  examples: {
    '$0 conformance export report.json RES-05.create > failure.http': 'send it from an editor',
    '$0 conformance export report.json RES-05 --as go > res_test.go': 'go test res_test.go',
  },
  builder: args =>
    args
      .positional('report', positional('A json report'))
      .positional('check', positional('A check or a rule that failed in it'))
      .option('as', {
        ...text('A test instead: pytest, go or phpunit'),
        defaultDescription: 'an .http file',
      }),
  async handler({ report: file, check, as }) {
    const { cleanScript, isHttpFile, matches, oneLine, testFile, testFrameworks } = await import(
      '../../conformance/index.js'
    )
    const framework = testFrameworks.find(name => name === as)
    if (as !== undefined && framework === undefined)
      throw new UsageError(
        `--as "${as}" is not a framework that tests can be written for. Use ${testFrameworks.join(', ')}.`,
      )
    const { readReportFile } = await import('./reports.js')
    const { checks, target } = await readReportFile(file)
    const found = checks.filter(({ id }) => matches(check, id))
    if (found.length === 0) throw new UsageError(`${file} has no check "${check}".`)
    const { id, title, evidence, message, http } = failureIn(found, file, check)
    if (!isHttpFile(http, target)) {
      throw new UsageError(
        `The requests of ${id} in ${file} are not as the kit writes them. Create the report again with this version.`,
      )
    }
    if (framework !== undefined) {
      const test = testFile(framework, { id, title }, evidence)
      if (test === undefined)
        throw new UsageError(
          `The failure of ${id} cannot be exported as a test: it takes more than one answer to see, or its requests contain a secret. Leave out --as to get the requests, or use replay.`,
        )
      process.stdout.write(test)
      return
    }
    // An editor may interpret a comment that begins with @ as a command.
    const comment = (text: string) =>
      `# ${oneLine(text)
        .replaceAll('{{', '{ {')
        .replace(/^[@\s]+/, '')}\n`
    process.stdout.write(`${comment(`${id}: ${title}`)}${comment(message)}\n${cleanScript(http)}`)
  },
})

/** Returns the first finding of a check that has requests. */
function failureIn(found: Report['checks'], file: string, pattern: string) {
  for (const { id, title, evidence } of found) {
    const shown = evidence.find(({ http }) => http !== undefined)
    if (shown?.http !== undefined)
      return { id, title, evidence: shown, message: shown.message, http: shown.http }
  }
  throw new UsageError(
    `"${pattern}" has no failure with requests in ${file}: ${found.map(outcome).join(', ')}.`,
  )
}

const outcome = ({ id, outcome }: Report['checks'][number]) => `${id} ${outcome}`
