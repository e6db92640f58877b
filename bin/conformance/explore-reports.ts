import { writeFile } from 'node:fs/promises'
import { type ExploreReport, exploreText } from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'
import { checkDestinations, type Destination } from './reports.js'

/** Reads `json=FILE` and `text=FILE`; of the formats of a run there are no other ones. */
export async function checkExploreReports(given: readonly string[]): Promise<Destination[]> {
  const destinations = await checkDestinations(given)
  const other = destinations.find(({ format }) => format !== 'json' && format !== 'text')
  if (other) throw new UsageError(`explore writes json and text, and not ${other.format}.`)
  return destinations
}

export async function writeExploreReports(
  report: ExploreReport,
  destinations: readonly Destination[],
): Promise<void> {
  for (const { format, file } of destinations) {
    const text = format === 'json' ? JSON.stringify(report, undefined, 2) : exploreText(report)
    if (file === '-') process.stdout.write(`${text}\n`)
    else await writeFile(file, `${text}\n`)
  }
}
