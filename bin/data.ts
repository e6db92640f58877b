import { once } from 'node:events'
import type { Argv } from 'yargs'
import type { DataReport, ReportProgress } from '../server/index.js'
import { ExitError, UsageError } from './errors.js'
import { command, examples, positional } from './options.js'
import { createProgressBar } from './progress-bar.js'
import { createSeedProgress } from './seed-progress.js'
import { serviceOptions } from './service-options.js'

const directory = positional('The directory of schedkit serve --data')
const place = positional('The directory of schedkit serve --data, or the URL of its --database')

/** Shows on standard error how many rows are done, until the work ends. */
async function withProgress<T>(work: (report: ReportProgress) => Promise<T>, hidden = false): Promise<T> {
  const bar = createProgressBar(process.stderr)
  try {
    return await work((done, total) => hidden || bar.show({ done, total, noun: 'rows' }))
  } finally {
    bar.end()
  }
}

const check = command({
  command: 'check <place>',
  describe: 'Read all data and report damage',
  usage:
    '$0 data check DIR|URL\n\nReads all data and reports damage; changes nothing. Exits with 0 if the data is intact, with 1 if it is damaged.',
  examples: {
    '$0 data check my-data': 'check the data of a server, running or not',
    '$0 data check postgres://me:secret@localhost/schedkit': 'check a database',
  },
  builder: args => args.positional('place', place),
  async handler({ place }) {
    const { checkData, isDatabase } = await import('../server/index.js')
    const report = await withProgress(report => checkData(place, report))
    process.stdout.write(`${reportLines(report).join('\n')}\n`)
    const { problems } = report
    if (problems.length === 0) return
    const found = problems.map(problem => `  ${problem}`).join('\n')
    const advice = isDatabase(place)
      ? 'Save what is left with pg_dump or schedkit data export URL > seed.json. Then start with a new database, or restore a backup.'
      : `Save what is left with schedkit data backup ${place} FILE or schedkit data export ${place} > seed.json. Then start with a new directory, or restore a backup.`
    throw new ExitError(`The data in ${report.directory} is damaged:\n${found}\n${advice}`, 1)
  },
})

const totals = (counts: object) =>
  Object.entries(counts)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')

function reportLines(report: DataReport): string[] {
  const { directory, version, isServed, counts, problems } = report
  return [
    `${directory}: version ${version}${isServed ? ', in use by a server' : ''}`,
    totals(counts),
    ...logLines(report),
    ...(problems.length === 0 ? ['No problems found.'] : []),
  ]
}

/** What the next start does with the log. */
function logLines({ log, isRefused = false }: DataReport): string[] {
  const { transactions, dropped } = log
  const count = transactions === 1 ? '1 transaction' : `${transactions.toLocaleString('en')} transactions`
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

const backup = command({
  command: 'backup <directory> <file>',
  describe: 'Copy all data into one file, while the server runs or not',
  usage:
    '$0 data backup DIR FILE\n\nCopies all data into one file, a complete SQLite database. The server may keep running and writing: everything it acknowledged before the backup started is included. To restore, copy the file into a new directory as schedkit.db.',
  examples: {
    '$0 data backup my-data monday.db': 'back up the data of a server, running or not',
  },
  builder: args =>
    args.positional('directory', directory).positional('file', positional('The file to create')),
  async handler({ directory, file }) {
    const { backupData, isDatabase } = await import('../server/index.js')
    if (isDatabase(directory))
      throw new UsageError(
        'A database is not backed up by schedkit: use pg_dump, or copy it into a directory with schedkit data copy URL DIR.',
      )
    const backup = await backupData(directory, file)
    const size = (backup.size / 2 ** 20).toFixed(1)
    process.stdout.write(
      `${backup.file}: ${size} MiB, checked. To serve it, put it as schedkit.db into a new directory.\n`,
    )
    if (backup.damage.length > 0) {
      process.stderr.write(
        `The data was damaged before; the backup has what is left of it:\n${backup.damage.map(each => `  ${each}`).join('\n')}\n`,
      )
    }
  },
})

const bufferSize = 2 ** 16

const exportCommand = command({
  command: 'export <place>',
  describe: 'Write all data as a seed file',
  usage:
    '$0 data export DIR|URL > seed.json\n\nWrites all data as a seed file, with which another server can start: the same users with the same passwords, their schedules and everything in them. Objects get new ids.',
  examples: {
    '$0 data export my-data > seed.json': 'write the seed file',
    '$0 serve --data new-data --seed seed.json': 'start a server with it',
  },
  builder: args => args.positional('place', place),
  async handler({ place }) {
    const { exportData } = await import('../server/index.js')
    const { stdout } = process
    // The reader may close the pipe early: `schedkit data export my-data | head`.
    stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
    let pending = ''
    const flush = async () => {
      const text = pending
      pending = ''
      if (!stdout.write(text)) await once(stdout, 'drain')
    }
    async function write(text: string): Promise<void> {
      pending += text
      if (pending.length > bufferSize) await flush()
    }
    const { counts, left } = await withProgress(
      report => exportData(place, write, report),
      stdout.isTTY === true,
    )
    await flush()
    process.stderr.write(`${totals(counts)}. Not included: ${left.join('; ')}.\n`)
  },
})

const importCommand = command({
  command: 'import <place> <file>',
  describe: 'Load a seed file into an empty directory or database',
  usage:
    '$0 data import DIR|URL FILE\n\nLoads a seed file, such as data export writes, into an empty directory or database, completely or not at all. Objects get new ids.',
  examples: {
    '$0 data import my-data seed.json': 'fill a new directory',
    '$0 data import postgres://me:secret@localhost/schedkit seed.json': 'fill an empty database',
  },
  builder: args =>
    args
      .positional('place', place)
      .positional('file', positional('The seed file'))
      .option('unique-names', serviceOptions['unique-names']),
  async handler({ place, file, uniqueNames }) {
    const [{ importData }, { openSeedFile }] = await Promise.all([
      import('../server/index.js'),
      import('../fixtures/seed-file.js'),
    ])
    const progress = createSeedProgress(process.stderr)
    try {
      await importData(place, {
        seed: openSeedFile(file, { uniqueNames, report: progress.show }),
        uniqueNames,
      })
    } finally {
      progress.end()
    }
    process.stdout.write(`${file} is loaded.\n`)
  },
})

const copy = command({
  command: 'copy <source> <target>',
  describe: 'Copy all data between a directory and a database',
  usage:
    '$0 data copy SOURCE TARGET\n\nCopies all data from a directory or database into an empty one, completely or not at all, with the same ids, dates and passwords. SOURCE is not changed. Stop its server first: what it writes during the copy is not included.',
  examples: {
    '$0 data copy my-data postgres://me:secret@localhost/schedkit': 'move to PostgreSQL',
    '$0 data copy postgres://me:secret@localhost/schedkit new-data': 'move back, or make a backup',
  },
  builder: args =>
    args
      .positional('source', { ...place, describe: 'The directory or the URL of the database to read' })
      .positional('target', {
        ...place,
        describe: 'A directory without data, or the URL of an empty database',
      }),
  async handler({ source, target }) {
    const { copyData } = await import('../server/index.js')
    const counts = await withProgress(report => copyData(source, target, report))
    const { email_changes, mails, ...objects } = counts
    process.stdout.write(`Copied ${totals(objects)}.\n`)
  },
})

/** Declares the commands of `schedkit data`. */
export const builder = (args: Argv): Argv =>
  args
    .usage(
      '$0 data COMMAND\n\nWorks with the data of schedkit serve --data DIR or --database URL. Only import and copy write, and copy only to its target. check, backup and export may be used while the server runs. The password can be left out of the URL: PGPASSWORD and ~/.pgpass are read, too.',
    )
    .command(check)
    .command(backup)
    .command(exportCommand)
    .command(importCommand)
    .command(copy)
    .demandCommand(1, 'Say which data command to run.')
    .example(
      examples({
        '$0 data check my-data': 'read all data and report damage',
        '$0 data backup my-data monday.db': 'back it up while the server runs',
        '$0 data export my-data > seed.json': 'turn it into a seed file',
        '$0 data copy my-data postgres://me:secret@localhost/schedkit': 'move to PostgreSQL',
      }),
    )
