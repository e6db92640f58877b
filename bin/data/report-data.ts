import { checkData, type DataReport } from '../../server/index.js'
import { ExitError } from '../exit-error.js'

/** Writes what a check of the data has found. */
export async function reportData(directory: string): Promise<void> {
  const report = await checkData(directory)
  process.stdout.write(`${[...lines(report)].join('\n')}\n`)
  const { problems } = report
  if (problems.length === 0) return
  const found = problems.map(problem => `  ${problem}`).join('\n')
  throw new ExitError(
    `The data in ${report.directory} are damaged:\n${found}\nSave what is left: schedkit data backup ${directory} FILE, or schedkit data export ${directory} > seed.json; then start with a new directory, or put a backup in its place.`,
    1,
  )
}

function* lines({ directory, version, isServed, counts, log, problems }: DataReport): Generator<string> {
  yield `${directory}: version ${version}${isServed ? ', in use by a server' : ''}`
  yield Object.entries(counts)
    .map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
    .join(', ')
  if (log.transactions > 0) {
    yield `The server was not shut down cleanly: the next start takes ${log.transactions.toLocaleString('en')} transactions from the log.`
  }
  if (log.dropped > 0)
    yield `${log.dropped} bytes of a write that was not finished, and never acknowledged, are dropped then.`
  if (problems.length === 0) yield 'Everything is well.'
}
