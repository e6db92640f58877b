import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readText, whyUnreadable } from '../../conformance/http/unreadable-file.js'
import { type FormatName, formats, type Report, readReport } from '../../conformance/report/index.js'
import { wrap } from '../../conformance/report/page.js'
import { ExitError, UsageError } from '../errors.js'
import { screenOf } from '../terminal.js'

/** The destination of a report. */
export interface Destination {
  readonly format: FormatName
  /** The path; `-` for standard output. */
  readonly file: string
}

/** Parses `FORMAT=FILE` options, and checks before a long run that the files can be written. */
export async function checkDestinations(
  given: readonly string[],
  permitted: readonly string[] = Object.keys(formats),
): Promise<Destination[]> {
  const destinations = given.map(text => parseDestination(text, permitted))
  const files = destinations.map(({ file }) => file)
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw new UsageError(`Two reports can't be written to the same file, ${twice}.`)
  for (const file of files) if (file !== '-') await checkWritable(file)
  return destinations
}

/** @throws UsageError if a file cannot be written; its message begins with `what` */
export async function checkWritable(file: string, what = 'The report'): Promise<void> {
  const fail = (reason: string) => {
    throw new UsageError(`${what} ${file} can't be written: ${reason}.`)
  }
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) fail('it is a folder')
  if (found) await access(file, constants.W_OK).catch(() => fail('it is read-only'))
  else
    await access(dirname(file), constants.W_OK).catch(() => fail('its folder does not exist or is read-only'))
}

function parseDestination(text: string, permitted: readonly string[]): Destination {
  const [, format, file] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (format === undefined || file === undefined) {
    throw new UsageError(
      `--report "${text}" must be FORMAT=FILE, such as ${permitted[0]}=report.${permitted[0]}.`,
    )
  }
  if (!permitted.includes(format)) {
    throw new UsageError(`--report has no format "${format}". Use one of ${permitted.join(', ')}.`)
  }
  return { format: format as FormatName, file }
}

/**
 * Writes the text returned by `render` to each destination.
 *
 * @throws ExitError if a file cannot be written, after writing the others
 */
export async function writeReports(
  destinations: readonly Destination[],
  render: (format: FormatName) => string | Promise<string>,
): Promise<void> {
  const failures: string[] = []
  for (const { format, file } of destinations) {
    const text = await render(format)
    const lines = text.endsWith('\n') ? text : `${text}\n`
    if (file === '-') process.stdout.write(lines)
    else
      await writeFile(file, lines).catch(error =>
        failures.push(`The report ${file} can't be written: ${error.message}`),
      )
  }
  if (failures.length > 0) throw new ExitError(failures.join('\n'), 4)
}

/** Returns the stream for messages: standard output, unless a report is written to it. */
export const screenFor = (destinations: readonly Destination[]): NodeJS.WriteStream =>
  destinations.some(({ file }) => file === '-') ? process.stderr : process.stdout

/** The maximum size of a report that is read, in bytes; that of a target that fails everything has about 30 MB. */
const longestReport = 256_000_000

/** @throws UsageError if the file is not a JSON report */
export async function readReportFile(file: string): Promise<Report> {
  const text = await readText(file, longestReport).catch(error => {
    throw new UsageError(`Failed to read the report ${file}: ${whyUnreadable(error)}`)
  })
  try {
    return readReport(text, `the report ${file}`)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Writes a text, wrapped to the width of the terminal. */
export const writeWrapped = (stream: NodeJS.WriteStream, text: string) =>
  stream.write(`${wrap(text, screenOf(stream)).join('\n')}\n`)
