import type { DataReport } from '../../server/index.js'
import { ExitError } from '../errors.js'
import { command } from '../options.js'
import { counted } from '../terminal.js'
import { place, totals, withProgress } from './rows.js'

export const check = command({
  command: 'check <place>',
  describe: 'Read all data and report damage',
  usage:
    '$0 data check DIR|URL\n\nReads all data and reports damage. Changes nothing but schedkit.lock, which keeps servers out meanwhile. Exits with 0 if the data is intact, with 1 if not.',
  examples: {
    '$0 data check my-data': 'check the data of a server, running or not',
    '$0 data check postgres://me:secret@localhost/schedkit': 'check a database',
  },
  builder: args => args.positional('place', place),
  async handler({ place }) {
    const { checkData, isDatabase } = await import('../../server/index.js')
    const report = await withProgress(report => checkData(place, report))
    process.stdout.write(`${reportLines(report).join('\n')}\n`)
    const { directory, problems, wrongTotals = [] } = report
    const list = (sentences: string[]) => sentences.map(sentence => `  ${sentence}\n`).join('')
    const advice = isDatabase(place)
      ? 'Save what is left with pg_dump or schedkit data export URL > seed.json. Then start with a new database, or restore a backup.'
      : `Save what is left with schedkit data backup ${place} FILE or, if that refuses, schedkit data export ${place} > seed.json. Then start with a new directory, or restore a backup.`
    const texts = [
      problems.length > 0 && `The data in ${directory} is damaged:\n${list(problems)}${advice}`,
      wrongTotals.length > 0 &&
        `Totals in ${directory} are wrong, because another program has changed bookings:\n${list(wrongTotals)}Stop all servers, and recount them with the SQL under Totals in server/storage/README.md.`,
    ].filter(text => text !== false)
    if (texts.length > 0) throw new ExitError(texts.join('\n'), 1)
  },
})

function reportLines(report: DataReport): string[] {
  const { directory, version, isServed, counts, problems, wrongTotals = [] } = report
  return [
    `${directory}: version ${version}${isServed ? ', in use by a server' : ''}`,
    totals(counts),
    ...logLines(report),
    ...(problems.length + wrongTotals.length === 0 ? ['No problems found.'] : []),
  ]
}

/** Describes what the next start does with the log. */
function logLines({ log, isRefused = false }: DataReport): string[] {
  const { transactions, dropped } = log
  const count = counted(transactions, 'transaction')
  if (isRefused) {
    const left = transactions > 0 ? ` Its log has ${count} left, which a backup and an export include.` : ''
    return [`The next start refuses this data.${left}`]
  }
  const lines: string[] = []
  if (transactions > 0)
    lines.push(`The server was not shut down cleanly: the next start recovers ${count} from the log.`)
  if (dropped > 0)
    lines.push(`The next start drops ${dropped} bytes of an unfinished write that was never acknowledged.`)
  return lines
}
