import { once } from 'node:events'
import type { Argv, PositionalOptions } from 'yargs'
import type { DataReport } from '../server/index.js'
import { ExitError } from './errors.js'
import { command, examples } from './options.js'

const directory = {
  type: 'string',
  demandOption: true,
  describe: 'The directory of schedkit serve --data',
} as const satisfies PositionalOptions

const check = command({
  command: 'check <directory>',
  describe: 'Read all data and report damage',
  usage:
    '$0 data check DIR\n\nReads all data and reports damage; changes nothing. Exits with 0 if the data is intact, with 1 if it is damaged.',
  examples: {
    '$0 data check my-data': 'check the data of a server, running or not',
  },
  builder: args => args.positional('directory', directory),
  async handler({ directory }) {
    const { checkData } = await import('../server/index.js')
    const report = await checkData(directory)
    process.stdout.write(`${reportLines(report).join('\n')}\n`)
    const { problems } = report
    if (problems.length === 0) return
    const found = problems.map(problem => `  ${problem}`).join('\n')
    throw new ExitError(
      `The data in ${report.directory} is damaged:\n${found}\nSave what is left with schedkit data backup ${directory} FILE or schedkit data export ${directory} > seed.json. Then start with a new directory, or restore a backup.`,
      1,
    )
  },
})

const totals = (counts: object) =>
  Object.entries(counts)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')

function reportLines({ directory, version, isServed, counts, log, problems }: DataReport): string[] {
  return [
    `${directory}: version ${version}${isServed ? ', in use by a server' : ''}`,
    totals(counts),
    ...(log.transactions > 0
      ? [
          `The server was not shut down cleanly: the next start recovers ${log.transactions.toLocaleString('en')} transactions from the log.`,
        ]
      : []),
    ...(log.dropped > 0
      ? [`It then drops ${log.dropped} bytes of an unfinished write that was never acknowledged.`]
      : []),
    ...(problems.length === 0 ? ['No problems found.'] : []),
  ]
}

const backup = command({
  command: 'backup <directory> <file>',
  describe: 'Copy all data into one file, while the server runs or not',
  usage:
    '$0 data backup DIR FILE\n\nCopies all data into one file, a complete SQLite database. The server may keep running and writing: everything it acknowledged before the backup started is included. To restore, put the file as schedkit.db into a new directory.',
  examples: {
    '$0 data backup my-data monday.db': 'back up the data of a server, running or not',
  },
  builder: args =>
    args
      .positional('directory', directory)
      .positional('file', { type: 'string', demandOption: true, describe: 'The file to create' }),
  async handler({ directory, file }) {
    const { backupData } = await import('../server/index.js')
    const backup = await backupData(directory, file)
    const size = (backup.size / 2 ** 20).toFixed(1)
    process.stdout.write(
      `${backup.file}: ${size} MiB, checked. To serve it, put it as schedkit.db into a new directory.\n`,
    )
  },
})

const bufferSize = 2 ** 16

const exportCommand = command({
  command: 'export <directory>',
  describe: 'Write all data as a seed file',
  usage:
    '$0 data export DIR > seed.json\n\nWrites all data as a seed file, with which another server can start: the same users with the same passwords, their schedules and everything in them. Ids are assigned anew.',
  examples: {
    '$0 data export my-data > seed.json': 'write the seed file',
    '$0 serve --data new-data --seed seed.json': 'start a server with it',
  },
  builder: args => args.positional('directory', directory),
  async handler({ directory }) {
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
    const { counts, left } = await exportData(directory, async text => {
      pending += text
      if (pending.length > bufferSize) await flush()
    })
    await flush()
    process.stderr.write(`${totals(counts)}. Not included: ${left.join('; ')}.\n`)
  },
})

/** Declares the commands of `schedkit data`. */
export const builder = (args: Argv): Argv =>
  args
    .usage(
      '$0 data COMMAND\n\nReads the directory of schedkit serve --data and changes nothing in it. The server may be running.',
    )
    .command(check)
    .command(backup)
    .command(exportCommand)
    .demandCommand(1, 'Say which data command to run.')
    .example(
      examples({
        '$0 data check my-data': 'read all data and report damage',
        '$0 data backup my-data monday.db': 'back it up while the server runs',
        '$0 data export my-data > seed.json': 'turn it into a seed file',
      }),
    )
