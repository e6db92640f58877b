import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type FormatName, formats, type Report } from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'

/** Where a report goes. */
export interface Destination {
  readonly format: FormatName
  /** `-` is the standard output. */
  readonly file: string
}

/** Reads `FORMAT=FILE` options and looks whether the files can be written: before a long run, not after it. */
export async function checkDestinations(given: readonly string[]): Promise<Destination[]> {
  const destinations = given.map(destinationOf)
  const files = destinations.map(({ file }) => file)
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw new UsageError(`Two reports can't be written to the same place, ${twice}.`)
  for (const { file } of destinations) {
    if (file === '-') continue
    await access(dirname(file), constants.W_OK).catch(() => {
      throw new UsageError(
        `The report ${file} can't be written: there is no such folder, or it is read-only.`,
      )
    })
    const isFolder = await stat(file).then(
      found => found.isDirectory(),
      () => false,
    )
    if (isFolder) throw new UsageError(`The report ${file} can't be written: it is a folder.`)
  }
  return destinations
}

function destinationOf(text: string): Destination {
  const equals = text.indexOf('=')
  const format = text.slice(0, Math.max(equals, 0))
  const file = text.slice(equals + 1)
  if (equals < 1 || file === '')
    throw new UsageError(`--report "${text}" must be FORMAT=FILE, such as html=report.html.`)
  if (!isFormat(format)) {
    throw new UsageError(
      `--report knows no format "${format}"; there are ${Object.keys(formats).join(', ')}.`,
    )
  }
  return { format, file }
}

const isFormat = (name: string): name is FormatName => Object.hasOwn(formats, name)

export async function writeReports(report: Report, destinations: readonly Destination[]): Promise<void> {
  for (const { format, file } of destinations) {
    const text = formats[format](report)
    if (file === '-') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
    else await writeFile(file, text)
  }
}
