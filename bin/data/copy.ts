import { resolve } from 'node:path'
import { UsageError } from '../errors.js'
import { command } from '../options.js'
import { place, totals, withProgress } from './rows.js'

export const copy = command({
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
    if (resolve(source) === resolve(target)) {
      throw new UsageError(
        `The source and the target are the same: ${source}. Name an empty one as the target.`,
      )
    }
    const { copyData } = await import('../../server/index.js')
    const counts = await withProgress(report => copyData(source, target, report))
    const { email_changes, mails, ...objects } = counts
    process.stdout.write(`Copied ${totals(objects)}.\n`)
  },
})
